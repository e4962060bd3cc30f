import { gradeNames, statusNames } from '@mimamori/contract/labels'
import { LevelMark } from '../marks/level-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import type { ShownType } from './choice.ts'
import styles from './table-mode.module.css'
import { stepInWords } from './words.ts'

const levels = [3, 2, 1, 0] as const

/** What the marks mean, and from which value on. */
export const ReportLegend = ({ type }: { readonly type: ShownType }) => (
  <ul className={styles['legend']} aria-label="表の凡例">
    <li>
      <LevelMark grade="emergency" size={16} decorative />
      {gradeNames.emergency}
    </li>
    {(type === 2 || type === 3) &&
      levels.map((level) => (
        <li key={level}>
          <LevelMark grade={level} size={16} decorative />
          {[gradeNames[level], stepInWords(type, level)].filter(Boolean).join(' ')}
        </li>
      ))}
    <li>
      <SilentMark size={16} decorative />
      {statusNames['0']}
    </li>
  </ul>
)
