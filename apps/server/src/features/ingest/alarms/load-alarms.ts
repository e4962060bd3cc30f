import { type AlarmClosing, alarmGapMs, type AlarmKind, type AlarmReading, type StoredAlarm } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { AlarmWord } from '../reading.ts'

/** The alarms of one device and wearer are followed together; null of a device that nobody wears. */
export type AlarmOwner = { readonly deviceId: number; readonly userId: number | null }

export const nameOfOwner = ({ deviceId, userId }: AlarmOwner): string => `${deviceId}/${userId ?? ''}`

/** A stored alarm with its number, and that of its alert. */
export type OwnAlarm = StoredAlarm & AlarmOwner & { readonly alarmId: number; readonly officeId: number; readonly alertId: number | null }

type AlarmRow = {
  alarm_id: number
  device_id: number
  user_id: number | null
  office_id: number
  kind: AlarmKind
  since: Date
  last_at: Date
  received_at: Date
  window_ms: number
  held_until: Date | null
  due_at: Date
  cancelled_at: Date | null
  state: StoredAlarm['state']
  alert_id: number | null
}

const storedAlarms = {
  name: 'ingest-device-alarms',
  text: `
    select d.alarm_id, d.device_id, d.user_id, d.office_id, d.kind, d.since, d.last_at, d.received_at, d.window_ms, d.held_until, d.due_at, d.cancelled_at, d.state, d.alert_id
      from device_alarm d
     where d.company_id = $1 and d.device_id = any($2::int[])
     order by d.alarm_id for update`,
}

/** The alarms of devices that are stored, locked: the last two days'. */
export const loadAlarms = async (client: PoolClient, companyId: number, deviceIds: readonly number[]): Promise<OwnAlarm[]> => {
  const { rows } = await client.query<AlarmRow>({ ...storedAlarms, values: [companyId, [...deviceIds]] })
  return rows.map((row) => ({
    alarmId: row.alarm_id,
    deviceId: row.device_id,
    userId: row.user_id,
    officeId: row.office_id,
    kind: row.kind,
    since: row.since.getTime(),
    last: row.last_at.getTime(),
    receivedAt: row.received_at.getTime(),
    windowMs: row.window_ms,
    heldUntil: row.held_until?.getTime() ?? null,
    dueAt: row.due_at.getTime(),
    cancelledAt: row.cancelled_at?.getTime() ?? null,
    state: row.state,
    alertId: row.alert_id,
  }))
}

const closings = {
  name: 'ingest-alarm-closings',
  text: `
    select a.alert_id, a.kind, a.handled_at from alert a
     where a.company_id = $1 and a.alert_id = any($2::int[]) and a.handling = 'closed' and a.handled_at is not null
       and a.ending is distinct from 'handedOver'`,
}

/** When people closed the alerts of alarms, by the alert. Going to another site closes one there, which nobody has answered. */
export const loadAlarmClosings = async (
  client: PoolClient,
  companyId: number,
  alarms: readonly OwnAlarm[],
): Promise<Map<number, AlarmClosing>> => {
  const alertIds = [...new Set(alarms.flatMap(({ alertId }) => alertId ?? []))]
  if (alertIds.length === 0) return new Map()
  const { rows } = await client.query<{ alert_id: number; kind: AlarmKind; handled_at: Date }>({
    ...closings,
    values: [companyId, alertIds],
  })
  return new Map(rows.map((row) => [row.alert_id, { kind: row.kind, at: row.handled_at.getTime() }]))
}

/** A time of a device's readings, from and to in epoch ms. */
export type DeviceSpan = { readonly deviceId: number; readonly from: number; readonly to: number }

type ReadingRow = {
  device_id: number
  user_id: number | null
  at: Date
  received_at: Date
  alarm: AlarmWord | null
  interval_minutes: number | null
}

// Each device's are looked up by the key; the bounds beside it keep the weeks around them out of the search.
const storedReadings = {
  name: 'ingest-alarm-readings',
  text: `
    select x.device_id, r.user_id, r.at, r.received_at, r.alarm, r.interval_minutes
      from unnest($2::int[], $3::timestamptz[], $4::timestamptz[]) as x (device_id, from_at, to_at)
     cross join lateral (
       select k.user_id, k.at, k.received_at, k.alarm, k.interval_minutes from reading k
        where k.company_id = $1 and k.device_id = x.device_id and k.at >= x.from_at and k.at <= x.to_at and k.at >= $5 and k.at <= $6
       offset 0) r`,
}

/** The stored readings of devices, also those that say nothing of an alarm, by the device and its wearer. */
export const loadAlarmReadings = async (
  client: PoolClient,
  companyId: number,
  spans: readonly DeviceSpan[],
): Promise<Map<string, AlarmReading[]>> => {
  const { rows } = await client.query<ReadingRow>({
    ...storedReadings,
    values: [
      companyId,
      arrayOf(spans, ({ deviceId }) => deviceId),
      arrayOf(spans, ({ from }) => instantOf(from)),
      arrayOf(spans, ({ to }) => instantOf(to)),
      instantOf(Math.min(...spans.map(({ from }) => from))),
      instantOf(Math.max(...spans.map(({ to }) => to))),
    ],
  })
  const found = new Map<string, AlarmReading[]>()
  for (const row of rows) {
    const name = nameOfOwner({ deviceId: row.device_id, userId: row.user_id })
    const reading = {
      at: row.at.getTime(),
      receivedAt: row.received_at.getTime(),
      alarm: row.alarm,
      gapMs: alarmGapMs(row.interval_minutes),
    }
    const own = found.get(name)
    if (own === undefined) found.set(name, [reading])
    else own.push(reading)
  }
  return found
}
