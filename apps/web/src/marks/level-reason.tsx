import type { HealthRow } from '@mimamori/contract/health-condition'
import styles from './level-reason.module.css'
import { lostInWords } from './lost.tsx'

/** The heart's reason and the heat's, each on a line of its own where they do not fit on one. */
const partsOf = (reason: string): string[] => reason.split(/(?<=、)/)

/** The reason of a level, and which of its data is missing, in small words; nothing without a level. */
export const LevelReason = ({ row }: { readonly row: Pick<HealthRow, 'alertLevel' | 'reason' | 'lost'> }) => {
  if (row.alertLevel === null || (row.reason === null && row.lost.length === 0)) return null
  return (
    <span className={styles['reason']}>
      {row.reason !== null && partsOf(row.reason).map((part) => <span key={part}>{part}</span>)}
      {row.lost.length > 0 && <span className={styles['lost']}>{lostInWords(row.lost)}</span>}
    </span>
  )
}
