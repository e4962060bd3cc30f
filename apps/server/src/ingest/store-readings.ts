import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../platform/columns.ts'
import type { AssessedReading } from './reading.ts'

/**
 * One statement stores the readings and, of those that were new, keeps the hourly summaries in step. What a summary
 * counts is therefore exactly what is stored, whatever was sent twice.
 */
const insertReadings = {
  name: 'ingest-store',
  text: `
    with stored as (
      insert into reading (company_id, device_id, at, call, office_id, user_id, group_id, received_at, heart_rate, wbgt, wbgt_source, wbgt_device_id, excess,
        heart_level, heat_level, total_level, temperature, humidity, globe, hook, pressure, altitude_cm, wave_level, battery,
        slave_battery, signal, gateway_id, latitude, longitude)
      select $1, x.* from unnest($2::int[], $3::timestamptz[], $4::boolean[], $5::int[], $6::int[], $7::int[], $8::timestamptz[],
        $9::smallint[], $10::real[], $11::text[], $12::int[], $13::real[], $14::smallint[], $15::smallint[], $16::smallint[],
        $17::real[], $18::real[], $19::real[], $20::smallint[], $21::real[], $22::real[], $23::smallint[], $24::smallint[],
        $25::smallint[], $26::smallint[], $27::int[], $28::float8[], $29::float8[]) x
      on conflict do nothing
      returning user_id, at, heart_rate, wbgt, excess, total_level, hook
    ), summarised as (
      insert into hourly_summary as h (company_id, user_id, hour, readings, heart_rate_max, heart_rate_sum, heart_rate_count, wbgt_max,
        wbgt_sum, wbgt_count, excess_max, excess_sum, level_max, connected_minutes, level1_minutes, level2_minutes, level3_minutes)
      select $1, s.user_id, date_trunc('hour', s.at), count(*), max(s.heart_rate), coalesce(sum(s.heart_rate), 0), count(s.heart_rate),
             max(s.wbgt), coalesce(sum(s.wbgt), 0), count(s.wbgt), max(s.excess), coalesce(sum(s.excess), 0), max(s.total_level),
             bit_or(minute.bit), coalesce(bit_or(minute.bit) filter (where s.total_level = 1), 0::bit(60)),
             coalesce(bit_or(minute.bit) filter (where s.total_level = 2), 0::bit(60)),
             coalesce(bit_or(minute.bit) filter (where s.total_level = 3), 0::bit(60))
        from stored s
       cross join lateral (select set_bit(0::bit(60), extract(minute from s.at)::int, 1) as bit) minute
       where s.user_id is not null and s.hook is null
       group by s.user_id, date_trunc('hour', s.at)
       order by s.user_id, date_trunc('hour', s.at)
      on conflict (company_id, user_id, hour) do update set
        readings = h.readings + excluded.readings,
        heart_rate_max = greatest(h.heart_rate_max, excluded.heart_rate_max),
        heart_rate_sum = h.heart_rate_sum + excluded.heart_rate_sum,
        heart_rate_count = h.heart_rate_count + excluded.heart_rate_count,
        wbgt_max = greatest(h.wbgt_max, excluded.wbgt_max),
        wbgt_sum = h.wbgt_sum + excluded.wbgt_sum,
        wbgt_count = h.wbgt_count + excluded.wbgt_count,
        excess_max = greatest(h.excess_max, excluded.excess_max),
        excess_sum = h.excess_sum + excluded.excess_sum,
        level_max = greatest(h.level_max, excluded.level_max),
        connected_minutes = h.connected_minutes | excluded.connected_minutes,
        level1_minutes = h.level1_minutes | excluded.level1_minutes,
        level2_minutes = h.level2_minutes | excluded.level2_minutes,
        level3_minutes = h.level3_minutes | excluded.level3_minutes
    )
    select count(*)::int as stored from stored`,
}

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
    column(({ reading }) => reading.temperature),
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
  ]
}

/** Stores readings of one company with what they were judged by and the summaries; answers how many were new. */
export const storeReadings = async (client: PoolClient, companyId: number, readings: readonly AssessedReading[]): Promise<number> => {
  const { rows } = await client.query<{ stored: number }>({ ...insertReadings, values: [companyId, ...readingValues(readings)] })
  return rows[0]?.stored ?? 0
}
