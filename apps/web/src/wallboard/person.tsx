import { emergencyInWords } from '@mimamori/contract/emergency-words'
import { gradeNames } from '@mimamori/contract/labels'
import { alertKindNames, handlingNames } from '@mimamori/contract/alert'
import type { Wallboard, WallboardPerson } from '@mimamori/contract/wallboard'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { EmergencySign } from '../marks/emergency-sign.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { ReportMark } from '../marks/report-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import styles from './board.module.css'
import { Since } from './since.tsx'

/** Names are never cut: a long one is written smaller. */
const longName = 5

type ShownState = { readonly now: number; readonly isOld: boolean }

type Answered = Pick<WallboardPerson, 'handling' | 'handledBy'>

/** 未対応, or who answers. */
const answerInWords = ({ handling, handledBy }: Answered): string =>
  [handlingNames[handling ?? 'open'], handling === 'open' ? null : handledBy].filter((part) => part !== null).join(' ')

const Who = ({ person, word }: { readonly person: WallboardPerson; readonly word?: string }) => {
  const name = person.name ?? '名前不明'
  return (
    <div className={styles['who']}>
      <p className={styles['line']}>
        {word !== undefined && <span className={styles['word']}>{word}</span>}
        <strong className={styles['name']} data-long={name.length > longName}>
          {name}
        </strong>
        {person.group !== null && <span className={styles['group']}>{person.group}</span>}
      </p>
      <p className={styles['place']}>{person.place ?? '場所不明'}</p>
    </div>
  )
}

/** Somebody in an open emergency. Only one that nobody has answered pulses, and never one that is old. */
export const Band = ({ person, now, isOld, alone }: ShownState & { readonly person: WallboardPerson; readonly alone: boolean }) => {
  const isUnanswered = person.handling === 'open'
  return (
    <li className={styles['band']} data-alone={alone}>
      <span className={styles['sign']}>
        {isOld ? <LevelMark grade="emergency" hollow decorative /> : <EmergencySign size={64} pulses={isUnanswered} />}
      </span>
      <Who person={person} word={emergencyInWords(person.alarm)} />
      <div className={styles['ends']}>
        <div className={styles['right']}>
          {alone && !isOld && <span className={styles['began']}>発生から</span>}
          <Since at={person.since} now={now} isOld={isOld} />
        </div>
        <span className={styles['answer']} data-open={isUnanswered}>
          {answerInWords(person)}
        </span>
      </div>
    </li>
  )
}

const LostSince = ({ at, now, isOld }: ShownState & { readonly at: string }) => (
  <span className={styles['lost']}>
    <SilentMark decorative />
    <span>
      途絶 <Since at={at} now={now} isOld={isOld} />
    </span>
  </span>
)

/** A report gives no level: its own mark, in ink. */
const CardMark = ({ person: { reported, level, lostSince }, isOld }: { readonly person: WallboardPerson; readonly isOld: boolean }) => {
  const grade = levelGradeOf(level) ?? 'none'
  return (
    <span className={styles['mark']}>
      {reported ? <ReportMark size={56} /> : <LevelMark grade={grade} hollow={isOld || lostSince !== null} decorative />}
      <span>{reported ? alertKindNames.report : gradeNames[grade]}</span>
    </span>
  )
}

/** Under the time: the level of somebody who reported, where it is one that needs help by itself, and who answers. */
const noteOf = ({ reported, level, handling, handledBy }: WallboardPerson): string =>
  [
    reported && level !== null && level >= 2 ? gradeNames[levelGradeOf(level) ?? 'none'] : '',
    handling === null || (handling === 'open' && !reported) ? '' : answerInWords({ handling, handledBy }),
  ]
    .filter((part) => part !== '')
    .join('・')

/** Somebody who reported (申告), or at 警戒 or 危険: who, where, since when, and who has answered. */
export const Card = ({ person, now, isOld }: ShownState & { readonly person: WallboardPerson }) => {
  const grade = levelGradeOf(person.level) ?? 'none'
  const { lostSince, reported } = person
  const note = noteOf(person)
  return (
    <li className={styles['card']} data-grade={isOld ? undefined : grade}>
      <CardMark person={person} isOld={isOld} />
      <Who person={person} />
      <div className={styles['right']}>
        {lostSince === null || reported ? (
          <Since at={person.since} now={now} isOld={isOld} />
        ) : (
          <LostSince at={lostSince} now={now} isOld={isOld} />
        )}
        {note !== '' && <span className={styles['note']}>{note}</span>}
      </div>
    </li>
  )
}

/** People without a seat on the screen are counted. */
export const Rest = ({ count, word, inWords }: { readonly count: number; readonly word: string; readonly inWords?: string }) => (
  <li className={styles['rest']} data-grade={inWords === undefined ? 'emergency' : undefined}>
    <strong>
      ほか{count}人{word}
    </strong>
    {inWords !== undefined && <span>{inWords}</span>}
  </li>
)

/** A drill: outlined, never filled, and says so first. */
export const Drill = ({ drill, now, isOld }: ShownState & { readonly drill: NonNullable<Wallboard['drill']> }) => (
  <p className={styles['drill']}>
    <strong>訓練</strong>
    <span>{drill.group ?? '現場の全員'}</span>
    <span>{answerInWords(drill)}</span>
    <Since at={drill.since} now={now} isOld={isOld} />
  </p>
)

/** How many of what: 申告 1人・危険 3人. */
export const inWords = (counts: readonly (readonly [word: string, count: number])[]): string =>
  counts
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word} ${count}人`)
    .join('・')
