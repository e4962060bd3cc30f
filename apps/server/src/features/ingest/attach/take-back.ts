import { dayMs } from '@mimamori/contract/day'
import { clockErrorMs } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import type { LeftPlace } from '../model.ts'
import type { AlarmWord, ReceivedReading } from '../reading.ts'
import { type ClockChange, correctedTime, type SentReading } from './clocks.ts'

const columns = [
  'device_id',
  'office_id',
  'user_id',
  'gateway_id',
  'at',
  'device_at',
  'received_at',
  'call',
  'alarm',
  'heart_rate',
  'interval_minutes',
  'wbgt',
  'wbgt_source',
  'temperature',
  'humidity',
  'globe',
  'hook',
  'pressure',
  'wave_level',
  'battery',
  'slave_battery',
  'signal',
  'latitude',
  'longitude',
] as const

type Row = TableRow<'reading', (typeof columns)[number]> & { readonly hook: 0 | 1 | null; readonly alarm: AlarmWord | null }

// What a post brings is seldom older than a day. The bound keeps the weeks before that out of the search. Readings are looked
// up by the key and deleted where they were found: a plan made while the table is young would go through the weeks.
/** The statement that takes back readings. */
export const deleteMisplaced = {
  name: 'ingest-take-back',
  text: `
    delete from reading r
     using unnest($2::int[], $3::timestamptz[], $4::timestamptz[]) as x (device_id, since, from_at)
     cross join lateral (
       select k.tableoid as part, k.ctid as place from reading k
        where k.company_id = $1 and k.device_id = x.device_id and k.at >= x.from_at and k.at >= $5 and k.received_at >= x.since
       offset 0) known
     where r.tableoid = known.part and r.ctid = known.place and r.company_id = $1 and r.at >= $5
    returning ${columns.map((column) => `r.${column}`).join(', ')}`,
}

/**
 * Stored readings as they came, when they were taken by the clock as it is known now (epoch ms; null where that is past the
 * retention), and the places that they left.
 */
export type TakenBack = { readonly sent: SentReading[]; readonly times: (number | null)[]; readonly left: LeftPlace[] }

/** A stored reading as it came, except the values of others that were kept with it. */
const receivedOf = (companyId: number, { device }: ClockChange, row: Row): ReceivedReading => {
  const brings = (kinds: readonly string[], value: number | null) => (kinds.includes(device.kind) ? value : null)
  return {
    kind: device.kind,
    device: device.serial,
    at: (row.device_at ?? row.at).getTime(),
    call: row.call,
    alarm: row.alarm,
    intervalMinutes: row.interval_minutes,
    heartRate: row.heart_rate,
    // An estimated one is estimated again for its new time; wind and sun are known no longer.
    wbgt: row.wbgt_source === 'estimated' ? null : brings(['heat'], row.wbgt),
    temperature: brings(['heat', 'barometer'], row.temperature),
    humidity: row.humidity,
    globe: row.globe,
    windSpeed: null,
    solarRadiation: null,
    hook: row.hook,
    pressure: row.pressure,
    battery: row.battery,
    slaveBattery: row.slave_battery,
    signal: row.signal,
    waveLevel: row.wave_level,
    gateway: null,
    latitude: row.latitude,
    longitude: row.longitude,
    accuracy: null,
    companyId,
    officeId: row.office_id,
    receivedAt: row.received_at.getTime(),
    index: -1,
  }
}

/**
 * Takes back what was stored by an error that its device's clock did not have, so that it is placed and judged as if it
 * came now: who wore the device then, and what heat there was, may differ.
 * @param retentionMs how long readings are kept
 */
export const takeBack = async (
  client: PoolClient,
  companyId: number,
  clocks: readonly ClockChange[],
  retentionMs: number,
): Promise<TakenBack> => {
  const requests = clocks.flatMap((change) => {
    const { device, before, misplaced } = change
    if (misplaced === null) return []
    // Nothing is stored from before the retention, however far off the clock was: the database knows no year 0.
    const fromMs = misplaced.since + Math.max(misplaced.errorMs - clockErrorMs(before) - dayMs, -retentionMs)
    return [{ deviceId: device.device_id, change, fromMs, ...misplaced }]
  })
  if (requests.length === 0) return { sent: [], times: [], left: [] }
  const { rows } = await client.query<Row>({
    ...deleteMisplaced,
    values: [
      companyId,
      arrayOf(requests, ({ deviceId }) => deviceId),
      arrayOf(requests, ({ since }) => instantOf(since)),
      arrayOf(requests, ({ fromMs }) => instantOf(fromMs)),
      instantOf(Math.min(...requests.map(({ fromMs }) => fromMs))),
    ],
  })
  const ofDevices = new Map(requests.map((one) => [one.deviceId, one]))
  const sent: SentReading[] = []
  const left: LeftPlace[] = []
  for (const row of rows) {
    const change = ofDevices.get(row.device_id)?.change
    if (change === undefined) continue
    const reading = receivedOf(companyId, change, row)
    sent.push({ reading, device: change.device, gatewayId: row.gateway_id, movedFrom: row.at.getTime() })
    left.push({ userId: row.user_id, device: change.device, at: row.at.getTime() })
  }
  const errorOf = ({ device }: SentReading) => ofDevices.get(device.device_id)?.errorMs ?? 0
  return { sent, times: sent.map((one) => correctedTime(one, sent, errorOf(one), retentionMs)), left }
}
