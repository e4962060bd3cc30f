import type { PoolClient } from 'pg'
import {
  asBoolean,
  asDouble,
  asInstant,
  asInteger,
  asJson,
  asReal,
  asSmallint,
  columnsOf,
  parametersOf,
  selectListOf,
} from '../../../platform/database/column-list.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import type { Assessment, DeviceJudge } from '../model.ts'
import { type AssessedReading, ownsState } from '../reading.ts'
import { isLocated, newest, newestReceipt } from './newest.ts'

type DeviceUpdate = {
  readonly latest: AssessedReading
  readonly heardAt: number | null
  readonly judge: DeviceJudge | null
  /** The last one with a position. */
  readonly located: AssessedReading | null
}

const deviceUpdates = ({ readings, devices }: Assessment): DeviceUpdate[] => {
  const ofDevices = Map.groupBy(
    readings.filter(({ reading }) => ownsState(reading)),
    ({ reading }) => reading.deviceId,
  )
  return [...ofDevices].flatMap(([deviceId, own]): DeviceUpdate[] => {
    const latest = newest(own)
    if (latest === null) return []
    return [{ latest, heardAt: newestReceipt(own), judge: devices.get(deviceId) ?? null, located: newest(own.filter(isLocated)) }]
  })
}

/** `located_at`: when the last reading with a position was taken. */
type Row = Database['device_state'] & { readonly located_at: Date | null }

const { field, computed } = columnsOf<Row, DeviceUpdate>()

/** What the statement knows of each device, apart from its company. */
export const deviceColumns = [
  field('device_id', asInteger, ({ latest }) => latest.reading),
  computed('last_at', asInstant, ({ latest }) => latest.reading.at),
  field('heard_at', asInstant, (update) => update),
  computed('judge', asJson, ({ judge }) => (judge === null ? null : JSON.stringify(judge))),
  field('battery', asSmallint, ({ latest }) => latest.reading),
  field('slave_battery', asSmallint, ({ latest }) => latest.reading),
  field('signal', asSmallint, ({ latest }) => latest.reading),
  field('wave_level', asSmallint, ({ latest }) => latest.reading),
  field('gateway_id', asInteger, ({ latest }) => latest.reading),
  field('interval_minutes', asReal, ({ latest }) => latest.reading),
  field('wbgt', asReal, ({ latest }) => latest.reading),
  computed('wbgt_estimated', asBoolean, ({ latest }) => latest.reading.isEstimated),
  field('temperature', asReal, ({ latest }) => latest.reading),
  field('humidity', asReal, ({ latest }) => latest.reading),
  field('globe', asReal, ({ latest }) => latest.reading),
  field('heat_level', asSmallint, ({ latest }) => latest),
  field('pressure', asReal, ({ latest }) => latest.reading),
  field('hook', asSmallint, ({ latest }) => latest.reading),
  field('altitude_cm', asReal, ({ latest }) => latest),
  field('latitude', asDouble, ({ located }) => located?.reading),
  field('longitude', asDouble, ({ located }) => located?.reading),
  field('accuracy', asReal, ({ located }) => located?.reading),
  computed('located_at', asInstant, ({ located }) => located?.reading.at ?? null),
]

// Sorted, and with a condition that always holds, for the reasons that `updatesOfWorkers` says.
const updateDevices = {
  name: 'ingest-devices-state',
  text: `
    update device_state s set
      last_at = greatest(s.last_at, x.last_at),
      heard_at = greatest(s.heard_at, x.heard_at),
      judge = coalesce(x.judge, s.judge),
      battery = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.battery, s.battery) else s.battery end,
      slave_battery = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.slave_battery, s.slave_battery) else s.slave_battery end,
      signal = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.signal, s.signal) else s.signal end,
      wave_level = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.wave_level, s.wave_level) else s.wave_level end,
      gateway_id = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.gateway_id, s.gateway_id) else s.gateway_id end,
      latitude = case when x.located_at >= coalesce(s.position_at, '-infinity') then x.latitude else s.latitude end,
      longitude = case when x.located_at >= coalesce(s.position_at, '-infinity') then x.longitude else s.longitude end,
      accuracy = case when x.located_at >= coalesce(s.position_at, '-infinity') then x.accuracy else s.accuracy end,
      position_at = greatest(s.position_at, x.located_at),
      interval_minutes = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.interval_minutes, s.interval_minutes) else s.interval_minutes end,
      wbgt = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.wbgt, s.wbgt) else s.wbgt end,
      wbgt_estimated = case when x.last_at >= coalesce(s.last_at, '-infinity') and x.wbgt is not null then x.wbgt_estimated else s.wbgt_estimated end,
      temperature = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.temperature, s.temperature) else s.temperature end,
      humidity = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.humidity, s.humidity) else s.humidity end,
      globe = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.globe, s.globe) else s.globe end,
      heat_level = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.heat_level, s.heat_level) else s.heat_level end,
      pressure = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.pressure, s.pressure) else s.pressure end,
      hook = case when x.last_at >= coalesce(s.last_at, '-infinity') then coalesce(x.hook, s.hook) else s.hook end,
      altitude_cm = case when x.last_at >= coalesce(s.last_at, '-infinity') then x.altitude_cm else s.altitude_cm end,
      changed_at = now()
    from (select ${selectListOf(deviceColumns, 2)} order by device_id) x
    where s.company_id = $1 and s.device_id = x.device_id and x.device_id + 0 = x.device_id`,
}

/** Writes the states of devices that a batch changed. Their rows have been locked since they were read. */
export const storeDevices = async (client: PoolClient, companyId: number, assessment: Assessment): Promise<void> => {
  const updates = deviceUpdates(assessment)
  if (updates.length > 0) await client.query({ ...updateDevices, values: [companyId, ...parametersOf(deviceColumns, updates)] })
}
