import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { StaleMasterData } from './model.ts'

/** Too many readings of a sender are waiting, or for too long: it has to send them again a little later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Deadlocks and serialization failures that outlasted the pipeline's own repeats. */
const conflicts = new Set(['40P01', '40001'])

/** True where the same readings may be stored a little later; false for a fault in them or in the product. */
export const isTransient = (error: unknown): boolean =>
  error instanceof QueueFull ||
  error instanceof StaleMasterData ||
  isDatabaseAway(error) ||
  (error instanceof Error && 'code' in error && conflicts.has(String(error.code)))
