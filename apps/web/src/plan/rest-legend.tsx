import type { PlanHour } from '@mimamori/contract/plan'
import { LevelMark } from '../marks/level-mark.tsx'
import styles from './rest-legend.module.css'

const marks = [
  [1, '15分'],
  [2, '30分・45分'],
  [3, '中止'],
] as const

/** What the marks mean, where the table comes from, and which hours are between two published ones. */
export const RestLegend = ({ hours, isMeasured }: { readonly hours: readonly PlanHour[]; readonly isMeasured: boolean }) => (
  <div className={styles['legend']}>
    <ul aria-label="休憩の凡例">
      {marks.map(([level, word]) => (
        <li key={level}>
          <LevelMark grade={level} size={16} hollow={isMeasured} decorative />
          {word}
        </li>
      ))}
    </ul>
    <p>
      1時間あたりの休憩の目安（厚生労働省の手引き、暑さに慣れた健康な人）です。0 は基準値までの時間です。
      {!isMeasured &&
        hours.some(({ isInterpolated }) => isInterpolated) &&
        '公表の予測は3時間ごと（○）で、間の時刻は前後から補間した値です。'}
    </p>
  </div>
)
