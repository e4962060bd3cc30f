import { barometers } from '../apps/server/src/features/device/barometer.ts'
import { gateways } from '../apps/server/src/features/device/gateway.ts'
import { heatWatchers } from '../apps/server/src/features/device/heat-watcher.ts'
import { deleteDevices } from '../apps/server/src/features/device/leave.ts'
import { wornDevices } from '../apps/server/src/features/device/worn-device.ts'
import type { OfficeKey } from '../apps/server/src/shared/organisation/keys.ts'
import { onClient } from '../apps/server/src/platform/exchange/on-client.ts'
import { signIn, timeCalls } from './console.ts'
import { percentile, report } from './figure.ts'
import { copySeconds, fileUnder, importSeconds } from './import-file.ts'
import type { Product } from './product.ts'

const sites = 5
// Every other time one of the two waits for the disk, when PostgreSQL takes another file for its log of changes.
const rounds = 5

type Worn = { readonly type: number; readonly serial: string }

// Two body devices of the new type to each belt, as crews wear them.
const wornOf = (n: number): Worn => (n % 3 === 0 ? { type: 2, serial: `B-${n}` } : { type: 3, serial: `V${n}` })
const wordOf = ({ type }: Worn) => (type === 2 ? 'belt' : 'vital')

const cells = { 種別: ({ type }: Worn) => type, シリアル番号: ({ serial }: Worn) => serial }

const makeSites = async ({ pool }: Product, count: number): Promise<OfficeKey[]> => {
  const { rows } = await pool.query<OfficeKey>(
    `with made as (insert into company (code, name) values ('DEVICES', '機器建設') returning company_id)
     insert into office (company_id, base_code, name) select company_id, 'D' || n, '機器現場' || n from made, generate_series(1, $1) n
     returning company_id as "companyId", office_id as "officeId"`,
    [count],
  )
  return rows
}

// The bench's devices are at sites of one company.
const placeOf = (offices: readonly OfficeKey[]) => [offices[0]?.companyId ?? 0, offices.map(({ officeId }) => officeId)] as const

/** A wearer for every fifth vital device, heard within the minute: the silent would be watched over meanwhile. */
const giveOut = async ({ pool }: Product, offices: readonly OfficeKey[]): Promise<void> => {
  await pool.query(
    `with worn as (
       select d.* from device d where d.company_id = $1 and d.office_id = any($2::int[]) and d.kind = 'vital' and d.device_id % 5 = 0),
     claimed as (insert into login (login_key, company_id) select 'wearer-' || d.device_id, d.company_id from worn d)
     insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
     select 'wearer-' || d.device_id, 'User', d.company_id, d.office_id, '着用　' || d.serial, 'チャクヨウ　' || reverse(d.serial)
       from worn d`,
    [...placeOf(offices)],
  )
  await pool.query(`
    insert into wear (company_id, user_id, device_id, slot, worn_from)
    select d.company_id, u.user_id, d.device_id, 'vital', '2020-01-01'
      from device d join app_user u on u.company_id = d.company_id and u.login_key = 'wearer-' || d.device_id`)
  await pool.query(`
    insert into worker_state (company_id, user_id, device_id, last_at, heard_at, battery)
    select w.company_id, w.user_id, w.device_id, x.at, x.at, w.user_id % 6
      from wear w cross join lateral (select now() - w.user_id % 60 * interval '1 second' as at) x where w.worn_to is null
    on conflict (company_id, user_id) do update set
      device_id = excluded.device_id, last_at = excluded.last_at, heard_at = excluded.heard_at, battery = excluded.battery`)
}

/** So many of a kind that is put up on the site, half of them heard; each is linked to, or carries, another if its kind can. */
const putUp = async ({ pool }: Product, offices: readonly OfficeKey[], kind: string, count: number): Promise<void> => {
  // As the product does it: a device's links, wearers and episodes end with it.
  const client = await pool.connect()
  for (const office of offices) {
    const { rows } = await client.query<{ device_id: number }>(
      `select d.device_id from device d where d.company_id = $1 and d.office_id = $2 and d.kind in ('heat', 'gateway', 'barometer')`,
      [office.companyId, office.officeId],
    )
    await deleteDevices(
      onClient(client),
      office,
      rows.map((row) => row.device_id),
      new Date(),
    )
  }
  client.release()
  const make = (word: string, each: number) =>
    pool.query(
      `insert into device (company_id, office_id, kind, serial, location_name, installation_status)
       select $1, o.office_id, $3, lpad(n::text, 6, '0'), '第' || n % 37 || '工区 足場' || n % 991, case when n % 7 = 0 then 0 else 1 end
         from unnest($2::int[]) o (office_id), generate_series(1, $4) n`,
      [...placeOf(offices), word, each],
    )
  const each = count / offices.length
  await make(kind, each)
  if (kind === 'heat') await make('gateway', each / 10)
  if (kind === 'gateway') await make('heat', each / 10)
  await pool.query(`
    update device g set linked_device_id = w.device_id
      from device w where w.company_id = g.company_id and w.office_id = g.office_id and (g.kind, w.kind) in (('gateway', 'heat')) and w.serial = g.serial`)
  await pool.query(`
    insert into device_state (company_id, device_id, last_at, heard_at, battery, wave_level, wbgt)
    select d.company_id, d.device_id, x.at, x.at, d.device_id % 6, d.device_id % 5, 20 + d.device_id % 130 / 10.0
      from device d cross join lateral (select now() - d.device_id % 60 * interval '1 second' as at) x where d.device_id % 2 = 0
    on conflict (company_id, device_id) do update set
      last_at = excluded.last_at, heard_at = excluded.heard_at, battery = excluded.battery, wave_level = excluded.wave_level, wbgt = excluded.wbgt`)
  await pool.query('vacuum analyze')
}

const lists = { Device: wornDevices, HeatIndexWatcher: heatWatchers, Gateway: gateways, ReferenceBarometer: barometers } as const

/** Of every order of a page the slowest one's p95: a few calls each say which these are. */
const slowestOrder = async (
  url: string,
  headers: { authorization: string },
  keys: readonly string[],
): Promise<{ key: string; ms: number }> => {
  const sampled: { key: string; ms: number }[] = []
  for (const key of keys) {
    const times = await timeCalls(`${url}&sortKey=${key}`, headers, 7, 1)
    sampled.push({ key, ms: percentile(times.slice(2), 0.5) })
  }
  const slowest = { key: '', ms: 0 }
  for (const { key } of sampled.toSorted((one, other) => other.ms - one.ms).slice(0, 3)) {
    const ms = percentile(await timeCalls(`${url}&sortKey=${key}`, headers, 40, 1), 0.95)
    if (ms > slowest.ms) Object.assign(slowest, { key, ms })
  }
  return slowest
}

const measureList = async (
  product: Product,
  headers: { authorization: string },
  resource: keyof typeof lists,
  count: number,
): Promise<void> => {
  const pages = { 'first page': '', 'last page': `&offset=${count - 100}`, 'part of a serial': '&serialNumber=77' }
  for (const [name, query] of Object.entries(pages)) {
    const { key, ms } = await slowestOrder(
      `${product.url}/api/${resource}?limit=100&sortOrder=desc${query}`,
      headers,
      Object.keys(lists[resource].sortKeys),
    )
    report(`${resource} list of ${count.toLocaleString('en')}, ${name}, slowest order (${key}), p95`, ms, 'ms', 100)
  }
}

/** The sites of the bench's devices, and how many of each kind. */
export type DeviceSites = { readonly offices: readonly OfficeKey[]; readonly count: number }

/** Imports so many devices over several sites, one site after another. */
export const measureDeviceImport = async (product: Product, count: number): Promise<DeviceSites> => {
  const headers = await signIn(product)
  const [first, ...offices] = await makeSites(product, sites + 1)
  if (first === undefined) throw new Error('no sites')
  const devices = Array.from({ length: count / sites }, (_, n) => wornOf(n))
  const template = await (await fetch(`${product.url}/api/Device/Template`, { headers })).text()
  const file = fileUnder(template, devices, cells)
  // A server that has just begun takes its first files at half the pace, whatever is in them.
  for (let turn = 0; turn < 2; turn++) await importSeconds(product, `/api/Device/Import/${first.officeId}`, file, headers)
  await product.pool.query('delete from device d where d.company_id = $1 and d.office_id = $2', [first.companyId, first.officeId])
  const rows = offices.flatMap(({ companyId, officeId }) =>
    devices.map((device) => [companyId, officeId, wordOf(device), device.type, device.serial]),
  )
  const [copies, imports]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    if (round > 0)
      await product.pool.query('delete from device d where d.company_id = $1 and d.office_id = any($2::int[])', [...placeOf(offices)])
    copies.push(await copySeconds(product, 'device', 'company_id, office_id, kind, type, serial', rows))
    let seconds = 0
    for (const { officeId } of offices) seconds += await importSeconds(product, `/api/Device/Import/${officeId}`, file, headers)
    imports.push(seconds)
  }
  const plain = percentile(copies, 0.5)
  report(`plain copy of ${count.toLocaleString('en')} devices, median of ${rounds}`, plain, 's')
  report(`import of ${count.toLocaleString('en')} devices over ${sites} sites, of plain copy`, percentile(imports, 0.5), 's', plain)
  return { offices, count }
}

/** Reads the lists of every kind, as many of each. */
export const measureDeviceLists = async (product: Product, { offices, count }: DeviceSites): Promise<void> => {
  const headers = await signIn(product)
  await giveOut(product, offices)
  await product.pool.query('vacuum analyze')
  await measureList(product, headers, 'Device', count)
  for (const [resource, kind] of [
    ['HeatIndexWatcher', 'heat'],
    ['Gateway', 'gateway'],
    ['ReferenceBarometer', 'barometer'],
  ] as const) {
    await putUp(product, offices, kind, count)
    await measureList(product, headers, resource, count)
  }
}
