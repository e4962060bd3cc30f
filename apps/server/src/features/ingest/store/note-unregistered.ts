import { mostUnregistered } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import type { ReceivedReading } from '../reading.ts'
import { keyOf } from '../row-cache/device-cache.ts'
import type { NotedDevice, NotedDevices } from '../row-cache/noted-devices.ts'
import type { BatchTransaction } from '../transaction.ts'

/** `heardSince`: when the reading came, epoch ms. */
type Sending = NotedDevice & { readonly intervalMinutes: number | null; readonly heardSince: number }

type Stored = TableRow<'unregistered_device', 'office_id' | 'kind' | 'serial' | 'heard_at'> & { readonly registered: boolean }

const storedOfOffices = {
  name: 'ingest-unregistered',
  text: `
    select u.office_id, u.kind, u.serial, u.heard_at, d.device_id is not null as registered
      from unregistered_device u
      left join device d on d.company_id = $1 and d.office_id = u.office_id and d.kind = u.kind and d.serial = u.serial
     where u.company_id = $1 and u.office_id = any($2::int[])`,
}
// In the order of their keys, so that two batches never wait for each other.
const upsert = {
  name: 'ingest-note-unregistered',
  text: `
    insert into unregistered_device as u (company_id, office_id, kind, serial, heard_at, interval_minutes, heard_since)
    select $1, x.office_id, x.kind, x.serial, x.heard_at, x.interval_minutes, x.heard_since
      from unnest($2::int[], $3::text[], $4::text[], $5::timestamptz[], $6::float8[], $7::timestamptz[])
             as x (office_id, kind, serial, heard_at, interval_minutes, heard_since)
     order by x.office_id, x.kind, x.serial
    on conflict (company_id, office_id, kind, serial) do update
      set heard_at = excluded.heard_at, interval_minutes = coalesce(excluded.interval_minutes, u.interval_minutes)
     where u.heard_at < excluded.heard_at`,
}
// What was not heard since a time, and what was registered since it was noted.
const deleteOutdated = {
  name: 'ingest-forget-unregistered',
  text: `
    delete from unregistered_device u
     where u.company_id = $1 and u.office_id = any($2::int[])
       and (u.heard_at < $3::timestamptz
            or exists (select from device d where d.company_id = $1 and d.office_id = u.office_id and d.kind = u.kind and d.serial = u.serial))`,
}

const sendingOf = ({ officeId, kind, device: serial, receivedAt, intervalMinutes }: ReceivedReading): Sending => ({
  officeId,
  kind,
  serial,
  heardAt: receivedAt - (receivedAt % 60_000),
  heardSince: receivedAt,
  intervalMinutes,
})

/** The gateway that a reading names. */
const gatewayOf = (reading: ReceivedReading): Sending[] =>
  reading.gateway === null ? [] : [{ ...sendingOf(reading), kind: 'gateway', serial: reading.gateway, intervalMinutes: null }]

/** What is to be written: what is stored already and heard again, and of others as many as an office has room for. */
const withinRoom = (sending: readonly Sending[], stored: readonly Stored[]): Sending[] => {
  const heardAt = new Map(stored.map((row) => [keyOf(row), row.heard_at.getTime()]))
  const counts = new Map<number, number>()
  for (const { office_id } of stored) counts.set(office_id, (counts.get(office_id) ?? 0) + 1)
  return sending.filter(({ officeId, kind, serial, heardAt: at }) => {
    const before = heardAt.get(keyOf({ office_id: officeId, kind, serial }))
    if (before !== undefined) return before < at
    const count = counts.get(officeId) ?? 0
    counts.set(officeId, count + 1)
    return count < mostUnregistered
  })
}

/** What a batch names that this process has not noted in this minute. */
const notNoted = (noted: NotedDevices, unknown: readonly ReceivedReading[], byUnknownGateway: readonly ReceivedReading[]): Sending[] => {
  const named = new Map<string, Sending>()
  for (const one of [...byUnknownGateway.flatMap(gatewayOf), ...unknown.map(sendingOf)])
    named.set(keyOf({ office_id: one.officeId, kind: one.kind, serial: one.serial }), one)
  return [...named.values()].filter((one) => !noted.has(one))
}

/**
 * Notes the devices that sent with the key of a site and are not registered there, and the gateways that readings name, so that they can
 * be registered in one step. Of an office only so many, and a few more where batches run side by side: a sender may make numbers up.
 * What was not heard for a day makes room, and what was registered.
 * @returns what was looked up, to be set in the cache once the transaction is committed
 */
export const noteUnregistered = async (
  { client, companyId, cache }: BatchTransaction,
  unknown: readonly ReceivedReading[],
  byUnknownGateway: readonly ReceivedReading[],
): Promise<readonly NotedDevice[]> => {
  const all = notNoted(cache.noted, unknown, byUnknownGateway)
  if (all.length === 0) return []
  const offices = arrayOf([...new Set(all.map(({ officeId }) => officeId))], (id) => id)
  const { rows } = await client.query<Stored>({ ...storedOfOffices, values: [companyId, offices] })
  const dayAgo = Math.max(...all.map(({ heardAt }) => heardAt)) - dayMs
  const recent = rows.filter((row) => !row.registered && row.heard_at.getTime() >= dayAgo)
  if (recent.length < rows.length) await client.query({ ...deleteOutdated, values: [companyId, offices, instantOf(dayAgo)] })
  const written = withinRoom(all, recent)
  if (written.length > 0)
    await client.query({
      ...upsert,
      values: [
        companyId,
        arrayOf(written, ({ officeId }) => officeId),
        arrayOf(written, ({ kind }) => kind),
        written.map(({ serial }) => serial),
        arrayOf(written, ({ heardAt }) => instantOf(heardAt)),
        arrayOf(written, ({ intervalMinutes }) => intervalMinutes),
        arrayOf(written, ({ heardSince }) => instantOf(heardSince)),
      ],
    })
  return all
}
