import { sql } from 'kysely'
import { endSessions } from '../organisation/end-sessions.ts'
import type { PersonKey } from '../organisation/keys.ts'
import type { Db } from '../platform/context.ts'
import { networkOf } from '../platform/traffic/network-of.ts'

type Open = { readonly session_id: string; readonly address: string; readonly is_told: boolean }

const openOf = async (db: Db, { companyId, userId }: PersonKey): Promise<Open[]> => {
  const { rows } = await sql<Open>`
    select s.session_id, s.address, k.session_id is not null as is_told
      from session s
      left join push_subscription k on k.company_id = s.company_id and k.session_id = s.session_id
     where s.company_id = ${companyId} and s.user_id = ${userId} and s.ended_at is null and s.address is not null`.execute(db)
  return rows
}

/**
 * Ends the sessions of a person that were opened from the network of an address, where wrong passwords locked the account.
 * Those opened elsewhere go on, or strangers could shut people out by guessing. One whose browser takes notices only runs
 * out: guessing must not keep alarms from anybody (decisions/0041, 0058).
 * @returns how many ended or ran out
 */
export const endWhereLocked = async (db: Db, person: PersonKey, address: string, at: Date): Promise<number> => {
  const there = (await openOf(db, person)).filter((session) => networkOf(session.address) === networkOf(address))
  const ids = (isTold: boolean) => there.filter(({ is_told }) => is_told === isTold).map(({ session_id }) => session_id)
  await endSessions(db, person, { only: ids(false) }, 'accountLocked', at)
  await sql`
    update session s set expires_at = least(s.expires_at, ${at})
     where s.company_id = ${person.companyId} and s.session_id = any(${ids(true)}::uuid[])`.execute(db)
  return there.length
}
