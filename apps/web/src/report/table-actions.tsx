import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { Button } from 'antd'
import { DownloadButton } from '../kit/download-button.tsx'
import { isBlank, isEmpty } from './lines.ts'
import { type Choice, missingOf, requestOf } from './choice.ts'
import styles from './table-filters.module.css'
import { useIsLost, useReport } from './use-report.ts'

// What a button that is off would ask for.
const emptyQuery = { officeId: [], reportType: 1, period: 2, requestDate: '' }

type Offer = {
  /** Why something cannot be had; undefined where all can. */
  readonly obstacle?: string
  readonly isForPaper: boolean
  readonly isForFile: boolean
}

const none = { isForPaper: false, isForFile: false }

/** What can be made of the table that is shown. */
const useOffer = (choice: Choice, today: string): Offer => {
  const { data, error } = useReport(choice)
  const isLost = useIsLost(choice, error, today)
  const missing = missingOf(choice)
  if (missing !== undefined)
    return { ...none, obstacle: `${missing === 'office' ? '拠点' : '作業者'}を選ぶと、印刷とダウンロードができます。` }
  if (isLost) return { ...none, obstacle: '作業者を選び直すと、印刷とダウンロードができます。' }
  if (data === undefined) return error === null ? none : { ...none, obstacle: '表を読み込めないと、印刷とダウンロードはできません。' }
  const rows = data.choice.period === 'daily' ? data.dailyData : data.monthlyData
  if (!isBlank(rows)) return { isForPaper: true, isForFile: true }
  return { isForPaper: !isEmpty(rows), isForFile: false, obstacle: '出力するデータがありません。日や拠点を変えてください。' }
}

type ActionsProps = { readonly choice: Choice; readonly today: string }

/** Puts the shown table on paper or into a file; what is missing for that is said beside the buttons. */
export const TableActions = ({ choice, today }: ActionsProps) => {
  const body = requestOf(choice)
  const { obstacle, isForPaper, isForFile } = useOffer(choice, today)
  return (
    <>
      {obstacle !== undefined && <span className={styles['quiet']}>{obstacle}</span>}
      <Button icon={<PrinterOutlined aria-hidden="true" />} disabled={!isForPaper} onClick={() => window.print()}>
        印刷
      </Button>
      {(['pdf', 'csv'] as const).map((format) => (
        <DownloadButton
          key={format}
          label={format.toUpperCase()}
          disabled={!isForFile}
          endpoint={endpoints.report.download}
          input={{ body: { ...(body ?? emptyQuery), format } }}
          fileName={`レポート.${format}`}
        />
      ))}
    </>
  )
}
