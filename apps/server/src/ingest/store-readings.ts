import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../platform/columns.ts'
import type { AssessedReading } from './reading.ts'

const insertReadings = {
  name: 'ingest-store',
  text: `
    insert into reading (company_id, device_id, at, call, office_id, user_id, group_id, received_at, heart_rate, wbgt, wbgt_source, wbgt_device_id, excess,
      heart_level, heat_level, total_level, temperature, humidity, globe, hook, pressure, altitude_cm, wave_level, battery,
      slave_battery, signal, gateway_id, latitude, longitude, exposed, device_at, interval_minutes, wbgt_rank)
    select $1, x.* from unnest($2::int[], $3::timestamptz[], $4::boolean[], $5::int[], $6::int[], $7::int[], $8::timestamptz[],
      $9::smallint[], $10::real[], $11::text[], $12::int[], $13::real[], $14::smallint[], $15::smallint[], $16::smallint[],
      $17::real[], $18::real[], $19::real[], $20::smallint[], $21::real[], $22::real[], $23::smallint[], $24::smallint[],
      $25::smallint[], $26::smallint[], $27::int[], $28::float8[], $29::float8[], $30::boolean[], $31::timestamptz[],
      $32::real[], $33::smallint[]) x`,
}

/** Another transaction stored one of the batch's readings meanwhile; looking them up one by one finds it. */
export class StoredElsewhere extends Error {
  override readonly name = 'StoredElsewhere'
}

const isStoredAlready = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505'

const readingValues = (readings: readonly AssessedReading[]): string[] => {
  const column = (value: (item: AssessedReading) => number | boolean | string | null) => arrayOf(readings, value)
  // Only a judged reading has levels; one that came late was never judged.
  const judged = (item: AssessedReading) => (item.worker?.fresh === true ? item.worker : null)
  return [
    column(({ reading }) => reading.deviceId),
    column(({ reading }) => instantOf(reading.at)),
    column(({ reading }) => reading.call),
    column(({ reading }) => reading.officeId),
    column(({ reading }) => reading.wear?.userId ?? null),
    column(({ reading }) => reading.wear?.groupId ?? null),
    column(({ reading }) => instantOf(reading.receivedAt)),
    column(({ worker }) => (worker?.heartRate == null ? null : Math.round(worker.heartRate))),
    column(({ reading, heat }) => reading.wbgt ?? heat?.wbgt ?? null),
    column(({ heat }) => heat?.source ?? null),
    column(({ heat }) => heat?.deviceId ?? null),
    column(({ worker }) => worker?.excess ?? null),
    column((item) => judged(item)?.heartLevel ?? null),
    column((item) => judged(item)?.heatLevel ?? item.heatLevel),
    column((item) => judged(item)?.totalLevel ?? null),
    column(({ reading, heat }) => reading.temperature ?? heat?.temperature ?? null),
    column(({ reading }) => reading.humidity),
    column(({ reading }) => reading.globe),
    column(({ reading }) => reading.hook),
    column(({ reading }) => reading.pressure),
    column(({ altitudeCm }) => altitudeCm),
    column(({ reading }) => reading.waveLevel),
    column(({ reading }) => reading.battery),
    column(({ reading }) => reading.slaveBattery),
    column(({ reading }) => reading.signal),
    column(({ reading }) => reading.gatewayId),
    column(({ reading }) => reading.latitude),
    column(({ reading }) => reading.longitude),
    column(({ reading, heat }) => (reading.wear === null || heat === null ? null : heat.wbgt >= reading.wear.exposureWbgt)),
    column(({ reading }) => (reading.source.at === reading.at ? null : instantOf(reading.source.at))),
    column(({ reading }) => reading.intervalMinutes),
    column(({ heat }) => heat?.rank ?? null),
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
