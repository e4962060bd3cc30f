import type { WatchedGateway, WatchedWorker, WorkingHours } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { heardThroughGateways } from '../monitoring/heard.ts'

type WorkerRow = {
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

export type WatchedOffice = {
  readonly officeId: number
  readonly workingHours: WorkingHours
  readonly workers: WatchedWearer[]
  readonly gateways: (WatchedGateway & { gatewayId: number })[]
}

// Only what was heard within a day is watched: a tag in a drawer is not a silent worker.
const watchedWorkers = `
  select u.office_id, s.user_id, w.device_id, s.gateway_id, s.last_at, s.interval_minutes, s.total_level
    from wear w
    join app_user u on u.user_id = w.user_id
    join worker_state s on s.user_id = w.user_id
   where w.slot = 'vital' and w.worn_to is null and s.last_at > $1::timestamptz - interval '1 day'
     and s.device_id = w.device_id and u.deleted_at is null and u.consent_withdrawn_at is null`

// A gateway is heard by its own messages and by every reading that names it.
const watchedGateways = `
  select d.office_id, d.device_id, greatest(s.last_at, via.last_at) as last_at, s.interval_minutes
    from device d
    join device_state s on s.device_id = d.device_id
    left join (${heardThroughGateways}) via on via.gateway_id = d.device_id
   where d.kind = 'gateway' and d.installation_status = 1
     and greatest(s.last_at, via.last_at) > $1::timestamptz - interval '1 day'`

const offices = `select o.office_id, o.opens_at, o.closes_at from office o where o.office_id = any($1::int[])`

const minuteOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Every office that has something to watch at `now`, with its workers and gateways. */
export const watchedOffices = async (client: PoolClient, now: Date): Promise<WatchedOffice[]> => {
  const workers = await client.query<WorkerRow>(watchedWorkers, [now])
  const gateways = await client.query<{ office_id: number; device_id: number; last_at: Date; interval_minutes: number | null }>(
    watchedGateways,
    [now],
  )
  const officeIds = [...new Set([...workers.rows, ...gateways.rows].map((row) => row.office_id))]
  const { rows } = await client.query<{ office_id: number; opens_at: string; closes_at: string }>(offices, [officeIds])
  return rows.map((office) => ({
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
