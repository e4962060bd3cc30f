import { gradeNames, type Grade } from '@mimamori/contract/labels'
import { handlingNames } from '@mimamori/contract/alert'
import type { Wallboard, WallboardPerson } from '@mimamori/contract/wallboard'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { EmergencySign } from '../marks/emergency-sign.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
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

const Who = ({ person, word }: { readonly person: WallboardPerson; readonly word?: string }) => (
  <div className={styles['who']}>
    <p className={styles['line']}>
      {word !== undefined && <span className={styles['word']}>{word}</span>}
      <strong className={styles['name']} data-long={person.name.length > longName}>
        {person.name}
      </strong>
      {person.group !== null && <span className={styles['group']}>{person.group}</span>}
    </p>
    <p className={styles['place']}>{person.place ?? '場所不明'}</p>
  </div>
)

/** Somebody in an open emergency. Only one that nobody has answered pulses, and never one that is old. */
export const Band = ({ person, now, isOld, alone }: ShownState & { readonly person: WallboardPerson; readonly alone: boolean }) => {
  const isUnanswered = person.handling === 'open'
  return (
    <li className={styles['band']} data-alone={alone}>
      <span className={styles['sign']}>
        {isOld ? <LevelMark grade="emergency" hollow decorative /> : <EmergencySign size={64} pulses={isUnanswered} />}
      </span>
      <Who person={person} word={gradeNames.emergency} />
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

/** Somebody at 警戒 or 危険: who, where, since when, and who has answered. */
export const Card = ({ person, now, isOld }: ShownState & { readonly person: WallboardPerson }) => {
  const grade = levelGradeOf(person.level) ?? 'none'
  const { lostSince, handling } = person
  const answer = handling === null || handling === 'open' ? null : answerInWords(person)
  return (
    <li className={styles['card']} data-grade={isOld ? undefined : grade}>
      <span className={styles['mark']}>
        <LevelMark grade={grade} hollow={isOld || lostSince !== null} decorative />
        <span>{gradeNames[grade]}</span>
      </span>
      <Who person={person} />
      <div className={styles['right']}>
        {lostSince === null ? <Since at={person.since} now={now} isOld={isOld} /> : <LostSince at={lostSince} now={now} isOld={isOld} />}
        {answer !== null && <span className={styles['note']}>{answer}</span>}
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

export const inWords = (counts: readonly (readonly [Grade, number])[]): string =>
  counts
    .filter(([, count]) => count > 0)
    .map(([grade, count]) => `${gradeNames[grade]} ${count}人`)
    .join('・')
