import type { Pool } from 'pg'
import { dayMs } from '@mimamori/contract/day'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import {
  type CountedMessages,
  type DeviceLine,
  type FieldLine,
  mostFieldsOfSite,
  type RefusalLine,
  type SenderMinute,
} from './received-counts.ts'
import { mostRefusals } from './refusals.ts'

// Rows are written in the order of their keys, so that two processes do not wait for each other.
const addCounts = {
  name: 'ingest-add-counts',
  text: `
    insert into ingest_count as c (company_id, office_id, key_id, minute, outcome, reason, readings)
    select $1, x.office_id, x.key_id, x.minute, x.outcome, x.reason, x.readings
      from unnest($2::int[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::int[])
             as x (office_id, key_id, minute, outcome, reason, readings)
     order by x.office_id, x.key_id, x.minute, x.outcome, x.reason
    on conflict (company_id, office_id, key_id, minute, outcome, reason) do update set readings = c.readings + excluded.readings`,
}
const noteSenders = {
  name: 'ingest-note-senders',
  text: `
    insert into ingest_sender as s (company_id, office_id, key_id, last_at, via)
    select $1, x.office_id, x.key_id, x.last_at, x.via
      from unnest($2::int[], $3::text[], $4::timestamptz[], $5::text[]) as x (office_id, key_id, last_at, via)
     order by x.office_id, x.key_id
    on conflict (company_id, office_id, key_id) do update set last_at = excluded.last_at, via = excluded.via
     where s.last_at < excluded.last_at`,
}
const addRefusals = {
  name: 'ingest-add-refusals',
  text: `
    insert into ingest_refusal as r (company_id, office_id, key_id, day, kind, serial, field, reason, first_at, last_at, readings, value)
    select $1, x.*
      from unnest($2::int[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::int[], $12::text[])
             as x (office_id, key_id, day, kind, serial, field, reason, first_at, last_at, readings, value)
     order by x.office_id, x.key_id, x.day, x.kind, x.serial, x.field, x.reason
    on conflict (company_id, office_id, key_id, day, kind, serial, field, reason) do update
      set readings = r.readings + excluded.readings, value = excluded.value,
          first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at)`,
}
const deleteOldRefusals = {
  name: 'ingest-delete-old-refusals',
  text: `
    delete from ingest_refusal r
     using (select n.office_id, n.key_id, n.day, n.kind, n.serial, n.field, n.reason,
                   row_number() over (partition by n.office_id order by n.last_at desc, n.key_id, n.kind, n.serial, n.field, n.reason) as place
              from ingest_refusal n where n.company_id = $1 and n.office_id = any($2::int[])) old
     where r.company_id = $1 and old.place > $3 and r.office_id = old.office_id and r.key_id = old.key_id and r.day = old.day
       and r.kind = old.kind and r.serial = old.serial and r.field = old.field and r.reason = old.reason`,
}
// Their rows are made with the batch that brought them first.
const addToDevices = {
  name: 'ingest-count-unknown-devices',
  text: `
    update unregistered_device u set readings = u.readings + x.readings, key_id = x.key_id
      from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::int[]) as x (office_id, kind, serial, key_id, readings)
     where u.company_id = $1 and u.office_id = x.office_id and u.kind = x.kind and u.serial = x.serial`,
}
const fieldsOfOffices = {
  name: 'ingest-unread-fields',
  text: `select f.office_id, f.kind, f.field, f.serials from unread_field f where f.company_id = $1 and f.office_id = any($2::int[])`,
}
const deleteOldFields = {
  name: 'ingest-delete-old-fields',
  text: `delete from unread_field f where f.company_id = $1 and f.office_id = any($2::int[]) and not f.muted and f.last_at < $3`,
}
const addFields = {
  name: 'ingest-add-fields',
  text: `
    insert into unread_field as f (company_id, office_id, kind, field, hint, readings, last_at, key_id, serials)
    select $1, x.office_id, x.kind, x.field, x.hint, x.readings, x.last_at, x.key_id, array(select jsonb_array_elements_text(x.serials))
      from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::int[], $7::timestamptz[], $8::text[], $9::jsonb[])
             as x (office_id, kind, field, hint, readings, last_at, key_id, serials)
     order by x.office_id, x.kind, x.field
    on conflict (company_id, office_id, kind, field) do update
      set readings = f.readings + excluded.readings, hint = excluded.hint, key_id = excluded.key_id, serials = excluded.serials,
          last_at = greatest(f.last_at, excluded.last_at)`,
}

type FieldRow = { readonly office_id: number; readonly kind: string; readonly field: string; readonly serials: string[] }

const mostSerials = 10

const officesOf = (lines: readonly { readonly officeId: number }[]): number[] => [...new Set(lines.map(({ officeId }) => officeId))]

type Counted = { readonly minute: SenderMinute; readonly outcome: string; readonly reason: string; readonly readings: number }

const countedIn = (minute: SenderMinute): Counted[] =>
  [
    { minute, outcome: 'accepted', reason: '', readings: minute.accepted },
    { minute, outcome: 'duplicate', reason: '', readings: minute.duplicates },
    ...[...minute.refused].map(([reason, readings]) => ({ minute, outcome: 'refused', reason, readings })),
  ].filter(({ readings }) => readings > 0)

const writeMinutes = async (pool: Pool, companyId: number, minutes: readonly SenderMinute[]): Promise<void> => {
  const counted = minutes.flatMap(countedIn)
  if (counted.length > 0)
    await pool.query({
      ...addCounts,
      values: [
        companyId,
        arrayOf(counted, ({ minute }) => minute.officeId),
        arrayOf(counted, ({ minute }) => minute.keyId),
        arrayOf(counted, ({ minute }) => instantOf(minute.minute)),
        arrayOf(counted, ({ outcome }) => outcome),
        counted.map(({ reason }) => reason),
        arrayOf(counted, ({ readings }) => readings),
      ],
    })
  // Where a minute has just begun there are two of a sender.
  const latest = [...new Map(minutes.map((minute) => [minute.keyId, minute])).values()]
  await pool.query({
    ...noteSenders,
    values: [
      companyId,
      arrayOf(latest, ({ officeId }) => officeId),
      arrayOf(latest, ({ keyId }) => keyId),
      arrayOf(latest, ({ lastAt }) => instantOf(lastAt)),
      arrayOf(latest, ({ via }) => via),
    ],
  })
}

const writeRefusals = async (pool: Pool, companyId: number, lines: readonly RefusalLine[]): Promise<void> => {
  await pool.query({
    ...addRefusals,
    values: [
      companyId,
      lines.map(({ officeId }) => officeId),
      lines.map(({ keyId }) => keyId),
      lines.map(({ lastAt }) => japanDay(new Date(lastAt))),
      lines.map(({ kind }) => kind),
      lines.map(({ serial }) => serial),
      lines.map(({ field }) => field),
      lines.map(({ reason }) => reason),
      lines.map(({ firstAt }) => new Date(firstAt)),
      lines.map(({ lastAt }) => new Date(lastAt)),
      lines.map(({ readings }) => readings),
      lines.map(({ value }) => value),
    ],
  })
  await pool.query({ ...deleteOldRefusals, values: [companyId, officesOf(lines), mostRefusals] })
}

const writeDevices = async (pool: Pool, companyId: number, lines: readonly DeviceLine[]): Promise<void> => {
  await pool.query({
    ...addToDevices,
    values: [
      companyId,
      lines.map(({ officeId }) => officeId),
      lines.map(({ kind }) => kind),
      lines.map(({ serial }) => serial),
      lines.map(({ keyId }) => keyId),
      lines.map(({ readings }) => readings),
    ],
  })
}

const nameOf = ({ office_id: officeId, kind, field }: Pick<FieldRow, 'office_id' | 'kind' | 'field'>): string =>
  `${officeId}/${kind}/${field}`

const readFields = async (pool: Pool, companyId: number, lines: readonly FieldLine[]): Promise<FieldRow[]> => {
  const read = async () => (await pool.query<FieldRow>({ ...fieldsOfOffices, values: [companyId, officesOf(lines)] })).rows
  const rows = await read()
  if (rows.length < mostFieldsOfSite) return rows
  const dayAgo = new Date(Math.max(...lines.map(({ lastAt }) => lastAt)) - dayMs)
  await pool.query({ ...deleteOldFields, values: [companyId, officesOf(lines), dayAgo] })
  return read()
}

/** The fields that are stored already, and of others as many as their office has room for; with the devices of before. */
const writeFields = async (pool: Pool, companyId: number, lines: readonly FieldLine[]): Promise<void> => {
  const rows = await readFields(pool, companyId, lines)
  const known = new Map(rows.map((row) => [nameOf(row), row]))
  const counts = new Map([...Map.groupBy(rows, (row) => row.office_id)].map(([officeId, own]) => [officeId, own.length]))
  const written = lines.flatMap(({ kind, serials, ...line }) => {
    const row = known.get(nameOf({ office_id: line.officeId, kind: kind ?? '', field: line.field }))
    if (row === undefined) {
      const count = counts.get(line.officeId) ?? 0
      if (count >= mostFieldsOfSite) return []
      counts.set(line.officeId, count + 1)
    }
    return [{ ...line, kind: kind ?? '', serials: [...new Set([...serials, ...(row?.serials ?? [])])].slice(0, mostSerials) }]
  })
  if (written.length === 0) return
  await pool.query({
    ...addFields,
    values: [
      companyId,
      written.map(({ officeId }) => officeId),
      written.map(({ kind }) => kind),
      written.map(({ field }) => field),
      written.map(({ hint }) => hint),
      written.map(({ readings }) => readings),
      written.map(({ lastAt }) => new Date(lastAt)),
      written.map(({ keyId }) => keyId),
      written.map(({ serials }) => JSON.stringify(serials)),
    ],
  })
}

type OfCompany = { readonly companyId: number }
const byCompany = <Line extends OfCompany>(lines: readonly Line[]) => Map.groupBy(lines, ({ companyId }) => companyId)

const writing = new WeakMap<Pool, Promise<void>>()

/**
 * Adds what was counted to the database, after what this process writes already; company by company: on a cluster each statement is one node's matter.
 * @param onFailure called with what the database throws; the company's counts are lost then
 */
export const writeCounts = (pool: Pool, counted: CountedMessages, onFailure: (error: unknown) => void): Promise<void> => {
  const written = (writing.get(pool) ?? Promise.resolve()).then(() => writeAfter(pool, counted, onFailure))
  writing.set(pool, written)
  return written
}

const writeAfter = async (pool: Pool, counted: CountedMessages, onFailure: (error: unknown) => void): Promise<void> => {
  const [refusals, fields, devices] = [byCompany(counted.refusals), byCompany(counted.fields), byCompany(counted.devices)]
  for (const [companyId, minutes] of byCompany(counted.minutes)) {
    try {
      await writeMinutes(pool, companyId, minutes)
      const [refused = [], unread = [], unknown = []] = [refusals.get(companyId), fields.get(companyId), devices.get(companyId)]
      if (refused.length > 0) await writeRefusals(pool, companyId, refused)
      if (unknown.length > 0) await writeDevices(pool, companyId, unknown)
      if (unread.length > 0) await writeFields(pool, companyId, unread)
    } catch (error) {
      onFailure(error)
    }
  }
}
