import { keysOf } from '@mimamori/contract/typed-lists'
import { gapLimitMs } from '@mimamori/heat'

/*
 * Which minutes of an hour a reading of a tag represents: its own, and those up to the device's next reading with the same
 * value, unless a gap lies between the two. A set of minutes is a bigint of 60 bits, the first minute the lowest.
 */

/** A tag is taken to report each hour at least: its values are carried for no longer than its gap would be. */
const longestGapMs = gapLimitMs(60)
const shortestGapMs = gapLimitMs(null)

/** How far from an hour, in minutes, a reading may lie that represents minutes of it. */
export const reachMinutes = longestGapMs / 60_000
const nearMinutes = shortestGapMs / 60_000

/** The longest time, in seconds, from a reading with this interval (minutes, null where unknown) to one beside it that is no gap. */
export const gapSecondsOf = (intervalMinutes: number | null): number =>
  Math.round(Math.min(longestGapMs, gapLimitMs(intervalMinutes)) / 1_000)

// Readings of before the column was there have what they said themselves.
const gapMs = `(1000 * coalesce(r.gap_seconds, least(${longestGapMs / 1_000}, greatest(${shortestGapMs / 1_000}, r.interval_minutes * 150))))::int`

/** Of a belt's reading one of these is known; what remains of a worker's are the vital tag's. */
const ofVitalTag = 'r.hook is null and r.pressure is null and r.slave_battery is null'

/** The values that are counted in minutes, each with a bit of its own in `known`. */
const counted = {
  total: 'r.total_level',
  heart: 'r.heart_level',
  heat: 'coalesce(r.wbgt, r.temperature)',
  exposure: 'r.exposed',
} as const
type Counted = keyof typeof counted
const bitOf: Record<Counted, number> = { total: 1, heart: 2, heat: 4, exposure: 8 }
const known = keysOf(counted).map((name) => `case when ${counted[name]} is null then 0 else ${bitOf[name]} end`)

/** SQL of an interval: as far from an hour readings must be looked at whose gaps are the shortest, and any. */
export const nearReach = `interval '${nearMinutes} minutes'`
export const farReach = `interval '${reachMinutes} minutes'`

/** The readings of a worker (alias `w`) in an hour and so far around it, SQL of an interval; `ms` counts from the hour's beginning. */
const readingsAround = (reach: string): string => `
  select r.device_id, r.office_id, r.call, r.heart_rate, r.wbgt, r.excess, r.total_level, r.heart_level, r.temperature, r.exposed,
         ((date_part('epoch', r.at) - date_part('epoch', w.hour)) * 1000)::int as ms, ${gapMs} as gap, ${known.join(' + ')} as known
    from reading r
   where r.company_id = $1 and r.user_id = w.user_id
     and r.at >= w.hour - ${reach} and r.at < w.hour + interval '1 hour' + ${reach}
     and r.at >= $2::timestamptz - ${farReach} and r.at < $3::timestamptz + ${farReach}
     and ${ofVitalTag}`

// Integers divide towards zero: the sum is never below it.
const minute = `(r.ms + ${longestGapMs}) / 60000 - ${reachMinutes}`
const own = 'case when r.minute between 0 and 59 then 1::bigint << r.minute else 0 end'

/** The minutes from the reading's own to the one before the next reading's, or its own alone where there is no next, or a gap. */
const upTo = (next: string, isGap: string) => `
  case when ${next} is null or ${isGap} or ${next} < (r.minute + 2) * 60000 then ${own}
       else (1::bigint << least(greatest(${next} / 60000, 0), 60)::int) - (1::bigint << greatest(r.minute, 0)) end`

/**
 * The readings in an hour and beside it, each with the minutes that it represents (`covered`). This is right for tags whose
 * shortest gap holds and whose readings have the same values one after the other, as nearly all do; any other is `odd`. Those
 * of a tag with a longer gap are `is_slow`.
 */
export const nearReadings = `
  select r.*, r.minute between 0 and 59 as within, r.gap > ${shortestGapMs} as is_slow,
         r.gap > ${shortestGapMs} or coalesce((r.known & ~(r.next & 15)) <> 0, false) as odd,
         ${upTo('(r.next >> 4)', `(r.next >> 4) - r.ms > ${shortestGapMs}`)} as covered
    from (
      select r.*, ${minute} as minute, lead((r.ms << 4) + r.known) over (partition by r.device_id order by r.ms, r.call) as next
        from (${readingsAround(nearReach)} offset 0) r) r
   where r.minute < 60
  offset 0`

const nextWith = (name: Counted) =>
  `min((r.ms::bigint << 24) + r.gap) filter (where r.known & ${bitOf[name]} <> 0) over later as next_${name}`
const coveredWith = (name: string) =>
  `${upTo(`(r.next_${name} >> 24)`, `(r.next_${name} >> 24) - r.ms > least(r.gap, r.next_${name} & 16777215)`)} as covered_${name}`
const names = keysOf(counted)

/**
 * All readings in an hour and `w.reach` around it, each with those that it represents: as a reading at all
 * (`covered_any`), and with each of its values by the next reading that has it.
 */
export const oddReadings = `
  select r.*, ${['any', ...names].map(coveredWith).join(', ')}
    from (
      select r.*, ${minute} as minute, min((r.ms::bigint << 24) + r.gap) over later as next_any, ${names.map(nextWith).join(', ')}
        from (${readingsAround('w.reach')} offset 0) r
      window later as (partition by r.device_id order by r.ms desc, r.call desc rows between unbounded preceding and 1 preceding)) r
   where r.minute < 60
  offset 0`

/** The group that somebody (alias `r`, `hour`) was in at a site by the last reading that represents a minute of the hour. */
export const groupAtSite = `(
  select l.group_id from reading l
   where l.company_id = $1 and l.user_id = r.user_id and l.office_id = r.office_id and l.at < r.hour + interval '1 hour'
     and l.at >= r.hour - interval '${reachMinutes} minutes' and l.at >= $2::timestamptz - ${farReach} and l.at < $3
     and ${ofVitalTag.replaceAll('r.', 'l.')}
   order by l.at desc, l.device_id desc, l.call desc limit 1)`
