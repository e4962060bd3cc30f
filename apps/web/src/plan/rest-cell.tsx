import { gradeNames } from '@mimamori/contract/labels'
import type { PlanRestHour } from '@mimamori/contract/plan'
import { LevelMark } from '../marks/level-mark.tsx'
import { restGrade, stopMinutes } from './plan-words.ts'
import styles from './rest-cell.module.css'

const Unworked = ({ word }: { readonly word: string }) => (
  <span className={styles['none']}>
    <span aria-hidden="true">―</span>
    <span className="visually-hidden">{word}</span>
  </span>
)

type Props = {
  readonly hour: Pick<PlanRestHour, 'restMinutes' | 'workMinutes'>
  /** Whether it follows from a day that was measured: pale, in outline, since nothing is planned by it. */
  readonly isMeasured: boolean
}

/** The rest of an hour: its mark and minutes, 中止 where the work should stop, a pale 0 up to the limit, ― where nobody works or nothing is known. */
export const RestCell = ({ hour: { restMinutes, workMinutes }, isMeasured }: Props) => {
  if (restMinutes === null) return <Unworked word={workMinutes === 0 ? '作業なし' : '値なし'} />
  const grade = restGrade(restMinutes)
  if (grade === null) return <span className={styles['none']}>0</span>
  return (
    <span className={styles['rest']} data-measured={isMeasured}>
      <LevelMark grade={grade} size={16} hollow={isMeasured} decorative />
      <span className="visually-hidden">{gradeNames[grade]}</span>
      <strong>{restMinutes === stopMinutes ? '中止' : restMinutes}</strong>
      {restMinutes !== stopMinutes && <span className="visually-hidden">分</span>}
    </span>
  )
}
