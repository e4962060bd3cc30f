import { type ClockState, isClockDoubtful } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf } from '../../../platform/database/columns.ts'
import { awaitPipelined } from '../../../platform/database/await-pipelined.ts'
import type { ReceivedReading } from '../reading.ts'
import { type DeviceCache, type DeviceName, keyOf, type RegisteredDevice } from '../row-cache/device-cache.ts'
import type { RowCache } from '../row-cache/row-cache.ts'
import type { WearCache } from '../row-cache/wear-cache.ts'
import { isWorn } from './find-wears.ts'

type Clock = { readonly clock: ClockState | null; readonly interval_minutes: number | null }

/** A registered device, and what is known of its clock and of how often it sends. */
export type DeviceRow = RegisteredDevice & Clock

// Those of archived offices are released: nothing is taken in for them, and their serials are free for other offices.
const devicesBySerial = {
  name: 'ingest-devices',
  text: `
    select d.office_id, d.kind, d.serial, d.device_id, d.linked_device_id, d.altitude_offset_cm, d.xmin as version,
           d.map_id, m.xmin as map_version, m.sismil_type, s.clock, s.interval_minutes
      from unnest($2::int[], $3::text[], $4::text[]) as sent (office_id, kind, serial)
      join device d on d.company_id = $1 and d.office_id = sent.office_id and d.kind = sent.kind and d.serial = sent.serial
      join office o on o.company_id = $1 and o.office_id = d.office_id and o.archived_at is null
      left join site_map m on m.company_id = d.company_id and m.map_id = d.map_id and d.kind = 'gateway'
      left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id`,
}
// Of the same company, at other offices; of a device that the sender's office has, only where nobody wears that one.
const devicesOfNeighbours = {
  name: 'ingest-neighbours',
  text: `
    select sent.office_id as sender_office_id, d.office_id, d.kind, d.serial, d.device_id, d.linked_device_id,
           d.altitude_offset_cm, d.xmin as version, s.clock, s.interval_minutes, w.wear_id is not null as worn
      from unnest($2::int[], $3::text[], $4::text[], $5::int[]) as sent (office_id, kind, serial, device_id)
      join device d on d.company_id = $1 and d.kind = sent.kind and d.serial = sent.serial and d.office_id <> sent.office_id
      join office o on o.company_id = $1 and o.office_id = d.office_id and o.archived_at is null
      left join wear w on w.company_id = $1 and w.device_id = d.device_id and w.worn_to is null
      left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
     where sent.device_id is null
        or (w.wear_id is not null
            and not exists (select from wear own where own.company_id = $1 and own.device_id = sent.device_id and own.worn_to is null))`,
}
// A clock that was never wrong has no state, and most devices send their interval with their readings.
const clocksOfDevices = {
  name: 'ingest-device-clocks',
  text: `
    select s.device_id, s.clock, s.interval_minutes
      from device_state s
     where s.company_id = $1 and s.device_id = any($2::int[]) and (s.clock is not null or s.interval_minutes is not null)`,
}

/** A device of another office of the company, no gateway, and the office whose key its readings came with. */
type NeighbourRow = Omit<DeviceRow, 'map_id' | 'map_version' | 'sismil_type'> & {
  readonly sender_office_id: number
  /** Whether somebody wears it now. */
  readonly worn: boolean
}

const noMap = { map_id: null, map_version: null, sismil_type: null }

/** The devices of a batch, by the names that readings give them. */
export class Devices {
  readonly #rows: Map<string, DeviceRow>
  readonly #neighbours: Map<string, DeviceRow>
  /** The numbers of those whose clocks were not read, since they were never wrong by what this process knows. */
  readonly supposedRight: readonly number[]

  constructor(rows: readonly DeviceRow[], neighbours: readonly NeighbourRow[], supposedRight: readonly number[]) {
    this.#rows = new Map(rows.map((row) => [keyOf(row), row]))
    this.#neighbours = new Map(neighbours.map((row) => [keyOf({ ...row, office_id: row.sender_office_id }), { ...row, ...noMap }]))
    this.supposedRight = supposedRight
  }

  /** All of them, gateways included. */
  get all(): DeviceRow[] {
    return [...this.#rows.values(), ...this.#neighbours.values()]
  }

  /** The device that sent a reading: of the office whose key it came with or, carried by people, of another one of the company. */
  senderOf({ officeId, kind, device }: ReceivedReading): DeviceRow | undefined {
    const name = keyOf({ office_id: officeId, kind, serial: device })
    return this.#neighbours.get(name) ?? this.#rows.get(name)
  }

  /** The gateway that a reading came by. */
  gatewayOf({ officeId, gateway }: ReceivedReading): DeviceRow | undefined {
    return gateway === null ? undefined : this.#rows.get(keyOf({ office_id: officeId, kind: 'gateway', serial: gateway }))
  }
}

/** Names by which readings call devices, each once, and of which one of the readings makes their clock doubtful. */
type Named = { readonly names: DeviceName[]; readonly doubtful: ReadonlySet<string> }

const namesIn = (readings: readonly ReceivedReading[]): Named => {
  const names = new Map<string, DeviceName>()
  const doubtful = new Set<string>()
  const add = (name: DeviceName) => {
    const key = keyOf(name)
    names.set(key, name)
    return key
  }
  for (const { officeId, kind, device, gateway, at, receivedAt } of readings) {
    const key = add({ office_id: officeId, kind, serial: device })
    if (isClockDoubtful(at - receivedAt)) doubtful.add(key)
    if (gateway !== null) add({ office_id: officeId, kind: 'gateway', serial: gateway })
  }
  return { names: [...names.values()], doubtful }
}

const clocksOf = async (client: PoolClient, companyId: number, devices: readonly RegisteredDevice[]): Promise<Map<number, Clock>> => {
  if (devices.length === 0) return new Map()
  const { rows } = await client.query<Clock & { device_id: number }>({
    ...clocksOfDevices,
    values: [companyId, arrayOf(devices, (device) => device.device_id)],
  })
  return new Map(rows.map((row) => [row.device_id, row]))
}

const readByName = async (
  client: PoolClient,
  cache: DeviceCache,
  companyId: number,
  names: readonly DeviceName[],
): Promise<DeviceRow[]> => {
  if (names.length === 0) return []
  const { rows } = await client.query<DeviceRow>({
    ...devicesBySerial,
    values: [companyId, arrayOf(names, (name) => name.office_id), arrayOf(names, (name) => name.kind), names.map((name) => name.serial)],
  })
  // Their clocks are in these rows, and are read again with every batch.
  cache.set(rows)
  return rows
}

type CarriedName = DeviceName & { readonly device_id: number | null }

/**
 * The names, of the kinds that people carry from site to site, by which another office may have sent: no device of the sender's office
 * has them, or one that nobody wears by what this process knows.
 */
const carriedElsewhere = (missing: readonly DeviceName[], own: readonly DeviceRow[], wears: WearCache): CarriedName[] => {
  const found = new Set(own.map(keyOf))
  const isWornNow = ({ device_id: deviceId }: DeviceRow) =>
    wears.find(deviceId)?.wears.some(({ wear }) => wear.wornTo === Infinity) ?? false
  return [
    ...missing.filter((name) => isWorn(name) && !found.has(keyOf(name))).map((name) => ({ ...name, device_id: null })),
    ...own.filter((device) => isWorn(device) && !isWornNow(device)),
  ]
}

/** The only one of several offices' devices, or the only one that somebody wears: two of the same serial could be confused. */
const theOne = (rows: readonly NeighbourRow[]): NeighbourRow[] => {
  if (rows.length === 1) return [...rows]
  const worn = rows.filter((row) => row.worn)
  return worn.length === 1 ? worn : []
}

const readNeighbours = async (client: PoolClient, companyId: number, names: readonly CarriedName[]): Promise<NeighbourRow[]> => {
  if (names.length === 0) return []
  const { rows } = await client.query<NeighbourRow>({
    ...devicesOfNeighbours,
    values: [
      companyId,
      arrayOf(names, (name) => name.office_id),
      arrayOf(names, (name) => name.kind),
      names.map((name) => name.serial),
      names.map((name) => name.device_id),
    ],
  })
  const ofNames = Map.groupBy(rows, (row) => keyOf({ ...row, office_id: row.sender_office_id }))
  return [...ofNames.values()].flatMap(theOne)
}

/**
 * Finds the devices and gateways that readings of one company name, each at the office of its sender: from the cache, or read where
 * it has none. What people carry is found at another office of the company, too: where the sender's has none, or has one that nobody
 * wears while somebody wears the other. Their clocks are read, except those of which neither the cache nor a reading makes a doubt.
 */
export const findDevices = async (
  client: PoolClient,
  { devices: cache, wears }: Pick<RowCache, 'devices' | 'wears'>,
  companyId: number,
  readings: readonly ReceivedReading[],
): Promise<Devices> => {
  const cached: RegisteredDevice[] = []
  const supposedRight: RegisteredDevice[] = []
  const missing: DeviceName[] = []
  const { names, doubtful } = namesIn(readings)
  for (const name of names) {
    const device = cache.find(name)
    if (device === undefined) {
      missing.push(name)
      continue
    }
    // It may be wrong by this batch.
    if (doubtful.has(keyOf(device))) cache.deleteRightClock(device.device_id)
    if (cache.hasRightClock(device.device_id)) supposedRight.push(device)
    else cached.push(device)
  }
  const [clocks, read] = await awaitPipelined([clocksOf(client, companyId, cached), readByName(client, cache, companyId, missing)])
  const known = cached.map((device): DeviceRow => {
    const { clock = null, interval_minutes = null } = clocks.get(device.device_id) ?? {}
    return { ...device, clock, interval_minutes }
  })
  cache.setRightClocks([...known, ...read].flatMap((row) => (row.clock === null && !doubtful.has(keyOf(row)) ? [row.device_id] : [])))
  const own = [...known, ...read, ...supposedRight.map((device): DeviceRow => ({ ...device, clock: null, interval_minutes: null }))]
  const neighbours = await readNeighbours(client, companyId, carriedElsewhere(missing, own, wears))
  return new Devices(
    own,
    neighbours,
    supposedRight.map((device) => device.device_id),
  )
}
