import { gradeNames } from '@mimamori/contract/labels'
import type { SafetySummary } from '@mimamori/contract/safety-summary'
import type { ReactNode } from 'react'
import { LevelMark } from '../marks/level-mark.tsx'
import styles from './figures-strip.module.css'
import { nothing, shareOf, waitInWords } from '../marks/charts/figure-words.ts'
import { dayAndClock, heatMeans, hoursOf } from './words.ts'

type FigureProps = {
  readonly name: string
  readonly value: string
  readonly unit?: string | undefined
  readonly mark?: ReactNode
  readonly note: ReactNode
}

const Figure = ({ name, value, unit, mark, note }: FigureProps) => (
  <li className={styles['figure']}>
    <span className={styles['name']}>{name}</span>
    <span className={styles['line']}>
      {mark}
      <strong className={styles['value']}>{value}</strong>
      {unit !== undefined && <span className={styles['unit']}>{unit}</span>}
    </span>
    <span className={styles['note']}>{note}</span>
  </li>
)

const levels = [
  { grade: 'emergency', key: 'emergency' },
  { grade: 3, key: 'level3' },
  { grade: 2, key: 'level2' },
  { grade: 1, key: 'level1' },
] as const

/** The share answered within so many minutes is shown beside the median. */
const soonMinutes = 5

/** The month in seven figures, each with the month before. */
export const FiguresStrip = ({ summary: { totals, previous, heat, response } }: { readonly summary: SafetySummary }) => {
  const before = (count: number | undefined, unit: string) =>
    count === undefined ? '前月の記録なし' : `前月 ${count.toLocaleString('ja-JP')}${unit}`
  const median = response.medianSeconds === null ? undefined : waitInWords(response.medianSeconds)
  const answeredSoon = response.within.find(({ minutes }) => minutes === soonMinutes)?.count ?? 0
  return (
    <ul className={styles['strip']} aria-label="この月の数字">
      {levels.map(({ grade, key }) => (
        <Figure
          key={key}
          name={gradeNames[grade]}
          mark={<LevelMark grade={grade} size={24} decorative />}
          value={totals[key].toLocaleString('ja-JP')}
          unit="件"
          note={before(previous?.[key], '件')}
        />
      ))}
      <Figure
        name="WBGTの最高"
        value={heat.highest?.wbgt.toFixed(1) ?? nothing}
        unit={heat.highest === null ? undefined : '℃'}
        note={heat.highest === null ? '測定値なし' : `${dayAndClock(heat.highest.at)} ${heat.highest.place}`}
      />
      <Figure
        name="暑い時間"
        value={hoursOf(heat.heatMinutes)}
        unit="時間"
        note={
          <>
            {previous === null ? before(undefined, '') : `前月 ${hoursOf(previous.heatMinutes)}時間`}
            <span className="visually-hidden">（{heatMeans}）</span>
          </>
        }
      />
      <Figure
        name="確認まで（中央値）"
        value={median?.value ?? nothing}
        unit={median?.unit}
        note={response.asked === 0 ? '確認の要るアラートなし' : `${soonMinutes}分以内 ${shareOf(answeredSoon, response.asked)}`}
      />
    </ul>
  )
}
