import styles from './minute-line.module.css'

const width = 200
const height = 26
const foot = height - 3
const top = 4

/**
 * Readings of each of the last whole minutes as a line over its foot.
 * @param perMinute readings of each clock minute; the last one is still running, which would end each line in a fall
 */
export const MinuteLine = ({ perMinute }: { readonly perMinute: readonly number[] }) => {
  const whole = perMinute.slice(0, -1)
  const most = Math.max(...whole, 1)
  const points = whole.map((count, index) => ({
    x: 2 + (index * (width - 6)) / Math.max(whole.length - 1, 1),
    y: foot - (count / most) * (foot - top),
  }))
  const end = points.at(-1)
  const isSilent = whole.every((count) => count === 0)
  const name = isSilent ? '60分のあいだ0件' : `60分の動き：1分に最大${most}件、最後の1分は${whole.at(-1) ?? 0}件`
  return (
    <svg className={styles['chart']} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={name}>
      <line className={styles['foot']} x1="2" x2={width - 4} y1={foot} y2={foot} />
      <polyline className={styles['line']} points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {!isSilent && end !== undefined && <circle className={styles['end']} cx={end.x} cy={end.y} r="2.5" />}
    </svg>
  )
}
