import { type AlertEpisode, isDeviceAlarm } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { type ConditionReport, lateReportMinutes, reportSignNames, selfStateNames } from '@mimamori/contract/self-report'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { useNow } from '../platform/clock.ts'
import { queryOf } from '../platform/query.ts'
import { whenInWords } from './alert-words.ts'
import styles from './reports-of.module.css'

const sourceNames = { self: '本人', poster: '現場の掲示から' } as const

const isLate = ({ at, receivedAt }: ConditionReport) => Date.parse(receivedAt) - Date.parse(at) > lateReportMinutes * 60_000

const Report = ({ report }: { readonly report: ConditionReport }) => {
  const now = useNow(60_000)
  const { source, state, at, receivedAt, who, where, signs, note } = report
  const facts = [
    { name: 'だれ', text: who },
    { name: '場所', text: where },
    { name: '様子', text: signs.map((sign) => reportSignNames[sign]).join('、') },
    { name: '説明', text: note },
  ].filter(({ text }) => text !== null && text !== '')
  return (
    <li className={styles['report']}>
      <p>
        <strong>
          {sourceNames[source]}
          {state !== null && `　「${selfStateNames[state]}」`}
        </strong>{' '}
        <span className={styles['time']}>
          {whenInWords(at, now)}
          {isLate(report) && `（${whenInWords(receivedAt, now)} に受信）`}
        </span>
      </p>
      {facts.length > 0 && (
        <dl>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

/**
 * What was reported to an alert, for those who answer it, or what the wearer answered to an alarm of their device: read when it is
 * opened, since that is on the log. Plain text, of which no link is made. Nothing of an alert that nobody reported.
 */
export const ReportsOf = ({ episode }: { readonly episode: AlertEpisode }) => {
  const id = useId()
  const isReported = episode.source !== 'device'
  const mayHaveReports = (isReported || isDeviceAlarm(episode.kind)) && episode.baseName !== null
  const result = useQuery({
    ...queryOf(endpoints.selfReport.ofAlert, { params: { id: episode.id } }),
    enabled: mayHaveReports,
    refetchInterval: 30_000,
  })
  const { data } = result
  if (!mayHaveReports || data?.data.length === 0) return null
  // Few alarms of devices have an answer: none is awaited on the screen.
  if (!isReported && data === undefined) return null
  return (
    <section aria-labelledby={id} className={styles['box']}>
      <h3 id={id}>申告の内容</h3>
      {data === undefined ? (
        <NoAnswerYet result={result} height={88} />
      ) : (
        <>
          {result.error !== null && <StaleBanner result={result} />}
          <ul>
            {data.data.map((report) => (
              <Report key={report.id} report={report} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
