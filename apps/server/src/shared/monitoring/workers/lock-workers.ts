import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { personColumns, withinScope } from '../../organisation/scope.ts'
import { isWorker } from './shown.ts'

export type LockedWorker = {
  readonly userId: number
  readonly fullName: string
  readonly officeId: number | null
  readonly isWithdrawn: boolean
  /** Whether the actor answers for them. */
  readonly isOwn: boolean
}

/**
 * Workers of a company by their numbers, locked in one order, so that changes of what they wear or whether they rest come one after another: the
 * form of a person locks them too, and before it any device.
 */
export const lockWorkers = async (
  db: Db,
  actor: Actor,
  companyId: number,
  userIds: readonly number[],
): Promise<Map<number, LockedWorker>> => {
  const { rows } = await sql<LockedWorker>`
    select u.user_id as "userId", u.full_name as "fullName", u.office_id as "officeId",
           u.consent_withdrawn_at is not null as "isWithdrawn", ${withinScope(actor, personColumns)} as "isOwn"
      from app_user u
     where u.company_id = ${companyId} and u.user_id = any(${userIds}::int[]) and ${isWorker}
     order by u.user_id
       for no key update of u`.execute(db)
  return new Map(rows.map((row) => [row.userId, row]))
}
