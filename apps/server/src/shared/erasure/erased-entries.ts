import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { ErasedEntry } from '../audit/log-chain.ts'

/** An erased entry with its number in the log. */
export type NumberedErasure = ErasedEntry & { readonly auditId: number }

/** What the entry of an erasure says of the entries that it changed: how many, and a digest of them in hexadecimal digits. */
export type ErasureRecord = { readonly entries: number; readonly entriesDigest: string }

const lineOf = ({ auditId, paths, rewritten }: NumberedErasure) =>
  `${auditId} ${paths.toSorted().join(',')} ${rewritten?.toString('hex') ?? ''}`

/** The log's record of the entries that an erasure changed, so that nobody adds any to them afterwards. */
export const recordOfEntries = (entries: readonly NumberedErasure[]): ErasureRecord => {
  const sorted = entries.toSorted((one, other) => one.auditId - other.auditId)
  return { entries: sorted.length, entriesDigest: createHash('sha256').update(sorted.map(lineOf).join('\n')).digest('hex') }
}

/** Keeps which sealed entries an erasure changed, under the number of the entry that records it. */
export const keepErasedEntries = async (db: Db, companyId: number, eraseId: number, entries: readonly NumberedErasure[]): Promise<void> => {
  if (entries.length === 0) return
  const rows = entries.map(({ auditId, paths, rewritten }) => ({ audit_id: auditId, paths, rewritten: rewritten?.toString('hex') ?? null }))
  await sql`
    insert into erased_entry (company_id, erase_id, audit_id, paths, rewritten)
    select ${companyId}::int, ${eraseId}::bigint, x.audit_id, array(select jsonb_array_elements_text(x.paths)), decode(x.rewritten, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (audit_id bigint, paths jsonb, rewritten text)`.execute(db)
}

type Row = NumberedErasure & { readonly eraseId: number }

const mergeErasures = (earlier: ErasedEntry | undefined, { paths, rewritten }: ErasedEntry): ErasedEntry =>
  earlier === undefined ? { paths, rewritten } : { paths: [...earlier.paths, ...paths], rewritten: rewritten ?? earlier.rewritten }

/** What erasures on record changed in a company's log, by entry, and the entries whose erasures are not what they say. */
export const readErasedEntries = async (
  db: Db,
  companyId: number,
): Promise<{ readonly erased: ReadonlyMap<number, ErasedEntry>; readonly broken: readonly number[] }> => {
  const { rows } = await sql<Row>`
    select e.erase_id as "eraseId", e.audit_id as "auditId", e.paths, e.rewritten from erased_entry e
     where e.company_id = ${companyId} order by e.erase_id, e.audit_id`.execute(db)
  const { rows: records } = await sql<{ audit_id: number; entries_digest: string | null }>`
    select a.audit_id, a.after->>'entriesDigest' as entries_digest from audit_log a
     where a.company_id = ${companyId} and a.action = 'erase' and a.chain = 'change'`.execute(db)
  const digests = new Map(records.map(({ audit_id, entries_digest }) => [audit_id, entries_digest]))
  const erased = new Map<number, ErasedEntry>()
  const broken = new Set<number>()
  const groups = Map.groupBy(rows, ({ eraseId }) => eraseId)
  for (const [eraseId, own] of groups) {
    if (digests.get(eraseId) === recordOfEntries(own).entriesDigest)
      for (const entry of own) erased.set(entry.auditId, mergeErasures(erased.get(entry.auditId), entry))
    else broken.add(eraseId)
  }
  const nothing = recordOfEntries([]).entriesDigest
  for (const [auditId, digest] of digests) if (!groups.has(auditId) && digest !== nothing) broken.add(auditId)
  return { erased, broken: [...broken] }
}
