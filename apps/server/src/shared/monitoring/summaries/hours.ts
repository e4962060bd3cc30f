import { HEAT_WORK_AIR, HEAT_WORK_WBGT } from '@mimamori/heat'

/** Of a belt's reading one of these is known; what remains of a worker's are the vital tag's. */
const ofVitalTag = 'r.hook is null and r.pressure is null and r.slave_battery is null'

const minutes = (bits: string) => `bit_count((${bits})::bit(60))::smallint`

/** What the function answers, in the order of its columns. */
export const hourColumns = `user_id, office_id, hour, group_id, readings, heart_rate_max, heart_rate_sum, heart_rate_count, wbgt_max, wbgt_sum,
  wbgt_count, excess_max, excess_sum, excess_count, level_max, connected_minutes, level1_minutes, level2_minutes, level3_minutes,
  heat_minutes, exposure_minutes, alerts`

/**
 * The one definition of an hourly summary: a query that computes it from the stored readings and alerts of company $1.
 * The hours lie in [$2, $3), by which readings of other weeks are left alone.
 *
 * A minute counts once however many readings it has, at the highest level of them; it is one bit of 60. The values are
 * summed exactly, so that their order does not show. The group is that of the hour's last reading at the site.
 * @param wanted a query for the hours: user_id, hour
 */
export const hoursOf = (wanted: string): string => `
  with wanted as materialized (${wanted}), by_readings as (
    select w.user_id, w.hour, r.office_id, (array_agg(r.group_id order by r.at desc, r.device_id desc, r.call desc))[1] as group_id,
           count(*)::int as readings, max(r.heart_rate) as heart_rate_max, coalesce(sum(r.heart_rate), 0)::int as heart_rate_sum,
           count(r.heart_rate)::int as heart_rate_count, max(r.wbgt) as wbgt_max,
           coalesce(sum(r.wbgt::numeric), 0)::float8 as wbgt_sum, count(r.wbgt)::int as wbgt_count, max(r.excess) as excess_max,
           coalesce(sum(r.excess::numeric), 0)::float8 as excess_sum, count(r.excess)::int as excess_count,
           max(r.total_level) as level_max, bit_or(r.minute) as connected,
           coalesce(bit_or(r.minute) filter (where r.total_level = 1), 0) as level1,
           coalesce(bit_or(r.minute) filter (where r.total_level = 2), 0) as level2,
           coalesce(bit_or(r.minute) filter (where r.total_level = 3), 0) as level3,
           case when count(r.wbgt) > 0
             then coalesce(bit_or(r.minute) filter (where r.wbgt >= ${HEAT_WORK_WBGT} or r.temperature >= ${HEAT_WORK_AIR}), 0) end as heat,
           case when count(r.exposed) > 0 then coalesce(bit_or(r.minute) filter (where r.exposed), 0) end as exposure
      from wanted w
     cross join lateral (
       select r.*, 1::bigint << extract(minute from r.at)::int as minute from reading r
        where r.company_id = $1 and r.user_id = w.user_id and r.at >= w.hour and r.at < w.hour + interval '1 hour'
          and r.at >= $2 and r.at < $3 and ${ofVitalTag}
       -- Kept apart, so that each hour is looked up by the index.
       offset 0) r
     group by w.user_id, w.hour, r.office_id
  ), by_alerts as (
    select w.user_id, w.hour, a.office_id, count(*)::int as alerts
      from wanted w
     cross join lateral (
       select a.office_id from alert a
        where a.company_id = $1 and a.user_id = w.user_id and a.started_at >= w.hour and a.started_at < w.hour + interval '1 hour' and not a.withdrawn
       offset 0) a
     group by w.user_id, w.hour, a.office_id
  )
  select user_id, office_id, hour, r.group_id, coalesce(r.readings, 0) as readings, r.heart_rate_max,
         coalesce(r.heart_rate_sum, 0) as heart_rate_sum, coalesce(r.heart_rate_count, 0) as heart_rate_count, r.wbgt_max,
         coalesce(r.wbgt_sum, 0) as wbgt_sum, coalesce(r.wbgt_count, 0) as wbgt_count, r.excess_max,
         coalesce(r.excess_sum, 0) as excess_sum, coalesce(r.excess_count, 0) as excess_count, r.level_max,
         ${minutes('coalesce(r.connected, 0)')} as connected_minutes,
         ${minutes('coalesce(r.level1 & ~(r.level2 | r.level3), 0)')} as level1_minutes,
         ${minutes('coalesce(r.level2 & ~r.level3, 0)')} as level2_minutes, ${minutes('coalesce(r.level3, 0)')} as level3_minutes,
         ${minutes('r.heat')} as heat_minutes, ${minutes('r.exposure')} as exposure_minutes, coalesce(a.alerts, 0) as alerts
    from by_readings r full join by_alerts a using (user_id, hour, office_id)`
