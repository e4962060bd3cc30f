import { createHash } from 'node:crypto'

/** The chains of a company's log: what was changed and done, kept for good, and who looked at somebody's health, kept a year. */
export type ChainName = 'change' | 'read'

/** What is before the first entry of a chain. */
export const beginning: Buffer = Buffer.alloc(0)

/**
 * All that an entry (alias `a`) says, as one text. PostgreSQL writes it, so that the job that seals and the command that
 * verifies hash the same letters; a Date would round its microseconds.
 */
export const entryText = `jsonb_build_array(
  a.company_id, a.chain, a.audit_id, (extract(epoch from a.at) * 1000000)::bigint, a.user_id, a.user_name, a.office_id,
  a.action, a.resource, a.resource_id, a.before, a.after, a.address)::text`

/** The hash of an entry at its place in a chain: SHA-256 over the hash before it, its number and its text. */
export const hashEntry = (before: Buffer, no: number, text: string): Buffer =>
  createHash('sha256').update(before).update(`${no}\n${text}`).digest()
