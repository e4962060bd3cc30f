import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined'
import { faultyRows, type Fault } from './faults.ts'
import styles from './import-remarks.module.css'
import { RowRemarks } from './row-remarks.tsx'

type ImportWarningsProps = {
  /** How many records came in, in words. */
  readonly counts: string
  readonly warnings: readonly Fault[]
  readonly fileName: string
}

/** What was imported, and which of it somebody should check. */
export const ImportWarnings = ({ counts, warnings, fileName }: ImportWarningsProps) => (
  <RowRemarks
    kind="warning"
    name="確認一覧"
    icon={<InfoCircleOutlined className={styles['warning']} aria-hidden="true" />}
    title={counts}
    advice={`すべての行を登録しました。次の${faultyRows(warnings).toLocaleString('ja-JP')}行は、思いどおりの内容か確認してください。`}
    remedy="確認すること"
    remarks={warnings}
    fileName={fileName}
  />
)
