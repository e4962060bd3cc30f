import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'

/** An erasure as the ledger has it: of whom by number, when, and a keyed digest of the account. */
export type LedgerEntry = PersonKey & {
  readonly erasureId: string
  readonly erasedAt: Date
  readonly salt: Buffer
  readonly account: Buffer
}

/** Does work on the ledgers beside files and backups while nobody else does: they are read, added to, and written whole. */
export const inLedgerTurn = <Answer>(db: Db, work: (trx: Db) => Promise<Answer>): Promise<Answer> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('ledger of erasures'))`.execute(trx)
    return work(trx)
  })

/**
 * When an account was made, in microseconds: this distinguishes it from another one that has its number in a restored database.
 */
const readMadeAt = async (db: Db, { companyId, userId }: PersonKey): Promise<string | undefined> => {
  const { rows } = await sql<{ made_at: string }>`
    select ((extract(epoch from u.created_at) * 1000000)::bigint)::text as made_at from app_user u
     where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
  return rows[0]?.made_at
}

const digestOf = (salt: Buffer, { companyId, userId }: PersonKey, madeAt: string) =>
  createHmac('sha256', salt).update(`${companyId} ${userId} ${madeAt}`).digest()

/** Makes the keyed digest of an account, which says nothing of the person. */
export const makeAccountDigest = async (db: Db, person: PersonKey): Promise<Pick<LedgerEntry, 'salt' | 'account'>> => {
  const salt = randomBytes(16)
  return { salt, account: digestOf(salt, person, (await readMadeAt(db, person)) ?? '') }
}

/** Whether the account of this number is the one that the ledger means; undefined where there is none. */
export const isAccountOf = async (db: Db, entry: LedgerEntry): Promise<boolean | undefined> => {
  const madeAt = await readMadeAt(db, entry)
  return madeAt === undefined ? undefined : digestOf(entry.salt, entry, madeAt).equals(entry.account)
}

/** When a person's data was erased; undefined where it was not. */
export const findErasure = async (db: Db, { companyId, userId }: PersonKey): Promise<{ readonly erasedAt: Date } | undefined> => {
  const { rows } = await sql<Pick<LedgerEntry, 'erasedAt'>>`
    select e.erased_at as "erasedAt" from erasure e where e.company_id = ${companyId} and e.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Notes an erasure, with what the person was called, sealed, for those that follow it. */
export const insertErasure = async (db: Db, entry: LedgerEntry & { readonly notedAt: Date; readonly marks: Buffer }): Promise<void> => {
  const { companyId, erasureId, userId, erasedAt, notedAt, salt, account, marks } = entry
  await sql`
    insert into erasure (company_id, erasure_id, user_id, erased_at, noted_at, salt, account, marks)
    values (${companyId}, ${erasureId}, ${userId}, ${erasedAt}, ${notedAt}, ${salt}, ${account}, ${marks})`.execute(db)
}

const ledgerColumns = sql`e.company_id as "companyId", e.erasure_id as "erasureId", e.user_id as "userId", e.erased_at as "erasedAt", e.salt, e.account`

/** Every erasure that the database knows, the oldest first. */
export const readErasures = async (db: Db): Promise<LedgerEntry[]> => {
  const { rows } = await sql<LedgerEntry>`select ${ledgerColumns} from erasure e order by e.erased_at, e.erasure_id`.execute(db)
  return rows
}

/** Those of a company that the copy beside the files lacks. */
export const readUncopied = async (db: Db, companyId: number): Promise<LedgerEntry[]> => {
  const { rows } = await sql<LedgerEntry>`
    select ${ledgerColumns} from erasure e where e.company_id = ${companyId} and not e.copied order by e.erased_at, e.erasure_id`.execute(
    db,
  )
  return rows
}

/** Notes that the copy has these. */
export const markCopied = async (db: Db, entries: readonly LedgerEntry[]): Promise<void> => {
  for (const [companyId, own] of Map.groupBy(entries, (entry) => entry.companyId)) {
    const ids = own.map(({ erasureId }) => erasureId)
    await sql`
      update erasure e set copied = true
       where e.company_id = ${companyId} and e.erasure_id = any(${ids}::uuid[]) and not e.copied`.execute(db)
  }
}

export type Sweep = PersonKey & { readonly erasureId: string; readonly sweeps: number; readonly marks: Buffer }

/** The erasures of a company after which it is to be looked again for what was written meanwhile. */
export const readSweeps = async (db: Db, companyId: number, now: Date, afterMinutes: readonly number[]): Promise<Sweep[]> => {
  const { rows } = await sql<Sweep>`
    select e.company_id as "companyId", e.erasure_id as "erasureId", e.user_id as "userId", e.sweeps, e.marks from erasure e
     where e.company_id = ${companyId} and e.marks is not null
       and e.noted_at <= ${now}::timestamptz - (${afterMinutes}::int[])[e.sweeps + 1] * interval '1 minute'
     order by e.noted_at for update`.execute(db)
  return rows
}

/** Notes that it was looked again; after the last time nobody knows any more what the person was called. */
export const noteSweep = async (db: Db, { companyId, erasureId }: Sweep, isLast: boolean): Promise<void> => {
  await sql`
    update erasure e set sweeps = e.sweeps + 1, marks = case when ${isLast} then null else e.marks end
     where e.company_id = ${companyId} and e.erasure_id = ${erasureId}`.execute(db)
}
