import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import { Button } from 'antd'
import { useEffect } from 'react'
import { csvOf, saveFile } from '../../platform/save-file.ts'
import { Panel } from '../panel.tsx'
import { useScrollFocus } from '../use-scroll-focus.ts'
import { faultyRows, type Fault } from './faults.ts'
import styles from './import-faults.module.css'

type ImportFaultsProps = {
  readonly faults: readonly Fault[]
  /** Rows of the file without its header, where it was looked into. */
  readonly rowCount: number | undefined
  readonly fileName: string
}

const headings = ['行', '項目', 'ファイルの値', '直し方'] as const

const save = ({ faults, fileName }: ImportFaultsProps) =>
  saveFile(`誤り一覧_${fileName}`, csvOf([headings, ...faults.map(({ row, column, value, remedy }) => [row ?? '', column, value, remedy])]))

/** True where no row is to blame: wrong headings, a wrong encoding. */
const isOfWhole = (faults: readonly Fault[]) => faults.every((fault) => fault.row === null)

const headline = (faults: readonly Fault[], rowCount: number | undefined) => {
  if (isOfWhole(faults)) return 'ファイルに誤りがあるため、1件も登録していません。'
  const rows = `${faultyRows(faults).toLocaleString('ja-JP')}行に誤りがあるため、1件も登録していません。`
  return rowCount === undefined ? rows : `${rowCount.toLocaleString('ja-JP')}行のうち ${rows}`
}

type FaultsProps = Pick<ImportFaultsProps, 'faults'>

const Rows = ({ faults }: FaultsProps) => (
  <div className={styles['scroll']} data-scroll>
    <table className={styles['table']}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {faults.map(({ row, column, value, remedy }, index) => {
          const again = index > 0 && row === faults[index - 1]?.row
          return (
            <tr key={index} data-again={again}>
              <td className={styles['row']}>{again ? <span className="visually-hidden">{row}</span> : row}</td>
              <td className={styles['column']}>{column}</td>
              <td>{value !== '' && <code className={styles['found']}>{value}</code>}</td>
              <td className={styles['remedy']}>{remedy}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)

const WholeFile = ({ faults }: FaultsProps) => (
  <ul className={styles['whole']}>
    {faults.map(({ remedy }) => (
      <li key={remedy}>{remedy}</li>
    ))}
  </ul>
)

/** What is wrong with a file, one line a fault, grouped by row; nothing of it was stored. */
export const ImportFaults = (props: ImportFaultsProps) => {
  const { faults, rowCount } = props
  const place = useScrollFocus('誤りの一覧', '[data-scroll]')
  useEffect(() => place.current?.focus(), [place, faults])
  return (
    <div ref={place} tabIndex={-1} role="alert">
      <Panel>
        <div className={styles['head']}>
          <ExclamationCircleFilled className={styles['icon']} aria-hidden="true" />
          <div className={styles['words']}>
            <p className={styles['title']}>{headline(faults, rowCount)}</p>
            <p>ファイルを直して、もう一度選んでください。正しい行だけを先に登録することはありません。</p>
          </div>
          {!isOfWhole(faults) && (
            <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={() => save(props)}>
              誤り一覧を保存
            </Button>
          )}
        </div>
        {isOfWhole(faults) ? <WholeFile faults={faults} /> : <Rows faults={faults} />}
      </Panel>
    </div>
  )
}
