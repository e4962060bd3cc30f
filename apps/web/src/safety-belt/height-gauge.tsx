import styles from './marks.module.css'

type Props = {
  /** Metres above the barometer. */
  readonly altitude: number
  /** The height from which it must be hooked, metres. */
  readonly limit: number
  readonly stale: boolean
}

const width = 48
/** A scaffold of five storeys; a person who is higher is shown at its end. */
const mostMetres = 10

/** A height compared with the height from which the hook is needed. Its number and words are beside it. */
export const HeightGauge = ({ altitude, limit, stale }: Props) => {
  const most = Math.max(mostMetres, limit * 2)
  const place = (metres: number) => (Math.min(Math.max(metres, 0), most) / most) * (width - 4) + 2
  return (
    <svg className={styles['gauge']} data-stale={stale} width={width} height="14" viewBox={`0 0 ${width} 14`} aria-hidden="true">
      <rect className={styles['track']} y="5" width={width} height="4" rx="1" />
      <rect className={styles['limit']} x={place(limit) - 0.6} y="1.5" width="1.2" height="11" />
      <rect className={styles['at']} x={place(altitude) - 1.6} y="1.5" width="3.2" height="11" rx=".8" />
    </svg>
  )
}
