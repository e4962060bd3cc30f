import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { Button } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { csvOf, saveFile } from '../../platform/save-file.ts'
import { Panel } from '../panel.tsx'
import { useScrollFocus } from '../use-scroll-focus.ts'
import { isOfWhole, type Fault } from './faults.ts'
import styles from './row-remarks.module.css'

type RowRemarksProps = {
  /** A fault stopped the file; a warning stopped nothing. */
  readonly kind: 'fault' | 'warning'
  /** What the list is called, on the screen and as a file: 誤り一覧. */
  readonly name: string
  readonly icon: ReactNode
  readonly title: string
  /** What to do now. */
  readonly advice: string
  /** What the last column says: 直し方. */
  readonly remedy: string
  readonly remarks: readonly Fault[]
  readonly fileName: string
}

type Headings = Pick<RowRemarksProps, 'remedy'>

const headingsOf = ({ remedy }: Headings) => ['行', '項目', 'ファイルの値', remedy]

const save = ({ name, remarks, fileName, ...headings }: Headings & Pick<RowRemarksProps, 'name' | 'remarks' | 'fileName'>) =>
  saveFile(
    `${name}_${fileName}`,
    csvOf([headingsOf(headings), ...remarks.map(({ row, column, value, remedy }) => [row ?? '', column, value, remedy])]),
  )

const Rows = ({ remarks, ...headings }: Headings & Pick<RowRemarksProps, 'remarks'>) => (
  <div className={styles['scroll']} data-scroll>
    <table className={styles['table']}>
      <thead>
        <tr>
          {headingsOf(headings).map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {remarks.map(({ row, column, value, remedy }, index) => {
          const again = index > 0 && row === remarks[index - 1]?.row
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

const WholeFile = ({ remarks }: Pick<RowRemarksProps, 'remarks'>) => (
  <ul className={styles['whole']}>
    {remarks.map(({ remedy }) => (
      <li key={remedy}>{remedy}</li>
    ))}
  </ul>
)

/** What there is to say of a file, one line a remark, grouped by row, and as a file to keep. */
export const RowRemarks = (props: RowRemarksProps) => {
  const { kind, name, icon, title, advice, remedy, remarks } = props
  const place = useScrollFocus(`${name.replace('一覧', '')}の一覧`, '[data-scroll]')
  useEffect(() => place.current?.focus(), [place, remarks])
  return (
    <div ref={place} tabIndex={-1} role={kind === 'fault' ? 'alert' : 'status'}>
      <Panel>
        <div className={styles['head']} data-kind={kind}>
          {icon}
          <div className={styles['words']}>
            <p className={styles['title']}>{title}</p>
            <p>{advice}</p>
          </div>
          {!isOfWhole(remarks) && (
            <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={() => save(props)}>
              {name}を保存
            </Button>
          )}
        </div>
        {isOfWhole(remarks) ? <WholeFile remarks={remarks} /> : <Rows remedy={remedy} remarks={remarks} />}
      </Panel>
    </div>
  )
}
