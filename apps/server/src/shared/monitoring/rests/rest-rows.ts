import { minutesUntilNotResting, type Rest, type RestSource } from '@mimamori/contract'
import { restMinutes } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { tenantsOf } from '../../organisation/tenant-filter.ts'
import { isWornHeard } from '../last-heard/heard-within.ts'
import { isConfirmedRest, isRestPlace } from './rest-place.ts'

const minuteMs = 60_000

type Row = {
  readonly rest_id: number
  readonly user_id: number
  readonly full_name: string
  readonly group_id: number | null
  readonly began_at: Date
  readonly ended_at: Date | null
  readonly source: RestSource
  readonly sent_at: Date | null
  readonly arrived_at: Date | null
  readonly heard_at: Date | null
  readonly excess: number | null
  readonly ended_by: 'leader' | 'place' | 'limit' | null
  /** The excess of now, while it lasts. */
  readonly present_excess: number | null
  readonly place_name: string | null
  readonly not_resting: boolean
  readonly is_confirmed: boolean
  readonly phone_number: string | null
}

/** Whole minutes of a rest so far; null where nobody knows when it ended. A place says it only as long as it hears the person. */
export const minutesTaken = (
  { began_at, ended_at, source, heard_at, ended_by }: Pick<Row, 'began_at' | 'ended_at' | 'source' | 'heard_at' | 'ended_by'>,
  now: Date,
): number | null => {
  if (ended_by === 'limit' && heard_at === null) return null
  const until = ended_at ?? (source === 'place' ? (heard_at ?? began_at) : now)
  return Math.max(0, Math.floor((until.getTime() - began_at.getTime()) / minuteMs))
}

const dueOf = ({ excess, ended_at, present_excess }: Row): number | null => {
  const known = [excess, ended_at === null ? present_excess : null].filter((one) => one !== null)
  return known.length === 0 ? null : restMinutes(Math.max(...known))
}

/** Of a rest that was called for and that no resting place of the site has seen, there are no minutes. */
const isTaken = ({ ended_at, not_resting, is_confirmed }: Row): boolean => is_confirmed || (ended_at === null && !not_resting)

const toRest = (row: Row, now: Date): Rest => ({
  id: row.rest_id,
  userId: row.user_id,
  fullName: row.full_name,
  groupId: row.group_id,
  from: toJapanIso(row.began_at),
  to: toJapanIsoOrNull(row.ended_at),
  source: row.source,
  due: dueOf(row),
  taken: isTaken(row) ? minutesTaken(row, now) : null,
  sentAt: toJapanIsoOrNull(row.sent_at),
  arrivedAt: toJapanIsoOrNull(row.arrived_at),
  placeName: row.place_name,
  notResting: row.not_resting,
  phoneNumber: row.not_resting ? row.phone_number : null,
})

/**
 * Rests (alias `r`) of a company with their people (`u`), by a condition on them, in the order in which they began. Sent and not
 * resting is somebody who is heard now, since they were sent, and by none of the site's resting places.
 */
export const readRests = async (db: Db, companyId: number, condition: RawBuilder<boolean>, now: Date): Promise<Rest[]> => {
  const tenant = tenantsOf([{ companyId }])
  const sentLongAgo = new Date(now.getTime() - minutesUntilNotResting * minuteMs)
  const { rows } = await sql<Row>`
    select r.rest_id, r.user_id, u.full_name, u.phone_number, r.group_id, r.began_at, r.ended_at, r.source, r.sent_at, r.arrived_at, r.heard_at, r.excess, r.ended_by,
           ${isConfirmedRest(companyId)} as is_confirmed,
           case when ${isWornHeard(sql.ref('ws.last_at'), sql.ref('ws.interval_minutes'), now)} then ws.excess end as present_excess,
           (select coalesce(d.location_name, d.serial) from device d
             where d.company_id = ${companyId} and d.device_id = r.gateway_id) as place_name,
           (r.ended_at is null and r.arrived_at is null and r.sent_at <= ${sentLongAgo}::timestamptz and ws.last_at > r.sent_at
             and coalesce(${isWornHeard(sql.ref('ws.last_at'), sql.ref('ws.interval_minutes'), now)}, false)
             and exists (select from device d where d.company_id = ${companyId} and d.office_id = r.office_id and d.kind = 'gateway'
                            and ${isRestPlace('d', tenant)})) is true as not_resting
      from rest r
      join app_user u on u.company_id = r.company_id and u.company_id = ${companyId} and u.user_id = r.user_id
      left join worker_state ws on ws.company_id = r.company_id and ws.company_id = ${companyId} and ws.user_id = r.user_id
     where r.company_id = ${companyId} and ${condition}
     order by r.began_at, r.rest_id`.execute(db)
  return rows.map((row) => toRest(row, now))
}
