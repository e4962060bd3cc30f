import { stale } from './errors.ts'

/**
 * Holds a change against the row it was made on, locked by now.
 * @param given the version the change carries; none wins over everybody
 * @returns the action for the audit log, which says where nobody looked
 * @throws Refusal 412 where the row changed since it was read
 */
export const actionOnVersion = (given: number | undefined, stored: number): 'update' | 'updateWithoutVersion' => {
  if (given === undefined) return 'updateWithoutVersion'
  if (given !== stored) throw stale()
  return 'update'
}
