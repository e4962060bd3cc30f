import type { DeviceWarning } from '@mimamori/contract'
import { DIFFERENT_WITHIN_DAYS, NARROW_DAYS, NARROW_WEARERS, NARROW_WITHIN_DAYS } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import { japanDayBefore } from '../../../platform/japan-time.ts'
import type { TenantFilter } from '../../organisation/tenant-filter.ts'

/**
 * SQL, a list of words: why the heart rates of a device are doubted at `now` (decisions/0119); empty for no reason.
 * @param device the alias of a row with the device's `company_id` and `device_id`
 */
export const heartWarnings = (device: string, now: Date, tenant: TenantFilter): RawBuilder<DeviceWarning[]> => {
  const [narrowFrom, differentFrom] = [japanDayBefore(now, NARROW_WITHIN_DAYS), japanDayBefore(now, DIFFERENT_WITHIN_DAYS)]
  const isNarrow = sql`filter (where h.kind = 'narrow')`
  return sql<DeviceWarning[]>`(
    select array_remove(array[
             case when count(distinct h.day) ${isNarrow} >= ${sql.lit(NARROW_DAYS)} and count(distinct h.user_id) ${isNarrow} >= ${sql.lit(NARROW_WEARERS)}
                  then 'checkHeartRate' end,
             case when max(h.day) filter (where h.kind = 'different') >= ${differentFrom}::date then 'differentHeartRates' end], null)
      from doubtful_heart h
     where h.company_id = ${sql.ref(`${device}.company_id`)} and ${tenant('h')} and h.device_id = ${sql.ref(`${device}.device_id`)}
       and h.day >= ${narrowFrom}::date)`
}
