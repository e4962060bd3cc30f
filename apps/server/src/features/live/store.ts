import type { Role } from '@mimamori/contract'
import { sql } from 'kysely'
import { companiesOf, type DeviceKey } from '../../shared/organisation/keys.ts'
import { tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../platform/context.ts'
import { owesSomething } from '../../platform/http/owed.ts'
import { roleOfSession } from '../../platform/http/role-of-session.ts'
import type { Actor } from '../../platform/http/route.ts'

export type DeviceRow = {
  readonly device_id: number
  readonly kind: string
  readonly serial: string
  readonly heard_at: Date | null
  readonly company_id: number
  readonly office_id: number
  /** The wearer's group. */
  readonly wearer_group_id: number | null
  readonly wearer_id: number | null
  readonly is_worn: boolean
}

export const readDevices = async (db: Db, keys: readonly DeviceKey[]): Promise<DeviceRow[]> => {
  if (keys.length === 0) return []
  const tenant = tenantsOf(keys)
  const { rows } = await sql<DeviceRow>`
    select d.device_id, d.kind, d.serial, s.heard_at, d.company_id, d.office_id, u.group_id as wearer_group_id, u.user_id as wearer_id,
           d.kind in ('vital', 'belt') as is_worn
      from unnest(${keys.map(({ companyId }) => companyId)}::int[], ${keys.map(({ deviceId }) => deviceId)}::int[])
           with ordinality as wanted (company_id, device_id, place)
      join device d on d.company_id = wanted.company_id and ${tenant('d')} and d.device_id = wanted.device_id
      left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
      left join wear w on w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null
      left join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
     order by wanted.place`.execute(db)
  return rows
}

export type AccountState = Pick<Actor, 'companyId' | 'officeId' | 'groupId'> & { readonly role: Role }

type SessionRow = {
  session_id: string
  by_card: boolean
  role: string
  company_id: number
  office_id: number | null
  group_id: number | null
}

/** Which of these actors' sessions are still valid and have nothing to settle first, and with which role. What a lock ends has ended (decisions/0058). */
export const findAccountStates = async (
  db: Db,
  actors: readonly Pick<Actor, 'companyId' | 'sessionId'>[],
  now: Date,
): Promise<Map<string, AccountState>> => {
  const sessions = [...new Map(actors.map((actor) => [actor.sessionId, actor])).values()]
  const companyIds = companiesOf(sessions)
  const tenant = tenantsOf(sessions)
  const { rows } = await sql<SessionRow>`
    select s.session_id, s.by_card, u.role, u.company_id, u.office_id, u.group_id
      from unnest(${sessions.map(({ companyId }) => companyId)}::int[], ${sessions.map(({ sessionId }) => sessionId)}::uuid[])
           as asked (company_id, session_id)
      join session s on s.company_id = asked.company_id and ${tenant('s')} and s.session_id = asked.session_id
      join app_user u on u.company_id = s.company_id and ${tenant('u')} and u.user_id = s.user_id
     where s.ended_at is null and s.expires_at > ${now} and u.deleted_at is null
       and not ${owesSomething(companyIds)}`.execute(db)
  const standings = new Map<string, AccountState>()
  for (const row of rows) {
    const role = roleOfSession(row)
    if (role !== undefined)
      standings.set(row.session_id, { role, companyId: row.company_id, officeId: row.office_id, groupId: row.group_id })
  }
  return standings
}
