import { sql } from 'kysely'
import { auditRow, type Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { givenOf, nameFilter, type ReadFilter } from './filter-names.ts'
import type { PersonKey } from '../organisation/keys.ts'
import { reasonOf } from '../../platform/errors.ts'

/** What shows the health or the birth dates of many people at once, as `auditResourceNames` names it. */
export type BulkScreen =
  | 'conditionList'
  | 'alertList'
  | 'alertLoad'
  | 'mapPeople'
  | 'people'
  | 'liveStream'
  | 'morningCheck'
  | 'plan'
  | 'acclimatisation'

/** A read of a company's people: how it was narrowed, and how many of them were seen. */
export type BulkRead = {
  readonly screen: BulkScreen
  readonly companyId: number
  readonly filter: ReadFilter
  readonly people: number
}

export const hourMs = 3_600_000

/**
 * Puts a read in bulk on the log: one entry for a reader, a screen and an hour, whichever process writes it. A further read
 * raises it: what of the filters does not hold for both goes, and of the numbers of people the larger one stays.
 */
export const writeBulkRead = async (
  db: Db,
  now: Date,
  { actor, address }: Requester,
  { screen, companyId, filter, people }: BulkRead,
): Promise<void> => {
  const openUntil = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
  const after = { ...(await nameFilter(db, companyId, filter)), peopleSeen: people }
  const entry = { at: now, actor, address, action: 'read', resource: screen, resourceId: '', companyId, officeId: actor.officeId, after }
  const inserted = await db
    .insertInto('audit_log')
    .values({ ...auditRow(entry), open_until: openUntil })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'user_id', 'resource', 'open_until']).where('open_until', 'is not', null).doNothing(),
    )
    .returning('audit_id')
    .execute()
  if (inserted.length > 0) return
  // Sealed already, it stays as it is: that a clock is behind must not break the chain. A cluster takes only immutable functions
  // of a column in an update, which jsonb_build_object is not.
  await sql`
    update audit_log a
       set after = jsonb_set(
             a.after - array(select o.key from jsonb_each(a.after) o where o.value is distinct from ${JSON.stringify(after)}::jsonb -> o.key),
             '{peopleSeen}', greatest((a.after ->> 'peopleSeen')::int, ${people}::int)::text::jsonb)
     where a.company_id = ${companyId} and a.user_id = ${actor.userId} and a.resource = ${screen}
       and a.open_until = ${openUntil} and a.chain_no is null`.execute(db)
}

/** The fields on which two filters agree. */
const commonOf = (one: ReadFilter, other: ReadFilter): ReadFilter =>
  Object.fromEntries(Object.entries(one).filter(([field, value]) => JSON.stringify(other[field]) === JSON.stringify(value)))

/** What a reader saw of a company within the hour, as far as this process knows. */
type Looked = {
  readonly seen: Set<number>
  filter: ReadFilter
  /** What of it is on the log, and since when. */
  written: { readonly people: number; readonly fields: number; readonly atMs: number } | undefined
}

// A page whose people change with every reading is not written again each time.
const raisedBy = 1.1
const raiseAgainMs = 5 * 60_000

const isDue = ({ seen, filter, written }: Looked, now: Date): boolean =>
  written === undefined ||
  Object.keys(filter).length < written.fields ||
  seen.size >= written.people * raisedBy ||
  (seen.size > written.people && now.getTime() - written.atMs >= raiseAgainMs)

// These show who is in danger: they are answered also while the log cannot be written, and the next look tries again.
const shownUnrecorded: ReadonlySet<BulkScreen> = new Set(['conditionList', 'mapPeople', 'liveStream'])

/** Logs an entry that could not be written, if the screen is shown all the same. @throws the error for other screens */
export const settleUnwritten = (log: Context['log'], screen: BulkScreen, error: unknown): void => {
  if (!shownUnrecorded.has(screen)) throw error
  log.warn({ screen, reason: reasonOf(error) }, 'a read in bulk could not be put on the log')
}

/** Puts on the log which people an answer shows. Call it before the answer leaves. */
export type RecordBulkRead = (requester: Requester, filter: ReadFilter, people: readonly PersonKey[]) => Promise<void>

/**
 * Records the reads of a screen, each on the log of the company whose people it shows. What the reader sees of themselves is
 * not recorded. The process remembers what it has written in the running hour, so that an open list which is read again each
 * minute costs no statement.
 */
export const recordBulkReads = ({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, screen: BulkScreen): RecordBulkRead => {
  const looks = new Map<string, Looked>()
  let hour = 0

  const lookOf = (name: string, filter: ReadFilter): Looked => {
    const known = looks.get(name)
    if (known !== undefined) return Object.assign(known, { filter: commonOf(known.filter, filter) })
    const look: Looked = { seen: new Set(), filter, written: undefined }
    looks.set(name, look)
    return look
  }

  return async (requester, filter, people) => {
    const now = clock()
    const { actor } = requester
    const running = Math.floor(now.getTime() / hourMs)
    if (running !== hour) looks.clear()
    hour = running
    const given = givenOf(filter)
    const others = people.filter(({ userId }) => userId !== actor.userId)
    for (const [companyId, own] of Map.groupBy(others, (person) => person.companyId)) {
      const look = lookOf(`${companyId}/${actor.userId}`, given)
      for (const { userId } of own) look.seen.add(userId)
      if (!isDue(look, now)) continue
      const written = { people: look.seen.size, fields: Object.keys(look.filter).length, atMs: now.getTime() }
      try {
        await writeBulkRead(db, now, requester, { screen, companyId, filter: look.filter, people: written.people })
        look.written = written
      } catch (error) {
        settleUnwritten(log, screen, error)
      }
    }
  }
}
