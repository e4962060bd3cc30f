import type { HealthDetail } from '@mimamori/contract/health-condition'
import { gradeNames, labels, ownMeasureNames, ownShiftsInWords, statusNames } from '@mimamori/contract/labels'
import type { ReactNode } from 'react'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { wbgtInWords } from '@mimamori/contract/wbgt-source'
import { signed } from '@mimamori/contract/number-words'
import { ContactLinks } from '../emergency/contact-links.tsx'
import { useContacts } from '../emergency/use-contacts.ts'
import { Ago, Lasting } from '../marks/ago.tsx'
import { DeviceWarnings } from '../marks/device-warnings.tsx'
import { fadingWords } from '../marks/fading-words.ts'
import { levelWordOf } from '../marks/grade.ts'
import { heartNote } from '../marks/heart-rate-scale.ts'
import { onEndInWords } from '../marks/heat-time.tsx'
import { useNow } from '../platform/clock.ts'
import { clockOf } from '../platform/japan-time.ts'
import { EmergencyBadge, LevelLabel } from '../marks/level-mark.tsx'
import { ReportLabel } from '../marks/report-mark.tsx'
import { LevelReason } from '../marks/level-reason.tsx'
import { lastAnswerInWords } from './last-answer-words.ts'
import styles from './person-panel.module.css'

const { healthCondition: label } = labels

type KeyProps = {
  readonly name: string
  readonly unit: string
  readonly value: ReactNode
  readonly note: ReactNode
  readonly stale: boolean
}

const KeyNumber = ({ name, unit, value, note, stale }: KeyProps) => (
  <div className={styles['key']}>
    <span className={styles['key-name']}>{name}</span>
    <span className={styles['key-value']} data-stale={stale}>
      {value ?? '―'} {value !== null && <span className={styles['unit']}>{unit}</span>}
    </span>
    <span className={styles['key-note']}>{note}</span>
  </div>
)

type Props = {
  readonly detail: HealthDetail
  readonly onEmergency: (() => void) | undefined
  /** The answer to what somebody has to see to at once; null where there is nothing. */
  readonly answer: ReactNode
  /** What else the viewer may do about the person. */
  readonly actions: ReactNode
}

const Identity = ({ detail, onEmergency, answer, actions }: Props) => {
  const { now } = detail
  const grade = levelGradeOf(now.alertLevel)
  return (
    <div className={styles['identity']}>
      <h2 className={styles['name']}>
        {detail.fullName}
        {now.emergency === '1' &&
          (onEmergency === undefined ? (
            <EmergencyBadge alarm={now.alarm} />
          ) : (
            <button type="button" className={styles['badge']} aria-label={`${detail.fullName}の緊急に対応する`} onClick={onEmergency}>
              <EmergencyBadge alarm={now.alarm} />
            </button>
          ))}
      </h2>
      <p className={styles['reading']}>
        {detail.furigana}
        {detail.age !== null && `・${detail.age}歳`}
        {detail.ageAssumed && '（生年月日の登録がないため、上限は60歳として計算）'}
      </p>
      {detail.daysWithoutExposure !== null && <p className={styles['reading']}>{fadingWords(detail.daysWithoutExposure)}</p>}
      {grade !== undefined && (
        <p className={styles['level']}>
          <LevelLabel grade={grade} word={levelWordOf(now)} size={24} hollow={now.status === '0'} />
          {now.levelSince !== null && (
            <span>
              {clockOf(now.levelSince)} から <Lasting since={now.levelSince} />
            </span>
          )}
        </p>
      )}
      <ReportLabel row={now} />
      {now.attention === true && <p className={styles['reading']}>{attentionWords(detail)}</p>}
      {now.resting !== null && <p className={styles['reading']}>休憩中（{clockOf(now.resting)}から）</p>}
      <LevelReason row={now} />
      <DeviceWarnings warnings={now.warnings} />
      <div className={styles['answer']}>{answer}</div>
      <div className={styles['actions']}>{actions}</div>
    </div>
  )
}

/** Why the reference value is lower than usual. */
const attentionWords = ({ attention }: HealthDetail): string => {
  const since = attention?.at(-1)?.from
  return `要注意（${since === undefined ? '' : `${clockOf(since)}の`}朝礼チェック）。きょうは、暑さに慣れていない人の基準値で見ています。`
}

const ownMeasureInWords = ({ ownMean, ownShifts }: HealthDetail['now']): string | null =>
  ownMean === null ? null : `${Math.round(ownMean)} bpm${ownShifts === null ? '' : `（${ownShiftsInWords(ownShifts)}）`}`

const Facts = ({ detail }: { readonly detail: HealthDetail }) => {
  const { now, lastAnswer } = detail
  const serverNow = useNow(60_000)
  const contacts = useContacts(detail)
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [label.officeName, detail.officeName],
    [label.affiliation1, detail.affiliation1],
    [label.groupName, detail.groupName],
    [label.leaderName, detail.leaderName],
    [label.locationName, now.locationName],
    [label.lastAnswer, lastAnswer === null ? null : lastAnswerInWords(lastAnswer, serverNow)],
    [ownMeasureNames.ownMean, ownMeasureInWords(now)],
    [
      label.alertTime,
      now.alertTime !== null && (
        <>
          {now.status !== '' && <b>{statusNames[now.status]} </b>}
          <Ago at={now.alertTime} />
          {now.bateryLevel !== null && `・${label.bateryLevel} ${now.bateryLevel}／5`}
        </>
      ),
    ],
  ]
  return (
    <div className={styles['facts']}>
      <ContactLinks contacts={contacts} />
      <dl className={styles['list']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null || value === false ? '―' : value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Who it is, how they are now, and whom to call about them. */
export const PersonPanel = ({ detail, onEmergency, answer, actions }: Props) => {
  const { now, accumulated } = detail
  const stale = now.status === '0'
  const counted = accumulated.level === 3 ? gradeNames[3] : `${gradeNames[accumulated.level === 2 ? 2 : 1]}以上`
  return (
    <section className={styles['panel']} aria-label="いまの状態">
      <Identity detail={detail} onEmergency={onEmergency} answer={answer} actions={actions} />
      <KeyNumber
        name={label.heartRate}
        unit="bpm"
        value={now.heartRate}
        note={now.heartRate === null ? statusNames['1'] : heartNote(now.heartRate, now)}
        stale={stale}
      />
      <KeyNumber
        name={label.excess}
        unit="℃"
        value={now.excess === null ? null : signed(now.excess)}
        note={now.wbgtValue === null ? 'WBGTなし' : `${wbgtInWords(now.wbgtValue, now.wbgtSource)}／基準値 ${detail.referenceWbgt}`}
        stale={stale}
      />
      <KeyNumber
        name="暑さの中の時間"
        unit="分"
        value={now.heatMinutesToday}
        note={now.heatMinutesToday === null ? '受信なし' : onEndInWords(now) || 'きょうの合計'}
        stale={stale}
      />
      <KeyNumber
        name={`${counted}の累計`}
        unit="分"
        value={Math.floor(accumulated.minutes)}
        note={`判定 ${accumulated.limitMinutes}分で緊急`}
        stale={false}
      />
      <Facts detail={detail} />
    </section>
  )
}
