import { mostNamedDevices } from '@mimamori/contract'
import type { PoolClient } from 'pg'
import { dayMs } from '@mimamori/contract/day'
import { arrayOf } from '../../../platform/database/columns.ts'
import { type FieldLine, mostFieldsOfSite } from './received-counts.ts'

const fieldsOfOffices = {
  name: 'ingest-unread-fields',
  text: `select f.office_id, f.kind, f.field, f.key_id, f.serials, f.muted from unread_field f where f.company_id = $1 and f.office_id = any($2::int[])`,
}
const deleteOldFields = {
  name: 'ingest-delete-old-fields',
  text: `
    with old as materialized (
      select f.office_id, f.kind, f.field, f.key_id from unread_field f
       where f.company_id = $1 and f.office_id = any($2::int[]) and not f.muted and f.last_at < $3
         for update of f skip locked)
    delete from unread_field f using old
     where f.company_id = $1 and f.office_id = old.office_id and f.kind = old.kind and f.field = old.field and f.key_id = old.key_id`,
}
const addFields = {
  name: 'ingest-add-fields',
  text: `
    insert into unread_field as f (company_id, office_id, kind, field, key_id, hint, readings, last_at, serials, muted)
    select $1, x.office_id, x.kind, x.field, x.key_id, x.hint, x.readings, x.last_at, array(select jsonb_array_elements_text(x.serials)), x.muted
      from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::int[], $7::timestamptz[], $8::text[], $9::jsonb[], $10::boolean[])
             as x (office_id, kind, field, hint, readings, last_at, key_id, serials, muted)
     order by x.office_id, x.kind, x.field, x.key_id
    on conflict (company_id, office_id, kind, field, key_id) do update
      set readings = f.readings + excluded.readings, hint = excluded.hint, serials = excluded.serials,
          last_at = greatest(f.last_at, excluded.last_at)`,
}

type FieldRow = {
  readonly office_id: number
  readonly kind: string
  readonly field: string
  readonly key_id: string
  readonly serials: string[]
  readonly muted: boolean
}

const officesOf = (lines: readonly { readonly officeId: number }[]): number[] => [...new Set(lines.map(({ officeId }) => officeId))]

const nameOf = ({ office_id: officeId, kind, field }: Pick<FieldRow, 'office_id' | 'kind' | 'field'>): string =>
  `${officeId}/${kind}/${field}`
const keyOf = (row: Pick<FieldRow, 'office_id' | 'kind' | 'field' | 'key_id'>): string => `${row.key_id}/${nameOf(row)}`

const readFields = async (client: PoolClient, companyId: number, lines: readonly FieldLine[]): Promise<FieldRow[]> => {
  const read = async () => (await client.query<FieldRow>({ ...fieldsOfOffices, values: [companyId, officesOf(lines)] })).rows
  const rows = await read()
  if (rows.length < mostFieldsOfSite) return rows
  const dayAgo = new Date(Math.max(...lines.map(({ lastAt }) => lastAt)) - dayMs)
  await client.query({ ...deleteOldFields, values: [companyId, officesOf(lines), dayAgo] })
  return read()
}

/** The fields that are stored already, and of others as many as their office has room for; with the devices of before. */
export const writeFields = async (client: PoolClient, companyId: number, lines: readonly FieldLine[]): Promise<void> => {
  const rows = await readFields(client, companyId, lines)
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  // What is hidden is hidden of all senders, also of one that uses it for the first time.
  const muted = new Set(rows.filter((row) => row.muted).map(nameOf))
  const counts = new Map([...Map.groupBy(rows, (row) => row.office_id)].map(([officeId, own]) => [officeId, own.length]))
  const written = lines.flatMap(({ kind, serials, ...line }) => {
    const name = { office_id: line.officeId, kind: kind ?? '', field: line.field, key_id: line.keyId }
    const row = known.get(keyOf(name))
    if (row === undefined) {
      const count = counts.get(line.officeId) ?? 0
      if (count >= mostFieldsOfSite) return []
      counts.set(line.officeId, count + 1)
    }
    const devices = [...new Set([...serials, ...(row?.serials ?? [])])].slice(0, mostNamedDevices)
    return [{ ...line, kind: name.kind, serials: devices, muted: muted.has(nameOf(name)) }]
  })
  if (written.length === 0) return
  await client.query({
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
      arrayOf(written, (field) => field.muted),
    ],
  })
}
