import { clockOf } from '../platform/japan-time.ts'
import styles from './board.module.css'

const minute = 60_000

/** A span as number and unit: 51 分, 1 時間 5 分, 2 日. */
export const spanParts = (milliseconds: number): readonly (readonly [number, string])[] => {
  const minutes = Math.max(0, Math.floor(milliseconds / minute))
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return [[Math.floor(hours / 24), '日']]
  if (hours === 0) return [[minutes, '分']]
  return minutes % 60 === 0
    ? [[hours, '時間']]
    : [
        [hours, '時間'],
        [minutes % 60, '分'],
      ]
}

type Props = {
  readonly at: string
  readonly now: number
  /** True where what is shown is old: then it is said when it began, since nobody knows how long it lasted. */
  readonly isOld: boolean
}

/** How long something has lasted, large enough to be read from the door. */
export const Since = ({ at, now, isOld }: Props) => {
  if (isOld) return <span className={styles['since']}>{clockOf(at)} から</span>
  const parts = spanParts(now - Date.parse(at))
  return (
    <span className={styles['since']} data-long={parts.length > 1}>
      {parts.map(([value, unit]) => (
        <span key={unit}>
          <strong>{value}</strong>
          {unit}
        </span>
      ))}
    </span>
  )
}
