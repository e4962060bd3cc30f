import type { Lane } from '@mimamori/heat/chart/record-chart'
import { type Frame, xOf } from '@mimamori/heat/chart/record-frame'
import { clockOf } from '../../platform/japan-time.ts'
import styles from './record-chart.module.css'

const height = 20
/** Shorter spans have no room for their word; the title has it then. */
const roomForWord = 44

type Props = { readonly lane: Lane; readonly top: number; readonly frame: Frame }

/** Spans in a row, each with its word and, of a level, its colour. */
export const ChartLane = ({ lane, top, frame }: Props) => (
  <g>
    <text className={styles['tick']} x={frame.left - 7} y={top + 14} textAnchor="end">
      {frame.hasNames && lane.name}
    </text>
    {lane.spans
      .filter(({ from, to }) => to > frame.window.from && from < frame.window.to)
      .map(({ from, to, word, grade, isStrong }) => {
        const [left, right] = [xOf(from, frame), xOf(to, frame)]
        return (
          <g key={from} className={styles['lane']} data-grade={grade} data-strong={isStrong}>
            <title>{`${clockOf(from)}〜${clockOf(to)} ${word}`}</title>
            <rect x={left} y={top} width={Math.max(1, right - left)} height={height} rx="2" />
            {right - left > roomForWord && (
              <text x={(left + right) / 2} y={top + 14} textAnchor="middle">
                {word}
              </text>
            )}
          </g>
        )
      })}
  </g>
)
