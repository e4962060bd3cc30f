import type { WorkerState } from '@mimamori/heat'
import type { Replayed } from '../../monitoring/episodes/match-episodes.ts'
import type { AssessedReading } from '../reading.ts'

/** What became of a worker who was judged again. */
export type Rejudged = {
  /** The state that judging began from; null for the beginning. */
  readonly from: WorkerState | null
  /** The stored readings as they are judged now, in time order. */
  readonly stored: readonly AssessedReading[]
  /** Those of them whose levels on record are others. */
  readonly changed: readonly AssessedReading[]
  readonly replayed: Replayed
}
