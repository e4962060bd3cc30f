import { gradeNames } from '@mimamori/contract/labels'
import { type ReactNode, useId } from 'react'
import { useWidth } from '../../kit/use-width.ts'
import { LevelMark } from '../level-mark.tsx'
import styles from './charts.module.css'
import { type ByLevel, countScale, heightOf, ofLevel, stackedLevels } from './count-scale.ts'
import { middleOf, slotWidth, type Slots, slotsIn } from './slots.ts'

export type CountColumn = {
  readonly key: string
  /** What it is called when one points at it. */
  readonly name: string
  readonly counts: ByLevel
  /** What has no level, at the foot. */
  readonly others?: { readonly name: string; readonly count: number }
}

type Props = {
  readonly label: string
  readonly columns: readonly CountColumn[]
  readonly height: number
  /** Shown below the columns. */
  readonly renderFoot: (slots: Slots, top: number) => ReactNode
}

/** Room above the columns for the marks of emergencies, and below for the labels. */
const around = { top: 38, bottom: 24 }
const mark = 16

/** Levels are distinguished by their hatching, on paper without colour too. */
const Hatches = ({ id }: { readonly id: string }) => (
  <defs>
    <pattern id={`${id}-1`} className={styles['hatch']} data-level="1" width="5" height="5" patternUnits="userSpaceOnUse">
      <rect width="5" height="5" />
      <circle cx="2.5" cy="2.5" r=".8" />
    </pattern>
    <pattern
      id={`${id}-2`}
      className={styles['hatch']}
      data-level="2"
      width="5"
      height="5"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="5" height="5" />
      <path d="M0 0V5" />
    </pattern>
  </defs>
)

/** What a column holds, in words: 21日 緊急 1件 危険 3件. */
const inWords = ({ name, counts, others }: CountColumn): string => {
  const parts = [
    counts.emergency > 0 && `${gradeNames.emergency} ${counts.emergency}件`,
    ...stackedLevels.toReversed().map((level) => ofLevel(counts, level) > 0 && `${gradeNames[level]} ${ofLevel(counts, level)}件`),
    others !== undefined && others.count > 0 && `${others.name} ${others.count}件`,
  ].filter(Boolean)
  return `${name}　${parts.length === 0 ? '0件' : parts.join('　')}`
}

const Emergencies = ({ count, x, bottom }: { readonly count: number; readonly x: number; readonly bottom: number }) => (
  <g>
    <g transform={`translate(${x - mark / 2} ${bottom - mark - 3})`}>
      <LevelMark grade="emergency" size={mark} decorative />
    </g>
    {count > 1 && (
      <text className={styles['times']} x={x} y={bottom - mark - 6} textAnchor="middle">
        {count}
      </text>
    )}
  </g>
)

/** Counts of alerts side by side: the levels stacked and hatched, a mark above where there were emergencies. */
export const ColumnChart = ({ label, columns, height, renderFoot }: Props) => {
  const [element, width] = useWidth(640)
  const id = useId()
  const slots = slotsIn(width, columns.length)
  const scale = countScale(Math.max(...columns.map(({ counts, others }) => heightOf(counts) + (others?.count ?? 0))))
  const bottom = height - around.bottom
  const yOf = (count: number) => Math.round((bottom - (count / scale.max) * (bottom - around.top)) * 10) / 10
  const barWidth = Math.min(slotWidth(slots) * 0.7, 26)
  return (
    <div ref={element} className={styles['place']}>
      <svg className={styles['drawing']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <Hatches id={id} />
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line className={styles['rule']} data-base={tick === 0} x1={slots.left} x2={slots.right} y1={yOf(tick)} y2={yOf(tick)} />
            <text className={styles['tick']} x={slots.left - 8} y={yOf(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {columns.map((column, index) => {
          const x = middleOf(index, slots)
          const { counts, others } = column
          let foundation = others?.count ?? 0
          return (
            <g key={column.key}>
              {foundation > 0 && (
                <rect
                  className={styles['others']}
                  x={x - barWidth / 2}
                  width={barWidth}
                  y={yOf(foundation)}
                  height={yOf(0) - yOf(foundation)}
                />
              )}
              {stackedLevels.map((level) => {
                const count = ofLevel(counts, level)
                const [from, to] = [foundation, foundation + count]
                foundation = to
                if (count === 0) return null
                return (
                  <rect
                    key={level}
                    className={styles['level']}
                    data-level={level}
                    x={x - barWidth / 2}
                    width={barWidth}
                    y={yOf(to)}
                    height={yOf(from) - yOf(to)}
                    fill={level === 3 ? undefined : `url(#${id}-${level})`}
                  />
                )
              })}
              {counts.emergency > 0 && <Emergencies count={counts.emergency} x={x} bottom={yOf(foundation)} />}
              <rect className={styles['pointed']} x={x - slotWidth(slots) / 2} width={slotWidth(slots)} y="0" height={bottom}>
                <title>{inWords(column)}</title>
              </rect>
            </g>
          )
        })}
        {renderFoot(slots, bottom)}
      </svg>
    </div>
  )
}
