import type { ReactNode } from 'react'
import styles from './bars.module.css'

export type Bar = {
  readonly name: string
  readonly count: number
  /** True where it is counted in a bar above it already. */
  readonly isPart?: boolean
  /** True of what is missing: nobody rested, nothing is known. */
  readonly isHatched?: boolean
  /** What is said after the count: its share. */
  readonly note?: ReactNode
}

type Props = {
  readonly label: string
  readonly bars: readonly Bar[]
  /** The value of a full bar; the greatest value if it is not given. */
  readonly full?: number
}

/** Counts one below the other with a grey bar each. */
export const Bars = ({ label, bars, full = Math.max(1, ...bars.map(({ count }) => count)) }: Props) => (
  <ul className={styles['bars']} aria-label={label}>
    {bars.map(({ name, count, note, isPart = false, isHatched = false }) => (
      <li key={name} className={styles['row']} data-part={isPart} data-hatched={isHatched}>
        <span>{name}</span>
        <Track part={count / full} />
        <span className={styles['count']}>
          <strong>{count.toLocaleString('ja-JP')}</strong>
          {note !== undefined && <span className={styles['note']}>{note}</span>}
        </span>
      </li>
    ))}
  </ul>
)

/** A bar of its own, beside the number that it shows. */
export const Track = ({ part }: { readonly part: number }) => (
  <span className={styles['track']} aria-hidden="true">
    <span className={styles['bar']} style={{ width: `${Math.min(1, part) * 100}%` }} />
  </span>
)
