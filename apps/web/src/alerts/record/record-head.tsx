import { type AlertEpisode, alertKindNames, handlingNames, outcomeNames } from '@mimamori/contract/alert'
import type { AlertRecord } from '@mimamori/contract/alert-record'
import { aftermathFacts, highestHeartRate, lengthInWords, periodInWords, unansweredInWords } from '@mimamori/contract/alert-record-facts'
import { gradeNames } from '@mimamori/contract/labels'
import { worstInWords } from '@mimamori/contract/worst-level'
import type { ReactNode } from 'react'
import { subjectOf } from '../../emergency/handling-words.ts'
import { gradeOf } from '../../marks/grade.ts'
import { LevelMark } from '../../marks/level-mark.tsx'
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

const Level = ({ episode }: { readonly episode: AlertEpisode }) => {
  const grade = episode.alertLevel === null && episode.emergency === '0' ? undefined : gradeOf(episode)
  const worst = worstInWords(episode)
  return (
    <div className={styles['level']} data-emergency={episode.emergency === '1'}>
      {grade !== undefined && <LevelMark grade={grade} size={44} decorative />}
      <p>
        <strong className={styles['word']}>{grade === undefined ? alertKindNames[episode.kind] : gradeNames[grade]}</strong>
        {grade !== undefined && episode.kind !== 'emergency' && <span className={styles['note']}>{alertKindNames[episode.kind]}</span>}
        {worst !== undefined && <span className={styles['note']}>{worst}</span>}
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
  const peak = highestHeartRate(record)
  return (
    <section className={styles['head']} aria-label="概要" data-emergency={episode.emergency === '1'}>
      <Level episode={episode} />
      <Who record={record} />
      <dl className={styles['facts']}>
        <Fact name="発生から終了" value={periodInWords(episode)} note={lengthInWords(episode)} />
        <Fact name="確認まで" value={unansweredInWords(record)} />
        {peak !== undefined && <Fact name="最高心拍" value={`${peak} bpm`} />}
        <Fact name="結果" value={episode.outcome === null ? handlingNames[episode.handling] : outcomeNames[episode.outcome]} />
        {aftermathFacts(record).map(([name, value, note]) => (
          <Fact key={name} name={name} value={value} note={note} />
        ))}
      </dl>
    </section>
  )
}
