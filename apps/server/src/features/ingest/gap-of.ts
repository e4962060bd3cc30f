import { gapSecondsOf } from '../../shared/monitoring/summaries/covered-minutes.ts'
import type { AssessedReading } from './reading.ts'

/**
 * The longest time in seconds from a tag's reading to one beside it that is no gap: by the interval in force at it where it was
 * judged, else by the one that it says. Null for other kinds.
 */
export const gapOf = ({ reading, worker }: AssessedReading): number | null =>
  reading.kind === 'vital' ? gapSecondsOf(worker?.fresh === true ? worker.intervalMinutes : reading.intervalMinutes) : null
