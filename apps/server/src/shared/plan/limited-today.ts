import type { Db } from '../../platform/context.ts'
import type { Allowance } from '../monitoring/acclimatisation-plan/read-allowances.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { hasBegun } from './limited-people.ts'
import { readPlan, type PlanRequest } from './read-plan.ts'

/**
 * Which of these people are limited on a day, by their numbers: who has begun their ladder or has an override, and the others where the
 * plan of the day is above their limit, so that they are the same as on the plan.
 */
export const readLimitedToday = async (
  db: Db,
  key: OfficeKey,
  allowances: readonly Allowance[],
  request: Pick<PlanRequest, 'scope' | 'date' | 'now'>,
): Promise<ReadonlySet<number>> => {
  const begun = allowances.filter(hasBegun)
  const others = begun.length === allowances.length ? [] : (await readPlan(db, key, request)).people
  const limited = others.filter(({ allowedMinutes }) => allowedMinutes !== null)
  return new Set([...begun, ...limited].map(({ userId }) => userId))
}
