import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { judgeSettingNames } from '../judge-settings.ts'

/** Rows of one company, by their numbers. */
export type RowIds = {
  readonly deviceIds: readonly number[]
  /** Devices of which all wears are meant that have not ended by `since`, epoch ms. */
  readonly wornIds: readonly number[]
  readonly since: number
  readonly wearerIds: readonly number[]
  readonly officeIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly beltIds: readonly number[]
}

/** What else a batch uses of its company, by numbers. */
export type BatchIds = RowIds & {
  /** Maps of gateways. */
  readonly mapIds: readonly number[]
  /** Devices whose clocks are supposed never to have been wrong. */
  readonly clockIds: readonly number[]
  /** The offices of the readings. */
  readonly siteIds: readonly number[]
}

/** The versions of rows by their numbers: the transaction that wrote each, as PostgreSQL numbers them (`xmin`). */
export type RowVersions = {
  readonly devices: ReadonlyMap<number, string>
  /** Of each device all its wears, in any order. */
  readonly wears: ReadonlyMap<number, readonly string[]>
  readonly wearers: ReadonlyMap<number, string>
  readonly offices: ReadonlyMap<number, string>
  readonly groups: ReadonlyMap<number, string>
  readonly belts: ReadonlyMap<number, string>
}

/** The kinds of rows of which each is asked for by its number. */
export const rowKinds = ['device', 'wear', 'wearer', 'office', 'group', 'belt'] as const
type RowKind = (typeof rowKinds)[number]

/**
 * What else is answered of each batch: versions of maps, numbers of devices whose clocks were wrong, versions of the judge's settings in
 * force at the wearers' offices, numbers and versions of the readings' offices, each with when a watcher measured there last (seconds since
 * 1970), and the numbers of gateways by which people rest.
 */
export type BatchKind = RowKind | 'map' | 'clock' | 'setting' | 'site' | 'rest'

const versionsOf = (kind: string, id: string, alias: string) =>
  `select '${kind}' as kind, string_agg(${alias}.${id}::text, ',') as ids, string_agg(${alias}.xmin::text, ',') as versions`

// Two texts a kind: one row for each would cost the driver twice what the database takes to find it.
const versionsOfRows = {
  name: 'ingest-changed-versions',
  text: `
    ${versionsOf('device', 'device_id', 'd')} from device d where d.company_id = $1 and d.device_id = any($2::int[])
    union all
    ${versionsOf('wear', 'device_id', 'w')} from wear w
     where w.company_id = $1 and w.device_id = any($3::int[]) and (w.worn_to is null or w.worn_to > $4)
    union all
    ${versionsOf('wearer', 'user_id', 'u')} from app_user u where u.company_id = $1 and u.user_id = any($5::int[])
    union all
    ${versionsOf('office', 'office_id', 'o')} from office o where o.company_id = $1 and o.office_id = any($6::int[])
    union all
    ${versionsOf('group', 'group_id', 'g')} from work_group g where g.company_id = $1 and g.group_id = any($7::int[])
    union all
    ${versionsOf('belt', 'device_id', 'b')} from belt_setting b where b.company_id = $1 and b.device_id = any($8::int[])`,
}

const textOf = (kind: BatchKind, alias: string, ...ids: readonly string[]) =>
  `select '${kind}' as kind, string_agg(${alias}.xmin::text, ',' order by ${ids.map((id) => `${alias}.${id}`).join(', ')}) as versions`

const settingKeys = Object.values(judgeSettingNames)
  .map(([type, key]) => `('${type}', '${key}')`)
  .join(', ')

// Gateways at resting places: marked themselves, or by the name of their place.
const textsOfRows = {
  name: 'ingest-versions',
  text: `
    ${textOf('device', 'd', 'device_id')} from device d where d.company_id = $1 and d.device_id = any($2::int[])
    union all
    ${textOf('wear', 'w', 'device_id', 'wear_id')} from wear w
     where w.company_id = $1 and w.device_id = any($3::int[]) and (w.worn_to is null or w.worn_to > $4)
    union all
    ${textOf('wearer', 'u', 'user_id')} from app_user u where u.company_id = $1 and u.user_id = any($5::int[])
    union all
    ${textOf('office', 'o', 'office_id')} from office o where o.company_id = $1 and o.office_id = any($6::int[])
    union all
    ${textOf('group', 'g', 'group_id')} from work_group g where g.company_id = $1 and g.group_id = any($7::int[])
    union all
    ${textOf('belt', 'b', 'device_id')} from belt_setting b where b.company_id = $1 and b.device_id = any($8::int[])
    union all
    ${textOf('map', 'm', 'map_id')} from site_map m where m.company_id = $1 and m.map_id = any($9::int[])
    union all
    select 'clock' as kind, string_agg(s.device_id::text, ',') as versions
      from device_state s where s.company_id = $1 and s.device_id = any($10::int[]) and s.clock is not null
    union all
    ${textOf('setting', 's', 'office_id', 'type', 'key')} from master_setting s
     where s.company_id = $1 and (s.office_id is null or s.office_id = any($6::int[])) and (s.type, s.key) in (${settingKeys})
    union all
    select 'site' as kind, string_agg(concat_ws(' ', o.office_id, o.xmin, extract(epoch from
             (select max(h.slot) from heat_summary h
               where h.company_id = $1 and h.office_id = o.office_id and h.source = 'measured' and h.wbgt_count > 0))), ',') as versions
      from office o where o.company_id = $1 and o.office_id = any($11::int[])
    union all
    select 'rest' as kind, string_agg(r.device_id::text, ',') as versions
      from (select d.device_id from device d where d.company_id = $1 and d.rest_place and d.kind = 'gateway'
            union
            select d.device_id
              from named_place p
              join device d on d.company_id = $1 and d.office_id = p.office_id and d.kind = 'gateway' and d.location_name = p.name
             where p.company_id = $1 and p.rest_place) r`,
}

type Row = { readonly kind: string; readonly ids: string | null; readonly versions: string | null }

const pairsOf = (rows: readonly Row[], kind: string): [number, string][] => {
  const row = rows.find((one) => one.kind === kind)
  const versions = row?.versions?.split(',') ?? []
  return (row?.ids?.split(',') ?? []).map((id, index) => [Number(id), versions[index] ?? ''])
}

const listsOf = (pairs: readonly [number, string][]): Map<number, string[]> => {
  const lists = new Map<number, string[]>()
  for (const [id, version] of pairs) {
    const list = lists.get(id)
    if (list === undefined) lists.set(id, [version])
    else list.push(version)
  }
  return lists
}

const idsOf = (list: readonly number[]): string => arrayOf(list, (id) => id)

const valuesOf = (companyId: number, rowIds: RowIds): unknown[] => {
  const { deviceIds, wornIds, since, wearerIds, officeIds, groupIds, beltIds } = rowIds
  return [companyId, idsOf(deviceIds), idsOf(wornIds), instantOf(since), ...[wearerIds, officeIds, groupIds, beltIds].map(idsOf)]
}

/**
 * Reads the versions of rows as they are now, all at one moment: of each kind one text, the versions in the order of the rows'
 * numbers (wears: by their device, then by their own), with commas. Enough to see whether anything has changed, and half the work of
 * `readVersions` for the database and for this process.
 */
export const readVersionTexts = async (client: PoolClient, companyId: number, batchIds: BatchIds): Promise<Map<BatchKind, string>> => {
  const { rows } = await client.query<{ kind: BatchKind; versions: string | null }>({
    ...textsOfRows,
    values: [...valuesOf(companyId, batchIds), ...[batchIds.mapIds, batchIds.clockIds, batchIds.siteIds].map(idsOf)],
  })
  return new Map(rows.map(({ kind, versions }) => [kind, versions ?? '']))
}

/** Reads the versions of rows by their numbers, as they are now, all at one moment. */
export const readVersions = async (client: PoolClient, companyId: number, rowIds: RowIds): Promise<RowVersions> => {
  const { rows } = await client.query<Row>({ ...versionsOfRows, values: valuesOf(companyId, rowIds) })
  return {
    devices: new Map(pairsOf(rows, 'device')),
    wears: listsOf(pairsOf(rows, 'wear')),
    wearers: new Map(pairsOf(rows, 'wearer')),
    offices: new Map(pairsOf(rows, 'office')),
    groups: new Map(pairsOf(rows, 'group')),
    belts: new Map(pairsOf(rows, 'belt')),
  }
}
