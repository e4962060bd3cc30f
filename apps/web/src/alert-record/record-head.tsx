import { type AlertEpisode, alertKindNames, endingNames, handlingNames, outcomeNames } from '@mimamori/contract/alert'
import type { AlertRecord } from '@mimamori/contract/alert-record'
import { gradeNames } from '@mimamori/contract/labels'
import type { ReactNode } from 'react'
import { subjectOf } from '../emergency/handling-words.ts'
import { gradeOf } from '../marks/grade.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { clockOf, dateOf, longDate, spanInWords } from '../platform/japan-time.ts'
import styles from './record-head.module.css'

type Props = { readonly record: AlertRecord }

const Fact = ({ name, value, note }: { readonly name: string; readonly value: ReactNode; readonly note?: ReactNode }) => (
  <div className={styles['fact']}>
    <dt>{name}</dt>
    <dd>
      <span className={styles['value']}>{value}</span>
      {note !== undefined && <span className={styles['note']}>{note}</span>}
    </dd>
  </div>
)

const dayAndClock = (at: string) => `${longDate(dateOf(Date.parse(at)))} ${clockOf(at)}`

const lasted = ({ startedAt, endedAt, ending }: AlertEpisode) => {
  if (endedAt === null) return '続いています'
  const length = spanInWords(Date.parse(endedAt) - Date.parse(startedAt))
  return ending === null ? length : `${length}・${endingNames[ending]}`
}

// A record is read years later.
const period = ({ startedAt, endedAt }: AlertEpisode) => {
  const year = dateOf(Date.parse(startedAt)).slice(0, 4)
  if (endedAt === null) return `${year}年${dayAndClock(startedAt)}–`
  const isSameDay = dateOf(Date.parse(startedAt)) === dateOf(Date.parse(endedAt))
  return `${year}年${dayAndClock(startedAt)}–${isSameDay ? clockOf(endedAt) : dayAndClock(endedAt)}`
}

const answers = ['acknowledged', 'responding', 'closed']

/** How long nobody had seen it. */
const untilAnswer = ({ episode, events }: AlertRecord): string => {
  const answer = events.find(({ event }) => answers.includes(event))
  return answer === undefined ? '―' : spanInWords(Date.parse(answer.at) - Date.parse(episode.startedAt))
}

const minuteMs = 60_000

const highest = ({ episode, readings }: AlertRecord): number | undefined => {
  // Readings stand at the beginning of their minute.
  const from = Math.floor(Date.parse(episode.startedAt) / minuteMs) * minuteMs
  const to = episode.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(episode.endedAt)
  const rates = readings.flatMap(({ time, heartRate }) =>
    heartRate === null || Date.parse(time) < from || Date.parse(time) > to ? [] : heartRate,
  )
  return rates.length === 0 ? undefined : Math.max(...rates)
}

const Level = ({ episode }: { readonly episode: AlertEpisode }) => {
  const grade = episode.alertLevel === null && episode.emergency === '0' ? undefined : gradeOf(episode)
  return (
    <div className={styles['level']} data-emergency={episode.emergency === '1'}>
      {grade !== undefined && <LevelMark grade={grade} size={44} decorative />}
      <p>
        <strong className={styles['word']}>{grade === undefined ? alertKindNames[episode.kind] : gradeNames[grade]}</strong>
        {grade !== undefined && episode.kind !== 'emergency' && <span className={styles['note']}>{alertKindNames[episode.kind]}</span>}
        {episode.drill === '1' && <span className={styles['sign']}>訓練</span>}
        {episode.late === '1' && <span className={styles['sign']}>後着</span>}
        {episode.withdrawn === '1' && <span className={styles['sign']}>取下げ</span>}
      </p>
    </div>
  )
}

const Who = ({ record: { episode, furigana } }: Props) => (
  <div className={styles['who']}>
    <p className={styles['name']}>{subjectOf(episode)}</p>
    <p className={styles['note']}>
      {[furigana, episode.age === null ? null : `${episode.age}歳`, episode.groupName].filter((part) => part !== null).join('・')}
    </p>
    <p className={styles['place']}>
      {[episode.companyName, episode.baseName, episode.locationName].filter((part) => part !== null).join('　')}
    </p>
    {episode.fullName !== null && <p className={styles['reason']}>{episode.reason}</p>}
  </div>
)

/** Who, where and when, how bad, and how it went. */
export const RecordHead = ({ record }: Props) => {
  const { episode } = record
  const peak = highest(record)
  return (
    <section className={styles['head']} aria-label="概要" data-emergency={episode.emergency === '1'}>
      <Level episode={episode} />
      <Who record={record} />
      <dl className={styles['facts']}>
        <Fact name="発生から終了" value={period(episode)} note={lasted(episode)} />
        <Fact name="確認まで" value={untilAnswer(record)} />
        {peak !== undefined && <Fact name="最高心拍" value={`${peak} bpm`} />}
        <Fact name="結果" value={episode.outcome === null ? handlingNames[episode.handling] : outcomeNames[episode.outcome]} />
      </dl>
    </section>
  )
}
