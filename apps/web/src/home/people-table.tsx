import type { AlertEpisode } from '@mimamori/contract/alert'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { handlingNames } from '@mimamori/contract/alert'
import { heartNotJudged, labels, statusNames } from '@mimamori/contract/labels'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { signed } from '@mimamori/contract/number-words'
import { openResponse } from '../emergency/response-store.ts'
import { AttentionMark } from '../marks/attention-mark.tsx'
import { Ago, Lasting } from '../marks/ago.tsx'
import { levelWordOf } from '../marks/grade.ts'
import { minutesInWords, onEndInWords, restingNow } from '../marks/heat-time.tsx'
import { HeartRateBar } from '../marks/heart-rate-bar.tsx'
import { passedLimit } from '../marks/heart-rate-scale.ts'
import { LevelLabel } from '../marks/level-mark.tsx'
import { ReportLabel } from '../marks/report-mark.tsx'
import { NoHeartRateMark, SilentMark } from '../marks/sign-mark.tsx'
import { WorkerLink } from '../marks/worker-link.tsx'
import { clockOf } from '../platform/japan-time.ts'
import styles from './people-table.module.css'

const { healthCondition: label } = labels

const HeartRate = ({ row }: { readonly row: HealthRow }) => {
  // What never came has not stopped coming.
  if (row.alertTime === null) return <span className={styles['none']}>受信なし</span>
  if (row.status === '0')
    return (
      <span className={styles['lost']}>
        <SilentMark size={16} decorative />
        途絶 <Ago at={row.alertTime} />
      </span>
    )
  if (row.heartRate === null)
    return (
      <span className={styles['none']}>
        <NoHeartRateMark size={16} decorative />
        {statusNames['1']}
      </span>
    )
  return (
    <span className={styles['heart']}>
      <span className={styles['bpm']} data-high={row.heartJudged && passedLimit(row.heartRate, row.limits) > 0}>
        {row.heartRate}
      </span>
      {row.heartJudged ? (
        <HeartRateBar bpm={row.heartRate} limits={row.limits} />
      ) : (
        <span className={styles['not-judged']}>{heartNotJudged}</span>
      )}
    </span>
  )
}

const Handling = ({ row, episode }: { readonly row: HealthRow; readonly episode: AlertEpisode | undefined }) => {
  if (episode === undefined) return <span className={styles['quiet']}>―</span>
  return (
    <button type="button" className={styles['handling']} data-open={episode.handling === 'open'} onClick={() => openResponse(episode)}>
      <span className="visually-hidden">{row.fullName}の対応　</span>
      <span className={styles['state']}>{handlingNames[episode.handling]}</span>
      {episode.handledBy !== null && (
        <span className={styles['by']}>
          {episode.handledBy.split(/\s/)[0]} {episode.handledAt !== null && clockOf(episode.handledAt)}
        </span>
      )}
    </button>
  )
}

const HeatTime = ({ row }: { readonly row: HealthRow }) => {
  if (row.heatMinutesToday === null)
    return row.resting === null ? <span className={styles['quiet']}>―</span> : <div className={styles['by']}>{restingNow}</div>
  return (
    <>
      {minutesInWords(row.heatMinutesToday)}
      <div className={styles['by']}>{row.resting === null ? onEndInWords(row) : restingNow}</div>
    </>
  )
}

type Props = {
  readonly rows: readonly HealthRow[]
  readonly episodes: ReadonlyMap<number, AlertEpisode>
  /** True where the rows are of several sites. */
  readonly withBase: boolean
}

/** The people who need somebody now: how they are, where, and whether anybody sees to it. */
export const PeopleTable = ({ rows, episodes, withBase }: Props) => (
  <table className={styles['table']}>
    <thead>
      <tr>
        <th>{label.alertLevel}</th>
        <th>
          {label.fullName}・{label.locationName}
        </th>
        <th>
          {label.heartRate} <small>bpm</small>
        </th>
        <th className={styles['number']}>
          超過 <small>℃</small>
        </th>
        <th>{labels.alert.handling}</th>
        <th className={styles['number']}>継続</th>
        <th className={styles['number']}>
          きょうの
          <br />
          暑熱時間
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => {
        const grade = levelGradeOf(row.alertLevel)
        return (
          <tr key={row.userId}>
            <td>
              {grade !== undefined && <LevelLabel grade={grade} word={levelWordOf(row)} size={24} hollow={row.status === '0'} />}
              <div>
                <ReportLabel row={row} />
              </div>
            </td>
            <td>
              <WorkerLink person={row} className={styles['name']}>
                {row.fullName}
              </WorkerLink>
              <AttentionMark row={row} />
              <div className={styles['place']}>
                {row.locationName ?? '位置不明'} <span className={styles['group']}>{row.groupName}</span>
                {withBase && <div className={styles['base']}>{row.baseName}</div>}
              </div>
            </td>
            <td>
              <HeartRate row={row} />
            </td>
            <td className={styles['number']} data-high={(row.excess ?? -1) >= 0}>
              {row.excess === null ? null : signed(row.excess)}
            </td>
            <td>
              <Handling row={row} episode={episodes.get(row.userId)} />
            </td>
            <td className={styles['number']}>{row.levelSince !== null && <Lasting since={row.levelSince} />}</td>
            <td className={styles['number']}>
              <HeatTime row={row} />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
