import type { HealthRow } from '@mimamori/contract/health-condition'
import { heartNotJudged, strainLimitName } from '@mimamori/contract/labels'
import { clockOf } from '../platform/japan-time.ts'
import styles from './level-reason.module.css'
import { lostInWords } from './lost-words.ts'

/** The heart's reason and the heat's, each on a line of its own where they do not fit on one. */
const partsOf = (reason: string): string[] => reason.split(/(?<=、)/)

/** What a level rests on, each by itself, as the server worded it. */
export const reasonParts = (reason: string): string[] => reason.split('、')

type Props = { readonly row: Pick<HealthRow, 'alertLevel' | 'reason' | 'lost' | 'heartJudged' | 'strainedAt'> }

/**
 * The reason of a level, which of its data is missing, that the heart is not judged, and that the shift has passed the strain limit,
 * in small words; else nothing.
 */
export const LevelReason = ({ row }: Props) => {
  const hasLevel = row.alertLevel !== null && (row.reason !== null || row.lost.length > 0)
  if (!hasLevel && row.heartJudged && row.strainedAt === null) return null
  return (
    <span className={styles['reason']}>
      {!row.heartJudged && <span>{heartNotJudged}</span>}
      {hasLevel && row.reason !== null && partsOf(row.reason).map((part) => <span key={part}>{part}</span>)}
      {hasLevel && row.lost.length > 0 && <span className={styles['lost']}>{lostInWords(row.lost)}</span>}
      {row.strainedAt !== null && (
        <span>
          {strainLimitName}を超過 {clockOf(row.strainedAt)}
        </span>
      )}
    </span>
  )
}
