import type { AnswerOf } from '@mimamori/contract/endpoint'
import type { endpoints } from '@mimamori/contract/endpoints'
import { gradeNames, statusNames, type Grade } from '@mimamori/contract/labels'
import { clockOf } from '../platform/japan-time.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import styles from './summary-strip.module.css'

type Summary = AnswerOf<typeof endpoints.healthCondition.summary>

const counts: readonly { readonly grade: Exclude<Grade, 'emergency'>; readonly key: keyof Summary }[] = [
  { grade: 3, key: 'level3' },
  { grade: 2, key: 'level2' },
  { grade: 1, key: 'level1' },
  { grade: 0, key: 'level0' },
  { grade: 'none', key: 'none' },
]

/** How everybody is, in one line. */
export const SummaryStrip = ({ summary, at }: { readonly summary: Summary; readonly at: number }) => (
  <section className={styles['strip']} aria-label="いまの体調">
    <p className={styles['what']}>
      <strong>いまの体調</strong>
      <span>
        {summary.workers.toLocaleString('ja-JP')}人・{clockOf(at)}
      </span>
    </p>
    {summary.workers === 0 ? (
      <p className={styles['nobody']}>作業者を登録すると、ここに段階ごとの人数が並びます。</p>
    ) : (
      <>
        <ul className={styles['counts']}>
          {counts.map(({ grade, key }) => (
            <li key={key} className={styles['count']}>
              <LevelMark grade={grade} size={24} decorative />
              <strong>{summary[key]}</strong>
              <span>{gradeNames[grade]}</span>
            </li>
          ))}
        </ul>
        <p className={`${styles['count']} ${styles['silent']}`}>
          <SilentMark size={24} decorative />
          <strong>{summary.silent}</strong>
          <span>{statusNames['0']}</span>
        </p>
      </>
    )}
  </section>
)
