import type { HealthRow } from '@mimamori/contract/health-condition'
import { heartNotJudged } from '@mimamori/contract/labels'
import styles from './level-reason.module.css'
import { lostInWords } from './lost.tsx'

/** The heart's reason and the heat's, each on a line of its own where they do not fit on one. */
const partsOf = (reason: string): string[] => reason.split(/(?<=、)/)

type Props = { readonly row: Pick<HealthRow, 'alertLevel' | 'reason' | 'lost' | 'heartJudged'> }

/** The reason of a level, which of its data is missing, and that the heart is not judged, in small words; else nothing. */
export const LevelReason = ({ row }: Props) => {
  const hasLevel = row.alertLevel !== null && (row.reason !== null || row.lost.length > 0)
  if (!hasLevel && row.heartJudged) return null
  return (
    <span className={styles['reason']}>
      {!row.heartJudged && <span>{heartNotJudged}</span>}
      {hasLevel && row.reason !== null && partsOf(row.reason).map((part) => <span key={part}>{part}</span>)}
      {hasLevel && row.lost.length > 0 && <span className={styles['lost']}>{lostInWords(row.lost)}</span>}
    </span>
  )
}
