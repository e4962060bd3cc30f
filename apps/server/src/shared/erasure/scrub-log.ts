import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { PersonKey } from '../organisation/keys.ts'
import {
  type Digests,
  type EntryContent,
  entryContent,
  erasedUserName,
  identifyingFields,
  rewrittenDigest,
  sealTurn,
} from '../audit/log-chain.ts'
import type { NumberedErasure } from './erased-entries.ts'
import { type PersonMarks, searchPattern } from './person-marks.ts'
import type { Scrubber } from './scrub.ts'

type Fields = Readonly<Record<string, unknown>>

type Entry = {
  readonly audit_id: number
  readonly is_sealed: boolean
  /** By the person, about the person, or about one of their alerts. */
  readonly is_by: boolean
  readonly is_about: boolean
  readonly is_of_alert: boolean
  /** Nobody was signed in. */
  readonly is_by_nobody: boolean
  readonly user_name: string
  readonly resource: string
  readonly resource_id: string
  readonly address: string | null
  readonly before: unknown
  readonly after: unknown
  readonly digests: Digests | null
}

type Changed = {
  readonly auditId: number
  readonly userName: string
  readonly resourceId: string
  readonly address: string | null
  readonly before: unknown
  readonly after: unknown
  readonly digests: Digests | null
  /** Sealed before, so that the ledger has to say what was changed. */
  readonly isSealed: boolean
  readonly paths: readonly string[]
  readonly isRewritten: boolean
}

const entriesAtATime = 500

// What their numbers are the person's of.
const aboutPeople = ['user', 'secondFactor', 'session', 'healthCondition', 'workerReport', 'alertRecord']

const readEntries = async (db: Db, { companyId, userId }: PersonKey, pattern: string | null, after: number): Promise<Entry[]> => {
  const isBy = sql`a.user_id = ${userId}`
  const isAbout = sql`(a.resource = any(${aboutPeople}::text[]) and a.resource_id = ${String(userId)})`
  const isOfAlert = sql`(a.resource = 'alert' and a.resource_id = any(array(
    select own.alert_id::text from alert own where own.company_id = ${companyId} and own.user_id = ${userId})))`
  const names = pattern === null ? sql`false` : sql`concat_ws(' ', a.user_name, a.resource_id, a.before::text, a.after::text) ~* ${pattern}`
  const { rows } = await sql<Entry>`
    select a.audit_id, a.chain_no is not null as is_sealed, coalesce(${isBy}, false) as is_by, ${isAbout} as is_about,
           ${isOfAlert} as is_of_alert, a.user_id is null as is_by_nobody, a.user_name, a.resource, a.resource_id, a.address, a.before, a.after, a.digests
      from audit_log a
     where a.company_id = ${companyId} and a.audit_id > ${after} and (${isBy} or ${isAbout} or ${isOfAlert} or ${names})
     order by a.audit_id limit ${entriesAtATime} for update of a`.execute(db)
  return rows
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const identifying: ReadonlySet<string> = new Set(identifyingFields)

/** What one side of an entry says without the person; of an entry about them nothing that a form says of a person is left. */
const scrubSide = (scrubber: Scrubber, entry: Entry, column: unknown): unknown => {
  const subject = entry.is_about || entry.is_of_alert ? 'about' : 'other'
  if (!isFields(column)) return scrubber.value(column, subject)
  const isOwnKey = (key: string) => entry.resource === 'secondFactor' && key === 'name'
  if (!entry.is_about) return scrubber.value(column, subject)
  return Object.fromEntries(
    Object.entries(column).map(([key, value]) => {
      if (identifying.has(key)) return [key, null]
      // A passkey is called as its owner likes.
      return [key, isOwnKey(key) ? null : scrubber.value(value, subject)]
    }),
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A side without the fields that have a digest and changed: these go whole. */
const withoutDigested = (name: 'before' | 'after', before: unknown, after: unknown, digests: Digests | null) => {
  if (digests === null || !isFields(before) || !isFields(after)) return { said: after, paths: [] }
  const gone = Object.keys(after).filter((key) => digests[`${name}.${key}`] !== undefined && !isSame(before[key], after[key]))
  return {
    said: Object.fromEntries(Object.entries(after).filter(([key]) => !gone.includes(key))),
    paths: gone.map((key) => `${name}.${key}`),
  }
}

const withoutSalts = (digests: Digests | null, paths: readonly string[]): Digests | null =>
  digests === null
    ? null
    : Object.fromEntries(Object.entries(digests).map(([path, own]) => [path, paths.includes(path) ? { digest: own.digest } : own]))

const withoutPaths = (name: 'before' | 'after', column: unknown, paths: readonly string[]): unknown =>
  isFields(column) ? Object.fromEntries(Object.entries(column).filter(([key]) => !paths.includes(`${name}.${key}`))) : column

/** What is to become of an entry; undefined where it names nobody. */
const changeEntry = (scrubber: Scrubber, entry: Entry): Changed | undefined => {
  const { digests } = entry
  const before = withoutDigested('before', entry.before, scrubSide(scrubber, entry, entry.before), digests)
  const after = withoutDigested('after', entry.after, scrubSide(scrubber, entry, entry.after), digests)
  const userName = entry.is_by ? erasedUserName : entry.user_name
  // Of wrong passwords and locks it is most likely their own; of what others do about them it is the others'.
  const address = entry.is_by || (entry.is_about && entry.is_by_nobody) ? null : entry.address
  const resourceId = entry.is_about ? entry.resource_id : scrubber.text(entry.resource_id)
  const own = [...(userName === entry.user_name ? [] : ['userName']), ...(address === entry.address ? [] : ['address'])]
  const paths = [...own, ...before.paths, ...after.paths]
  const isRewritten =
    resourceId !== entry.resource_id ||
    !isSame(before.said, withoutPaths('before', entry.before, paths)) ||
    !isSame(after.said, withoutPaths('after', entry.after, paths)) ||
    (digests === null && own.length > 0)
  if (paths.length === 0 && !isRewritten) return undefined
  return {
    auditId: entry.audit_id,
    userName,
    resourceId,
    address,
    before: before.said,
    after: after.said,
    digests: withoutSalts(digests, paths),
    isSealed: entry.is_sealed,
    paths: digests === null ? [] : paths,
    isRewritten,
  }
}

// By the database, so that all else is letter by letter what was sealed.
const withoutKeys = (name: 'before' | 'after') => {
  const column = sql.ref(`a.${name}`)
  return sql`case when jsonb_typeof(${column}) = 'object' then ${column} - array(
    select substr(gone.path, ${name.length + 2}) from jsonb_array_elements_text(x.paths) gone (path)
     where gone.path like ${`${name}.%`}) else ${column} end`
}

const writeEntries = async (db: Db, { companyId }: PersonKey, changed: readonly Changed[]): Promise<void> => {
  await sql`
    update audit_log a
       set user_name = x."userName", resource_id = x."resourceId", address = x.address, digests = nullif(x.digests, 'null'),
           before = case when x."isRewritten" then nullif(x.before, 'null') else ${withoutKeys('before')} end,
           after = case when x."isRewritten" then nullif(x.after, 'null') else ${withoutKeys('after')} end
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
           as x ("auditId" bigint, "userName" text, "resourceId" text, address text, before jsonb, after jsonb, digests jsonb,
                 "isRewritten" boolean, paths jsonb)
     where a.company_id = ${companyId} and a.audit_id = x."auditId"`.execute(db)
}

type Rewritten = EntryContent & {
  readonly audit_id: number
  readonly before: Buffer
  readonly no: number
  readonly hash: Buffer
}

/** What proves rewritten entries from now on, by their numbers. */
const digestsOfRewritten = async (db: Db, { companyId }: PersonKey, changed: readonly Changed[]): Promise<Map<number, Buffer>> => {
  const ids = changed.filter(({ isSealed, isRewritten }) => isSealed && isRewritten).map(({ auditId }) => auditId)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Rewritten>`
    select a.audit_id, a.chain_no as no, a.hash, coalesce(p.hash, c.pruned_hash, '') as before, ${sql.raw(entryContent)}
      from audit_log a
      left join audit_log p on p.company_id = ${companyId} and p.chain = a.chain and p.chain_no = a.chain_no - 1
      left join audit_chain c on c.company_id = ${companyId} and c.chain = a.chain and c.pruned_no = a.chain_no - 1
     where a.company_id = ${companyId} and a.audit_id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.audit_id, rewrittenDigest(row, row)]))
}

/**
 * Takes a person out of a company's log: what their entries say by which they are known goes together with its salt, and other
 * texts that name them are rewritten. Nobody seals entries meanwhile, until the transaction ends.
 * @returns what the ledger has to keep of sealed entries
 */
export const scrubLog = async (db: Db, person: PersonKey, marks: PersonMarks, scrubber: Scrubber): Promise<NumberedErasure[]> => {
  await sql`select pg_advisory_xact_lock(${sql.raw(sealTurn)}, ${person.companyId})`.execute(db)
  const pattern = searchPattern(marks)
  const erased: NumberedErasure[] = []
  for (let after = 0; ;) {
    const entries = await readEntries(db, person, pattern, after)
    const changed = entries.flatMap((entry) => changeEntry(scrubber, entry) ?? [])
    if (changed.length > 0) await writeEntries(db, person, changed)
    const digests = await digestsOfRewritten(db, person, changed)
    for (const { auditId, isSealed, paths } of changed)
      if (isSealed) erased.push({ auditId, paths, rewritten: digests.get(auditId) ?? null })
    if (entries.length < entriesAtATime) return erased
    after = entries.at(-1)?.audit_id ?? after
  }
}
