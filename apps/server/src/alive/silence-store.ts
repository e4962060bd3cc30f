import type { WatchedGateway, WatchedWorker, WorkingHours } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { heardThroughGateways } from '../monitoring/heard.ts'
import type { OfficeKey } from '../organisation/keys.ts'

type WorkerRow = {
  company_id: number
  office_id: number
  user_id: number
  device_id: number
  gateway_id: number | null
  last_at: Date | null
  interval_minutes: number | null
  total_level: number | null
}

/** A worker with a worn vital tag: `deviceId` is the tag. */
export type WatchedWearer = WatchedWorker & { readonly workerId: number; readonly deviceId: number; readonly gatewayId: number | null }

export type WatchedOffice = OfficeKey & {
  readonly workingHours: WorkingHours
  readonly workers: WatchedWearer[]
  readonly gateways: (WatchedGateway & { gatewayId: number })[]
}

// Only what was heard within a day is watched: a tag in a drawer is not a silent worker.
const watchedWorkers = `
  select u.company_id, u.office_id, s.user_id, w.device_id, s.gateway_id, s.last_at, s.interval_minutes, s.total_level
    from wear w
    join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
    join worker_state s on s.company_id = w.company_id and s.user_id = w.user_id
   where w.slot = 'vital' and w.worn_to is null and s.last_at > $1::timestamptz - interval '1 day'
     and s.device_id = w.device_id and u.deleted_at is null and u.consent_withdrawn_at is null`

// A gateway is heard by its own messages and by every reading that names it.
const watchedGateways = `
  select d.company_id, d.office_id, d.device_id, greatest(s.last_at, via.last_at) as last_at, s.interval_minutes
    from device d
    left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
    left join ${heardThroughGateways} via on via.company_id = d.company_id and via.gateway_id = d.device_id
   where d.kind = 'gateway' and d.installation_status = 1
     and greatest(s.last_at, via.last_at) > $1::timestamptz - interval '1 day'`

const offices = `
  select o.company_id, o.office_id, o.opens_at, o.closes_at
    from office o
   where (o.company_id, o.office_id) in (select * from unnest($1::int[], $2::int[]))`

type GatewayRow = { company_id: number; office_id: number; device_id: number; last_at: Date; interval_minutes: number | null }

const minuteOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Every office that has something to watch at `now`, with its workers and gateways. */
export const watchedOffices = async (client: PoolClient, now: Date): Promise<WatchedOffice[]> => {
  const workers = await client.query<WorkerRow>(watchedWorkers, [now])
  const gateways = await client.query<GatewayRow>(watchedGateways, [now])
  const companyOf = new Map([...workers.rows, ...gateways.rows].map((row) => [row.office_id, row.company_id]))
  const { rows } = await client.query<{ company_id: number; office_id: number; opens_at: string; closes_at: string }>(offices, [
    [...companyOf.values()],
    [...companyOf.keys()],
  ])
  return rows.map((office) => ({
    companyId: office.company_id,
    officeId: office.office_id,
    workingHours: { fromMinute: minuteOf(office.opens_at), toMinute: minuteOf(office.closes_at) },
    workers: workers.rows
      .filter((row) => row.office_id === office.office_id)
      .map((row) => ({
        workerId: row.user_id,
        deviceId: row.device_id,
        gatewayId: row.gateway_id,
        lastSeenAt: row.last_at?.getTime() ?? null,
        intervalMinutes: row.interval_minutes,
        lastLevel: row.total_level as WatchedWorker['lastLevel'],
      })),
    gateways: gateways.rows
      .filter((row) => row.office_id === office.office_id)
      .map((row) => ({ gatewayId: row.device_id, lastSeenAt: row.last_at.getTime(), intervalMinutes: row.interval_minutes })),
  }))
}
