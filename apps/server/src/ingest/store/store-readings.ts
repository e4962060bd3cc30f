import type { PoolClient } from 'pg'
import { booleans, doubles, instants, integers, reals, smallints } from '../../platform/database/binary-columns.ts'
import { arrayOf } from '../../platform/database/columns.ts'
import { StoredElsewhere } from '../model.ts'
import type { AssessedReading } from '../reading.ts'

// Columns unnested in `from` would each be written to a store of its own and read again; in a select list they are not.
const insertReadings = {
  name: 'ingest-store',
  text: `
    insert into reading (company_id, device_id, at, call, office_id, user_id, group_id, received_at, heart_rate, wbgt, wbgt_source, wbgt_device_id, excess,
      heart_level, heat_level, total_level, temperature, humidity, globe, hook, pressure, altitude_cm, wave_level, battery,
      slave_battery, signal, gateway_id, latitude, longitude, exposed, device_at, interval_minutes, wbgt_rank)
    select $1, unnest($2::int[]), unnest($3::timestamptz[]), unnest($4::boolean[]), unnest($5::int[]), unnest($6::int[]), unnest($7::int[]),
      unnest($8::timestamptz[]), unnest($9::smallint[]), unnest($10::real[]), unnest($11::text[]), unnest($12::int[]), unnest($13::real[]),
      unnest($14::smallint[]), unnest($15::smallint[]), unnest($16::smallint[]), unnest($17::real[]), unnest($18::real[]),
      unnest($19::real[]), unnest($20::smallint[]), unnest($21::real[]), unnest($22::real[]), unnest($23::smallint[]),
      unnest($24::smallint[]), unnest($25::smallint[]), unnest($26::smallint[]), unnest($27::int[]), unnest($28::float8[]),
      unnest($29::float8[]), unnest($30::boolean[]), unnest($31::timestamptz[]), unnest($32::real[]), unnest($33::smallint[])`,
}

// On a cluster rows go to their node by a copy, whose errors the coordinator passes on with their words, but without their code.
const namesTheKey = /"reading_\d{8}_pkey/

const isStoredAlready = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '23505' || (error.code === 'XX000' && namesTheKey.test(error.message)))

const readingValues = (readings: readonly AssessedReading[]): (Buffer | string)[] => {
  // Only a judged reading has levels; one that came late was never judged.
  const judged = (item: AssessedReading) => (item.worker?.fresh === true ? item.worker : null)
  return [
    integers(readings, ({ reading }) => reading.deviceId),
    instants(readings, ({ reading }) => reading.at),
    booleans(readings, ({ reading }) => reading.call),
    integers(readings, ({ reading }) => reading.officeId),
    integers(readings, ({ reading }) => reading.wear?.userId ?? null),
    integers(readings, ({ reading }) => reading.wear?.groupId ?? null),
    instants(readings, ({ reading }) => reading.receivedAt),
    smallints(readings, ({ worker }) => (worker?.heartRate == null ? null : Math.round(worker.heartRate))),
    reals(readings, ({ reading, heat }) => reading.wbgt ?? heat?.wbgt ?? null),
    arrayOf(readings, ({ heat }) => heat?.source ?? null),
    integers(readings, ({ heat }) => heat?.deviceId ?? null),
    reals(readings, ({ worker }) => worker?.excess ?? null),
    smallints(readings, (item) => judged(item)?.heartLevel ?? null),
    smallints(readings, (item) => judged(item)?.heatLevel ?? item.heatLevel),
    smallints(readings, (item) => judged(item)?.totalLevel ?? null),
    reals(readings, ({ reading, heat }) => reading.temperature ?? heat?.temperature ?? null),
    reals(readings, ({ reading }) => reading.humidity),
    reals(readings, ({ reading }) => reading.globe),
    smallints(readings, ({ reading }) => reading.hook),
    reals(readings, ({ reading }) => reading.pressure),
    reals(readings, ({ altitudeCm }) => altitudeCm),
    smallints(readings, ({ reading }) => reading.waveLevel),
    smallints(readings, ({ reading }) => reading.battery),
    smallints(readings, ({ reading }) => reading.slaveBattery),
    smallints(readings, ({ reading }) => reading.signal),
    integers(readings, ({ reading }) => reading.gatewayId),
    doubles(readings, ({ reading }) => reading.latitude),
    doubles(readings, ({ reading }) => reading.longitude),
    booleans(readings, ({ reading, heat }) => (reading.wear === null || heat === null ? null : heat.wbgt >= reading.wear.exposureWbgt)),
    instants(readings, ({ reading }) => (reading.source.at === reading.at ? null : reading.source.at)),
    reals(readings, ({ reading }) => reading.intervalMinutes),
    smallints(readings, ({ heat }) => heat?.rank ?? null),
  ]
}

/**
 * Stores readings of one company with what they were judged by. No conflict is let pass: as a rule there is none, and to be
 * ready for one costs the database a third of what storing does.
 * @throws StoredElsewhere where one of them is stored by now
 */
export const storeReadings = async (client: PoolClient, companyId: number, readings: readonly AssessedReading[]): Promise<void> => {
  try {
    await client.query({ ...insertReadings, values: [companyId, ...readingValues(readings)] })
  } catch (error) {
    throw isStoredAlready(error) ? new StoredElsewhere('a reading was stored already', { cause: error }) : error
  }
}
