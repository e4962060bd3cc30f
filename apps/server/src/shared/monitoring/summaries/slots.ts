import { HIGHEST_WBGT, LOWEST_WBGT } from '@mimamori/heat'

/** What the function answers, in the order of its columns. */
export const slotColumns = 'office_id, device_id, slot, serial, source, wbgt_max, wbgt_sum, wbgt_count, temperature_max, estimated_count'

/**
 * The one definition of ten minutes of a watcher: a query that computes them from the stored readings of company $1. The
 * slots lie in [$2, $3). A WBGT that no station can read does not count.
 * @param wanted a query for the slots: device_id, slot, serial
 */
export const slotsOf = (wanted: string): string => `
  with wanted as materialized (${wanted})
  select r.office_id, w.device_id, w.slot, w.serial, 'measured' as source, max(r.wbgt) as wbgt_max,
         coalesce(sum(r.wbgt::numeric), 0)::float8 as wbgt_sum, count(r.wbgt)::int as wbgt_count, max(r.temperature) as temperature_max,
         (count(r.wbgt) filter (where r.wbgt_source = 'estimated'))::int as estimated_count
    from wanted w
   cross join lateral (
     select r.office_id, case when r.wbgt between ${LOWEST_WBGT} and ${HIGHEST_WBGT} then r.wbgt end as wbgt, r.wbgt_source, r.temperature
       from reading r
      where r.company_id = $1 and r.device_id = w.device_id and r.at >= w.slot and r.at < w.slot + interval '10 minutes'
        and r.at >= $2 and r.at < $3
     offset 0) r
   group by r.office_id, w.device_id, w.slot, w.serial`
