import { HEAT_WORK_AIR, HEAT_WORK_WBGT } from '@mimamori/heat'
import { farReach, groupAtSite, nearReach, nearReadings, oddReadings } from './covered-minutes.ts'

const ofHour = (aggregate: string) => `${aggregate} filter (where r.within)`
// Of up to five decimals: the sum is exact then, and the order of the readings does not show.
const exactSum = (column: string) => `coalesce(${ofHour(`sum((r.${column}::float8 * 100000)::bigint)`)}, 0)::float8 / 100000`

/** What is known of the readings in an hour. */
const ofReadings: Readonly<Record<string, string>> = {
  readings: `${ofHour('count(*)')}::int`,
  heart_rate_max: ofHour('max(r.heart_rate)'),
  heart_rate_sum: `coalesce(${ofHour('sum(r.heart_rate)')}, 0)::int`,
  heart_rate_count: `${ofHour('count(r.heart_rate)')}::int`,
  wbgt_max: ofHour('max(r.wbgt)'),
  wbgt_sum: exactSum('wbgt'),
  wbgt_count: `${ofHour('count(r.wbgt)')}::int`,
  excess_max: ofHour('max(r.excess)'),
  excess_sum: exactSum('excess'),
  excess_count: `${ofHour('count(r.excess)')}::int`,
  level_max: ofHour('max(r.total_level)'),
  heart_level_max: ofHour('max(r.heart_level)'),
}

/** The columns with the minutes that a reading represents: as a reading at all, and with each of its values. */
type Covered = { readonly any: string; readonly total: string; readonly heart: string; readonly heat: string; readonly exposure: string }
const near: Covered = { any: 'covered', total: 'covered', heart: 'covered', heat: 'covered', exposure: 'covered' }
const far: Covered = {
  any: 'covered_any',
  total: 'covered_total',
  heart: 'covered_heart',
  heat: 'covered_heat',
  exposure: 'covered_exposure',
}

const where = (covered: string, holds: string) => `bit_or(r.${covered}) filter (where ${holds})`
const whereKnown = (covered: string, value: string, holds: string) =>
  `case when ${where(covered, `${value} is not null`)} <> 0 then coalesce(${where(covered, holds)}, 0) end`

/** The sets of an hour's minutes. */
const minuteSets: Readonly<Record<string, (of: Covered) => string>> = {
  connected: ({ any }) => `bit_or(r.${any})`,
  level1: ({ total }) => where(total, 'r.total_level = 1'),
  level2: ({ total }) => where(total, 'r.total_level = 2'),
  level3: ({ total }) => where(total, 'r.total_level = 3'),
  heart1: ({ heart }) => where(heart, 'r.heart_level = 1'),
  heart2: ({ heart }) => where(heart, 'r.heart_level = 2'),
  heart3: ({ heart }) => where(heart, 'r.heart_level = 3'),
  heat: ({ heat }) =>
    whereKnown(heat, 'coalesce(r.wbgt, r.temperature)', `r.wbgt >= ${HEAT_WORK_WBGT} or r.temperature >= ${HEAT_WORK_AIR}`),
  exposure: ({ exposure }) => whereKnown(exposure, 'r.exposed', 'r.exposed'),
}

const minutes = (bits: string) => `bit_count((${bits})::bit(60))::smallint`
const zero = (column: string) => `coalesce(r.${column}, 0)`
const at1 = (name: string) => minutes(`${zero(`${name}1`)} & ~(${zero(`${name}2`)} | ${zero(`${name}3`)})`)
const at2 = (name: string) => minutes(`${zero(`${name}2`)} & ~${zero(`${name}3`)}`)
const at3 = (name: string) => minutes(zero(`${name}3`))

/** The columns of an hour beside its key, each by what is known of the readings (`r`) and alerts (`a`). */
const columns: Readonly<Record<string, { readonly as: string; readonly of: readonly string[] }>> = {
  group_id: { as: `case when r.connected is not null then ${groupAtSite} end`, of: [] },
  readings: { as: zero('readings'), of: [] },
  heart_rate_max: { as: 'r.heart_rate_max', of: ['heart_rate_max'] },
  heart_rate_sum: { as: zero('heart_rate_sum'), of: ['heart_rate_sum'] },
  heart_rate_count: { as: zero('heart_rate_count'), of: ['heart_rate_count'] },
  wbgt_max: { as: 'r.wbgt_max', of: ['wbgt_max'] },
  wbgt_sum: { as: zero('wbgt_sum'), of: ['wbgt_sum'] },
  wbgt_count: { as: zero('wbgt_count'), of: ['wbgt_count'] },
  excess_max: { as: 'r.excess_max', of: ['excess_max'] },
  excess_sum: { as: zero('excess_sum'), of: ['excess_sum'] },
  excess_count: { as: zero('excess_count'), of: ['excess_count'] },
  level_max: { as: 'r.level_max', of: ['level_max'] },
  connected_minutes: { as: minutes(zero('connected')), of: [] },
  level1_minutes: { as: at1('level'), of: ['level1', 'level2', 'level3'] },
  level2_minutes: { as: at2('level'), of: ['level2', 'level3'] },
  level3_minutes: { as: at3('level'), of: ['level3'] },
  heat_minutes: { as: minutes('r.heat'), of: ['heat'] },
  exposure_minutes: { as: minutes('r.exposure'), of: ['exposure'] },
  alerts: { as: 'coalesce(a.alerts, 0)', of: [] },
  heart_level_max: { as: 'r.heart_level_max', of: ['heart_level_max'] },
  heart_level1_minutes: { as: at1('heart'), of: ['heart1', 'heart2', 'heart3'] },
  heart_level2_minutes: { as: at2('heart'), of: ['heart2', 'heart3'] },
  heart_level3_minutes: { as: at3('heart'), of: ['heart3'] },
}

const keys = ['user_id', 'office_id', 'hour']

/** What the function answers, in the order of its columns. */
export const hourColumns = [...keys, ...Object.keys(columns)].join(', ')

/**
 * The one definition of an hourly summary: a query that computes it from the stored readings and alerts of company $1.
 * The hours lie in [$2, $3), by which readings of other weeks are left alone.
 *
 * A minute is one bit of 60 and counts once however many readings it has, at the highest of their levels. One between two
 * readings of a device with the same value, and no gap between them, has the value of the earlier: two minutes and a half
 * of a tag that reports each 10 minutes count like those of one that reports each minute. Nearly all hours are computed
 * from the readings in them and 5 minutes around; what that cannot show (`odd`) is looked at
 * once more, for slow tags 150 minutes around.
 * The group is that of the hour's last reading at the site.
 * @param wanted a query for the hours: user_id, hour
 * @param answered the columns, by commas; the fewer they are the less is computed
 */
export const hoursOf = (wanted: string, answered: string = hourColumns): string => {
  const chosen = answered.split(',').map((name) => name.trim())
  const needed = new Set(['readings', 'connected', ...chosen.flatMap((name) => columns[name]?.of ?? [])])
  const values = Object.keys(ofReadings).filter((name) => needed.has(name))
  const sets = Object.keys(minuteSets).filter((name) => needed.has(name))
  const setsBy = (covered: Covered) => sets.map((name) => `${minuteSets[name]?.(covered)} as ${name}`).join(', ')
  return `
  with wanted as materialized (${wanted}), by_readings as materialized (
    select w.user_id, w.hour, r.*
      from wanted w
     cross join lateral (
       select r.office_id, bool_or(r.odd) as odd, bool_or(r.is_slow) as is_slow, ${values.map((name) => `${ofReadings[name]} as ${name}`).join(', ')}, ${setsBy(near)}
         from (${nearReadings}) r
        where r.within or r.covered <> 0 or r.odd
        group by r.office_id
       offset 0) r
  ), by_odd_readings as (
    select w.user_id, w.hour, r.*
      -- Hours without readings near them, too. No join: with an estimate of few hours it would compare each with each.
      from (select e.user_id, e.hour, case when bool_or(e.is_slow) is distinct from false then ${farReach} else ${nearReach} end as reach
              from (select w.user_id, w.hour, null::boolean as odd, null::boolean as is_slow from wanted w
                     union all
                    select n.user_id, n.hour, n.odd, n.is_slow from by_readings n) e
             group by e.user_id, e.hour having coalesce(bool_or(e.odd), true)) w
     cross join lateral (select r.office_id, ${setsBy(far)} from (${oddReadings}) r group by r.office_id offset 0) r
     where r.connected <> 0
  ), by_alerts as (
    select w.user_id, w.hour, a.office_id, count(*)::int as alerts
      from wanted w
     cross join lateral (
       select a.office_id from alert a
        where a.company_id = $1 and a.user_id = w.user_id and a.started_at >= w.hour and a.started_at < w.hour + interval '1 hour' and not a.withdrawn
       offset 0) a
     group by w.user_id, w.hour, a.office_id
  ), known as (
    select user_id, hour, office_id, ${values.map((name) => `n.${name}`).join(', ')},
           ${sets.map((set) => `case when o.connected is null then n.${set} else o.${set} end as ${set}`).join(', ')}
      from by_readings n full join by_odd_readings o using (user_id, hour, office_id)
     where n.readings > 0 or n.connected <> 0 or o.connected <> 0
  )
  select ${chosen.map((name) => (columns[name] === undefined ? name : `${columns[name].as} as ${name}`)).join(', ')}
    from known r full join by_alerts a using (user_id, hour, office_id)`
}
