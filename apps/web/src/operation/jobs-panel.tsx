import type { OperationJob } from '@mimamori/contract/operation'
import { wordsOfJob } from '@mimamori/contract/operation-jobs'
import { Button } from 'antd'
import { useState } from 'react'
import { Panel } from '../kit/panel.tsx'
import { momentInWords } from '../platform/japan-time.ts'
import { useNarrow } from '../platform/use-media.ts'
import styles from './operation.module.css'
import { StateMark } from './parts-panel.tsx'

const everyInWords = (seconds: number): string => {
  if (seconds < 60) return `${seconds}秒ごと`
  return seconds < 3_600 ? `${Math.round(seconds / 60)}分ごと` : `${Math.round(seconds / 3_600)}時間ごと`
}

const tookInWords = (ms: number | null): string => {
  if (ms === null) return '—'
  return ms < 1_000 ? `${ms}ミリ秒` : `${(ms / 1_000).toFixed(1)}秒`
}

type RowProps = { readonly job: OperationJob; readonly now: number; readonly isNarrow: boolean }

const Row = ({ job, now, isNarrow }: RowProps) => {
  const { name, everySeconds, beganAt, endedAt, tookMs, state, error, failingSince } = job
  const last = endedAt === null ? `${momentInWords(Date.parse(beganAt), now)}に開始` : momentInWords(Date.parse(endedAt), now)
  const failing = failingSince !== null && `${momentInWords(Date.parse(failingSince), now)}から失敗（${error ?? ''}）`
  const words = wordsOfJob(name)
  return (
    <tr>
      <th scope="row">
        {words?.title}
        <span className={`${styles['second']} ${styles['code']}`}>{name}</span>
        {isNarrow && <span className={styles['second']}>{everyInWords(everySeconds)}</span>}
      </th>
      {!isNarrow && <td>{everyInWords(everySeconds)}</td>}
      <td>
        {last}
        {failing !== false && <span className={styles['second']}>{failing}</span>}
        {state !== 'normal' && words !== undefined && <span className={styles['stops']}>{words.stops}</span>}
      </td>
      {!isNarrow && <td>{tookInWords(tookMs)}</td>}
      <td>
        <StateMark state={state} />
      </td>
    </tr>
  )
}

/** The recurring jobs: those that are late or fail, and the others once somebody wants to see them. */
export const JobsPanel = ({ jobs, now }: { readonly jobs: readonly OperationJob[]; readonly now: number }) => {
  const [showsAll, setShowsAll] = useState(false)
  const isNarrow = useNarrow()
  const ill = jobs.filter(({ state }) => state !== 'normal')
  const shown = showsAll ? jobs : ill
  return (
    <section aria-labelledby="operation-jobs">
      <h2 id="operation-jobs" className={styles['heading']}>
        定期処理
        <span className={styles['count']}>
          {jobs.length}種類{ill.length > 0 && `のうち${ill.length}種類に問題があります`}
        </span>
        <Button size={isNarrow ? 'large' : 'small'} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? '問題のあるものだけ表示する' : 'すべて表示する'}
        </Button>
      </h2>
      {shown.length > 0 && (
        <Panel>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">名前（ログの job）</th>
                {!isNarrow && <th scope="col">間隔</th>}
                <th scope="col">最後に終わった時刻</th>
                {!isNarrow && <th scope="col">かかった時間</th>}
                <th scope="col">状態</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((job) => (
                <Row key={job.name} job={job} now={now} isNarrow={isNarrow} />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </section>
  )
}
