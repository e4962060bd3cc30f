import type { WrongClock } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'

type ClockRow = Pick<WrongClock, 'kind' | 'serialNumber' | 'deviceName'> & {
  readonly errorMs: number
  readonly since: Date | null
  readonly lastAt: Date | null
}

/** The devices of an office with their state and, of a tag that somebody wears, the state of its wearer, which says when it was heard. */
const devicesOf = ({ companyId, officeId }: OfficeKey) => sql`
  device d
  join device_state s on s.company_id = ${companyId} and s.device_id = d.device_id
  left join wear w on w.company_id = ${companyId} and w.device_id = d.device_id and w.worn_to is null
  left join worker_state ws on ws.company_id = ${companyId} and ws.user_id = w.user_id and ws.device_id = d.device_id
 where d.company_id = ${companyId} and d.office_id = ${officeId}`

const heardAt = sql`greatest(s.heard_at, ws.heard_at)`

const mostClocks = 200

/** The devices of an office that were heard since a time and whose clocks are wrong, by how much; the largest errors first. */
export const findWrongClocks = async (db: Db, office: OfficeKey, heardSince: Date): Promise<WrongClock[]> => {
  const { rows } = await sql<ClockRow>`
    select d.kind, d.serial as "serialNumber", d.location_name as "deviceName", (s.clock->>'errorMs')::float8 as "errorMs",
           ${heardAt} as "lastAt",
           (select max(a.started_at) from alert a
             where a.company_id = ${office.companyId} and a.device_id = d.device_id and a.kind = 'clock' and a.ended_at is null) as since
      from ${devicesOf(office)} and ${heardAt} >= ${heardSince} and (s.clock->>'errorMs')::float8 <> 0
     order by abs((s.clock->>'errorMs')::float8) desc, d.kind, d.serial limit ${mostClocks}`.execute(db)
  return rows.map(({ errorMs, since, lastAt, ...row }) => ({
    ...row,
    errorSeconds: Math.round(errorMs / 1_000),
    since: toJapanIsoOrNull(since),
    lastAt: toJapanIsoOrNull(lastAt),
  }))
}

/** How many devices of an office were heard since a time. */
export const countHeard = async (db: Db, office: OfficeKey, since: Date): Promise<number> => {
  const { rows } = await sql<{ devices: number }>`
    select count(distinct d.device_id)::int as devices from ${devicesOf(office)} and ${heardAt} >= ${since}`.execute(db)
  return rows[0]?.devices ?? 0
}
