import type { DeviceAlarmKind } from '@mimamori/contract/alert'
import { emergencyInWords } from '@mimamori/contract/emergency-words'
import { type Grade, gradeNames } from '@mimamori/contract/labels'
import { EmergencySign } from './emergency-sign.tsx'
import { levelShapes } from '@mimamori/contract/level-shapes'
import styles from './marks.module.css'

export type MarkSize = 44 | 32 | 24 | 20 | 16

type Props = {
  readonly grade: Grade
  readonly size?: MarkSize
  /** Drawn in outline: the value from before the data stopped. */
  readonly hollow?: boolean
  /** True where the word is beside the mark, so that it is not read twice. */
  readonly decorative?: boolean
}

const Shape = ({ grade, hollow }: { readonly grade: Grade; readonly hollow: boolean }) => {
  switch (grade) {
    case 'emergency':
      return (
        <>
          <rect className={styles['fill']} x=".5" y=".5" width="23" height="23" rx="3.8" />
          <rect className={styles['sign']} x="10.25" y="3.9" width="3.5" height="11.2" rx="1.7" />
          <circle className={styles['sign']} cx="12" cy="18.4" r="2.15" />
        </>
      )
    case 3:
    case 2:
    case 1:
      return (
        <>
          <polygon className={styles['fill']} points={levelShapes[grade].points} />
          <text className={styles['digit']} x="12" y={levelShapes[grade].digitY}>
            {grade}
          </text>
        </>
      )
    case 0:
      return <circle className={styles['ring']} cx="12" cy="12" r="7.7" strokeWidth={hollow ? 1.4 : 2.7} />
    case 'none':
      return <rect className={styles['bar']} x="4" y="10.7" width="16" height="2.6" rx="1.3" />
    default:
      grade satisfies never
      return null
  }
}

/** The mark of a grade: shape, digit and colour; its word is its accessible name. */
export const LevelMark = ({ grade, size = 20, hollow = false, decorative = false }: Props) => (
  <svg
    className={styles['mark']}
    data-grade={grade}
    data-hollow={hollow}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': `${gradeNames[grade]}${hollow ? '（途絶前の値）' : ''}` })}
  >
    <Shape grade={grade} hollow={hollow} />
  </svg>
)

/** The mark with its word beside it. Words are ink; only the mark is coloured. */
export const LevelLabel = ({
  grade,
  size = 20,
  hollow = false,
  word = gradeNames[grade],
}: Omit<Props, 'decorative'> & { readonly word?: string }) => (
  <span className={styles['label']} data-grade={grade}>
    <LevelMark grade={grade} size={size} hollow={hollow} decorative />
    <span className={styles['word']}>{word}</span>
    {hollow && <span className="visually-hidden">（途絶前の値）</span>}
  </span>
)

/** 緊急 on a filled ground, with what a device judged: the only badge with one. */
export const EmergencyBadge = ({ alarm = null }: { readonly alarm?: DeviceAlarmKind | null }) => (
  <span className={styles['badge']}>
    <EmergencySign size={15} />
    {emergencyInWords(alarm)}
  </span>
)
