import { keyEndNoticeDays } from '@mimamori/contract/ingest-key'
import { useNow } from '../../platform/clock.ts'
import { daysBetween, startOfDay } from '../../platform/japan-time.ts'
import styles from './key-end.module.css'

/** Until when a key is good: the day, and how long that is where it is a month or less. */
export const KeyEnd = ({ endsOn }: { readonly endsOn: string | null }) => {
  const now = useNow(60_000)
  if (endsOn === null) return <span className={styles['none']}>なし</span>
  const left = daysBetween(now, startOfDay(endsOn))
  return (
    <span className={styles['end']}>
      {endsOn.replaceAll('-', '/')}
      {left >= 0 && left <= keyEndNoticeDays && <strong>{left === 0 ? '今日まで' : `あと${left}日`}</strong>}
    </span>
  )
}
