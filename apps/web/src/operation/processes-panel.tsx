import type { OperationProcess } from '@mimamori/contract/operation'
import { Panel } from '../kit/panel.tsx'
import { momentInWords } from '../platform/japan-time.ts'
import { useNarrow } from '../platform/use-media.ts'
import styles from './operation.module.css'

type RowProps = { readonly process: OperationProcess; readonly now: number; readonly isNarrow: boolean }

const lastInWords = ({ heardAt, stoppedAt, isRunning }: OperationProcess, now: number): string => {
  if (stoppedAt !== null) return `停止されたままです（${momentInWords(Date.parse(stoppedAt), now)}から）`
  const heard = momentInWords(Date.parse(heardAt), now)
  return isRunning ? heard : `報告がありません（最後は ${heard}）`
}

const Row = ({ process, now, isNarrow }: RowProps) => {
  const { host, pid, version, roles, startedAt } = process
  return (
    <tr>
      <th scope="row">
        {host}
        <span className={styles['second']}>{isNarrow ? `${roles.join('、')}・${version}` : `プロセス ${pid}`}</span>
      </th>
      {!isNarrow && <td>{roles.join('、')}</td>}
      {!isNarrow && <td>{version}</td>}
      {!isNarrow && <td>{momentInWords(Date.parse(startedAt), now)}</td>}
      <td>{lastInWords(process, now)}</td>
    </tr>
  )
}

/** The running copies of the product, those that are missed first. */
export const ProcessesPanel = ({ processes, now }: { readonly processes: readonly OperationProcess[]; readonly now: number }) => {
  const isNarrow = useNarrow()
  return (
    <section aria-labelledby="operation-processes">
      <h2 id="operation-processes" className={styles['heading']}>
        プロセス
      </h2>
      <Panel>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">サーバー</th>
              {!isNarrow && <th scope="col">役割</th>}
              {!isNarrow && <th scope="col">バージョン</th>}
              {!isNarrow && <th scope="col">起動</th>}
              <th scope="col">最後の報告</th>
            </tr>
          </thead>
          <tbody>
            {processes.map((process) => (
              <Row key={`${process.host} ${process.pid} ${process.startedAt}`} process={process} now={now} isNarrow={isNarrow} />
            ))}
          </tbody>
        </table>
      </Panel>
    </section>
  )
}
