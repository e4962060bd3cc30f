import type { HeatSourceUse } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { heatBasisOfRow, heatLayerColumns, type HeatLayerRow } from '../../organisation/heat-layers.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { japanDay } from '../../../platform/japan-time.ts'

/** A worker whose latest reading used a heat source of their site: a watcher, or the public station (null). Not one whom a person signed off since. */
export type ExposedWorker = HeatSourceUse & {
  readonly officeId: number
  readonly watcherId: number | null
  readonly userId: number
  readonly fullName: string
  readonly furigana: string
}

// A row for everybody of the same layers: a thousand workers of a site are read with each batch that has a watcher's
// reading. They are gathered before groups are joined, so that no plan looks for each one's group.
const exposedOfOffices = (name: string, person: string) => ({
  name,
  text: `
    with u as materialized (
      select u.company_id, u.office_id, u.group_id, ws.wbgt_device_id, u.metabolic_class, u.acclimatised, u.clothing,
             u.observed_acclimatised, u.last_exposure_on, u.first_exposure_on, u.attention,
             json_agg(${person}) as people
        from app_user u
        join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
       where u.company_id = $1 and u.office_id = any($2::int[]) and u.deleted_at is null and u.consent_withdrawn_at is null
         and ws.wbgt_source is not null and ws.last_at >= $3
         and (ws.quiet_since is null or ws.quiet_since < ws.last_at)
       group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
    select u.office_id, u.wbgt_device_id, ${heatLayerColumns}, u.people
      from u
      join office o on o.company_id = $1 and o.office_id = u.office_id
      left join work_group g on g.company_id = $1 and g.group_id = u.group_id`,
})

const lastAtSeconds = 'extract(epoch from ws.last_at)::float8'
const exposedByName = exposedOfOffices(
  'standing-of-offices',
  `json_build_array(u.user_id, u.full_name, u.furigana, ${lastAtSeconds}, ws.interval_minutes)`,
)
const exposedWithoutName = exposedOfOffices('heat-uses-of-offices', `json_build_array(${lastAtSeconds}, ws.interval_minutes)`)

const inKanaOrder = new Intl.Collator('ja')

type Person = readonly [userId: number, fullName: string, furigana: string, lastAtSeconds: number, intervalMinutes: number | null]

type Row<One> = HeatLayerRow & {
  readonly office_id: number
  readonly wbgt_device_id: number | null
  readonly people: readonly One[]
}

/** People who were heard within this time: no device that still works rests for longer. */
const longestPatienceMs = 24 * 3_600_000

type Placed = Pick<ExposedWorker, 'officeId' | 'watcherId' | 'limitWbgt'>

const placedOf = (row: Row<unknown>, at: number): Placed => ({
  officeId: row.office_id,
  watcherId: row.wbgt_device_id,
  limitWbgt: heatBasisOfRow(row, japanDay(new Date(at)), at).limitWbgt,
})

const valuesOf = (companyId: number, officeIds: readonly number[], at: number) => [
  companyId,
  arrayOf(officeIds, (id) => id),
  instantOf(at - longestPatienceMs),
]

/**
 * The workers of a company's offices whose latest reading used a heat value, with their limits on the day of `at` (epoch
 * ms), in kana order. The rule `workersAtSource` says which of them are still there at a moment.
 */
export const findExposedWorkers = async (
  client: Pick<PoolClient, 'query'>,
  companyId: number,
  officeIds: readonly number[],
  at: number,
): Promise<ExposedWorker[]> => {
  if (officeIds.length === 0) return []
  const { rows } = await client.query<Row<Person>>({ ...exposedByName, values: valuesOf(companyId, officeIds, at) })
  const exposed = rows.flatMap((row) => {
    const placed = placedOf(row, at)
    return row.people.map(([userId, fullName, furigana, seconds, intervalMinutes]) => ({
      ...placed,
      userId,
      fullName,
      furigana,
      lastAt: Math.round(seconds * 1_000),
      intervalMinutes,
    }))
  })
  return exposed.toSorted((one, other) => inKanaOrder.compare(one.furigana, other.furigana) || one.userId - other.userId)
}

/** Somebody of those, without a name, where only their limits matter: names of ten thousand people are long to order. */
export type HeatSourceUser = HeatSourceUse & { readonly watcherId: number | null }

/** The same workers of an office as uses of heat sources, in no order. */
export const findHeatSourceUsers = async (
  client: Pick<PoolClient, 'query'>,
  { companyId, officeId }: OfficeKey,
  at: number,
): Promise<HeatSourceUser[]> => {
  const { rows } = await client.query<Row<readonly [lastAtSeconds: number, intervalMinutes: number | null]>>({
    ...exposedWithoutName,
    values: valuesOf(companyId, [officeId], at),
  })
  return rows.flatMap((row) => {
    const placed = placedOf(row, at)
    return row.people.map(([seconds, intervalMinutes]) => ({ ...placed, lastAt: Math.round(seconds * 1_000), intervalMinutes }))
  })
}
