import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'

/** What shows somebody's health in detail, as `auditResourceNames` names it. */
export type HealthScreen = 'healthCondition' | 'alertRecord' | 'workerReport' | 'dailyReport' | 'conditionReport'

/** A look at a person's health, or at that of all of a site's people (then without `userId`). */
export type HealthRead = {
  readonly screen: HealthScreen
  readonly companyId: number
  readonly officeId: number
  readonly userId: number | null
  /** What was looked at, where it is about nobody who is known. */
  readonly subject?: string
  /** How the log names whom or what was looked at. */
  readonly about: Readonly<Record<string, unknown>>
}

// A screen that stays open is read again with each of its person's readings.
const onceInMs = 10 * 60_000

const subjectOf = ({ userId, officeId, subject }: HealthRead) => subject ?? String(userId ?? officeId)

const isRecorded = async (db: Db, viewerId: number, read: HealthRead, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from audit_log a
     where a.company_id = ${read.companyId} and a.chain = 'read' and a.user_id = ${viewerId}
       and a.at > ${new Date(now.getTime() - onceInMs)} and a.resource = ${read.screen} and a.resource_id = ${subjectOf(read)}
     limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Puts on the log that somebody looks at another person's health: once in ten minutes for a viewer, a person and a screen.
 * Call it before the answer leaves, so that nobody sees what is not on the log. A look at oneself is nobody's concern.
 */
export const recordRead = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, address }: Requester,
  read: HealthRead,
): Promise<void> => {
  const now = clock()
  if (read.userId === actor.userId || (await isRecorded(db, actor.userId, read, now))) return
  await db.transaction().execute(async (trx) => {
    // Two answers at once would both find nothing.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`health read ${read.companyId}/${actor.userId}`}, 0))`.execute(trx)
    if (await isRecorded(trx, actor.userId, read, now)) return
    await writeAudit(trx, {
      at: now,
      actor,
      address,
      action: 'read',
      resource: read.screen,
      resourceId: subjectOf(read),
      companyId: read.companyId,
      officeId: read.officeId,
      after: read.about,
    })
  })
}
