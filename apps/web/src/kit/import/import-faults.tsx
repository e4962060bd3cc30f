import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import { faultyRows, isOfWhole, unlistedRows, type Fault } from './faults.ts'
import styles from './import-remarks.module.css'
import { RowRemarks } from './row-remarks.tsx'

type ImportFaultsProps = {
  readonly faults: readonly Fault[]
  /** Rows of the file without its header, where it was looked into. */
  readonly rowCount: number | undefined
  readonly fileName: string
}

const headline = (faults: readonly Fault[], rowCount: number | undefined) => {
  if (isOfWhole(faults)) return 'ファイルに誤りがあるため、1件も登録していません。'
  const rows = `${(faultyRows(faults) + unlistedRows(faults)).toLocaleString('ja-JP')}行に誤りがあるため、1件も登録していません。`
  return rowCount === undefined ? rows : `${rowCount.toLocaleString('ja-JP')}行のうち ${rows}`
}

/** What is wrong with a file; nothing of it was stored. */
export const ImportFaults = ({ faults, rowCount, fileName }: ImportFaultsProps) => (
  <RowRemarks
    kind="fault"
    name="誤り一覧"
    icon={<ExclamationCircleFilled className={styles['fault']} aria-hidden="true" />}
    title={headline(faults, rowCount)}
    advice="ファイルを直して、もう一度選んでください。正しい行だけを先に登録することはありません。"
    remedy="直し方"
    remarks={faults}
    fileName={fileName}
  />
)
