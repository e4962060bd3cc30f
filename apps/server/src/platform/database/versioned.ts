import { stale } from '../errors.ts'

/**
 * Compares the version that a change was made on with that of the stored row, which is locked.
 * @param given the version the change carries; a change without one always wins
 * @returns the action for the audit log, which shows changes without a version
 * @throws Refusal 412 where the row changed since it was read
 */
export const actionOnVersion = (given: number | undefined, stored: number): 'update' | 'updateWithoutVersion' => {
  if (given === undefined) return 'updateWithoutVersion'
  if (given !== stored) throw stale()
  return 'update'
}
