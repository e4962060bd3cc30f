import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { endpoints } from '@mimamori/contract/endpoints'
import { Button } from 'antd'
import { DownloadButton } from '../kit/download-button.tsx'
import { type Choice, missingOf, requestOf } from './choice.ts'
import styles from './table-filters.module.css'

// What a button that is off would ask for.
const nothingAsked = { officeId: [], reportType: 1, period: 2, requestDate: '' }

/** Puts the shown table on paper or into a file; what is missing for that is said beside the buttons. */
export const TableActions = ({ choice }: { readonly choice: Choice | undefined }) => {
  const body = choice && requestOf(choice)
  const isMissing = body === undefined
  return (
    <>
      {choice !== undefined && isMissing && (
        <span className={styles['quiet']}>
          {missingOf(choice) === 'office' ? '拠点' : '作業者'}を選ぶと、印刷とダウンロードができます。
        </span>
      )}
      <Button icon={<PrinterOutlined aria-hidden="true" />} disabled={isMissing} onClick={() => window.print()}>
        印刷
      </Button>
      {(['pdf', 'csv'] as const).map((format) => (
        <DownloadButton
          key={format}
          label={format.toUpperCase()}
          disabled={isMissing}
          endpoint={endpoints.report.download}
          input={{ body: { ...(body ?? nothingAsked), format } }}
          fileName={`レポート.${format}`}
        />
      ))}
    </>
  )
}
