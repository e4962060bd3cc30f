import { createHash, randomBytes } from 'node:crypto'
import { WorkerDraft } from '@mimamori/contract'

/** The chains of a company's log: what was changed and done, kept for good, and who looked at somebody's health, kept a year. */
export type ChainName = 'change' | 'read'

/** SQL: the first part of the advisory lock, the second being the company, under which sealed entries are made or changed. */
export const sealTurn = `hashtext('entries of a log')`

/** What is before the first entry of a chain. */
export const beginning: Buffer = Buffer.alloc(0)

const { companyId: _, officeId: _o, ...ofPerson } = WorkerDraft.shape

/** What a form says of a person, so that a field added later is one as well, and what else entries name people by. */
export const identifyingFields: readonly string[] = [...new Set([...Object.keys(ofPerson), 'fullName', 'userName', 'loginId'])]

const objectOf = (column: 'before' | 'after') => `case when jsonb_typeof(a.${column}) = 'object' then a.${column} end`

// A sealed entry says itself which of its fields have digests, so that it holds when others come to identify people.
const namesIn = (column: 'before' | 'after') => `(
  case when a.digests is null then array[${identifyingFields.map((field) => `'${field}'`).join(', ')}]
       else array(select substr(k.path, ${column.length + 2}) from jsonb_object_keys(a.digests) k (path) where k.path like '${column}.%') end)`

const restOf = (column: 'before' | 'after') => `coalesce(${objectOf(column)} - ${namesIn(column)}, a.${column})`
const fieldsOf = (column: 'before' | 'after') =>
  `select '${column}.' || e.key, e.value::text from jsonb_each(${objectOf(column)}) e where e.key = any(${namesIn(column)})`

/**
 * All that an entry (alias `a`) of the first form says, as one text. PostgreSQL writes it, so that the job that seals and the
 * command that verifies hash the same letters; a Date would round its microseconds.
 */
const entryText = `jsonb_build_array(
  a.company_id, a.chain, a.audit_id, (extract(epoch from a.at) * 1000000)::bigint, a.user_id, a.user_name, a.office_id,
  a.action, a.resource, a.resource_id, a.before, a.after, a.address)::text`

/** The same of the second form, without the fields that identify somebody. */
const restText = `jsonb_build_array('digests',
  a.company_id, a.chain, a.audit_id, (extract(epoch from a.at) * 1000000)::bigint, a.user_id, a.office_id,
  a.action, a.resource, a.resource_id, ${restOf('before')}, ${restOf('after')})::text`

/** The identifying fields of an entry, by where they are. */
const identifyingValues = `(
  select coalesce(jsonb_object_agg(f.path, f.value), '{}') from (
    select 'userName', a.user_name
    union all select 'address', a.address where a.address is not null
    union all ${fieldsOf('before')}
    union all ${fieldsOf('after')}) f (path, value))`

/** SQL for the columns of `EntryContent`, of an entry under the alias `a`. */
export const entryContent = `${restText} as rest, ${identifyingValues} as identifying, a.digests,
  case when a.digests is null and a.chain_no is not null then ${entryText} end as text`

/** A salted digest, both in hexadecimal digits. The salt is gone where the field was erased. */
export type Digest = { readonly salt?: string; readonly digest: string }
export type Digests = { readonly [path: string]: Digest }

/** What an entry says: in the first form one text, in the second a text and digests of the fields that identify somebody. */
export type EntryContent = {
  readonly rest: string
  readonly identifying: { readonly [path: string]: string }
  /** Null in the first form, and until an entry is sealed. */
  readonly digests: Digests | null
  /** Null unless the entry is sealed in the first form. */
  readonly text: string | null
}

/** Replaces the login ID of who did something, once that was erased: the column is never empty. */
export const erasedUserName = '消去済み'

/** What an erasure changed in a sealed entry. */
export type ErasedEntry = {
  /** Identifying fields that are gone together with their salts. */
  readonly paths: readonly string[]
  /** `rewrittenDigest` of the entry as it is since then; null where nothing but such fields was changed. */
  readonly rewritten: Buffer | null
}

const digestOf = (salt: string, value: string) => createHash('sha256').update(Buffer.from(salt, 'hex')).update(value).digest('hex')

/** Digests of an entry's identifying fields, each with its own salt, so that none reveals another. */
export const makeDigests = (identifying: EntryContent['identifying']): Digests =>
  Object.fromEntries(
    Object.entries(identifying).map(([path, value]) => {
      const salt = randomBytes(16).toString('hex')
      return [path, { salt, digest: digestOf(salt, value) }]
    }),
  )

const linesOf = (digests: Digests): string[] =>
  Object.entries(digests)
    .map(([path, { digest }]) => `${path} ${digest}`)
    .toSorted()

const hashText = (before: Buffer, no: number, text: string): Buffer => createHash('sha256').update(before).update(`${no}\n${text}`).digest()

/** The hash of an entry of the second form at its place in a chain: over the hash before it, its number, its text and its digests. */
export const hashEntry = (before: Buffer, no: number, rest: string, digests: Digests): Buffer =>
  hashText(before, no, [rest, ...linesOf(digests)].join('\n'))

/** A sealed entry at its place: the hash before it, its number and its own hash. */
export type Seal = { readonly before: Buffer; readonly no: number; readonly hash: Buffer }

/**
 * The digest of what a sealed entry says besides its identifying fields, in whichever form it was sealed, and of its place. It
 * proves a rewritten entry, whose own hash cannot be recomputed any more, and that the chain before it is the same.
 */
export const rewrittenDigest = ({ before, no, hash }: Seal, { rest, digests, text }: Omit<EntryContent, 'identifying'>): Buffer =>
  createHash('sha256')
    .update(before)
    .update(hash)
    .update(`${no}\n`)
    .update(digests === null ? (text ?? '') : [rest, ...linesOf(digests)].join('\n'))
    .digest()

const isGone = (path: string, value: string | undefined) => value === undefined || (path === 'userName' && value === erasedUserName)

const fitDigests = (identifying: EntryContent['identifying'], digests: Digests, erased: ErasedEntry | undefined): boolean =>
  Object.keys(identifying).every((path) => digests[path] !== undefined) &&
  Object.entries(digests).every(([path, { salt, digest }]) => {
    const value = identifying[path]
    if (salt === undefined) return erased?.paths.includes(path) === true && isGone(path, value)
    return value !== undefined && digestOf(salt, value) === digest
  })

/**
 * Whether an entry at its place in a chain says what it said when it was sealed, in whichever form, except what an erasure on
 * record took out of it.
 */
export const isAsSealed = (seal: Seal, content: EntryContent, erased?: ErasedEntry): boolean => {
  const { before, no, hash } = seal
  const { rest, identifying, digests, text } = content
  if (digests !== null && !fitDigests(identifying, digests, erased)) return false
  if (erased?.rewritten != null) return rewrittenDigest(seal, content).equals(erased.rewritten)
  if (digests === null) return text !== null && hashText(before, no, text).equals(hash)
  return hashEntry(before, no, rest, digests).equals(hash)
}
