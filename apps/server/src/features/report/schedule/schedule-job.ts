import { isPlanKind, type ScheduleKind, type ScheduleRole } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { reachedNow } from '../../../shared/cluster-health/each-company.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { queueMails } from '../../../platform/outside/outgoing-mail.ts'
import { inTransaction, type Recurring } from '../../../platform/database/recurring.ts'
import { readSafetyFigures } from '../summary/figures.ts'
import { isNewsAwaited } from './awaited-news.ts'
import { periodOf, plannedDay } from './period.ts'
import type { PlanKind } from './plan-mails.ts'
import { findPlanRecipients } from './plan-recipients.ts'
import { noteFailed, noteUnsent, passWithoutForecast, type Turn, waitForForecast, waitForNews } from './problem.ts'
import { findReaches, type Reach, type ScheduleRecipients } from './reach.ts'
import { scheduledMails } from './scheduled-mails.ts'
import { sendPlan } from './send-plan.ts'
import { isDue, isWaiting, latestTurn, latestTurnAt, newsRetryMs, retryMs } from './turn.ts'
import { isOpen } from '../../../shared/organisation/archived-offices.ts'

type Due = Turn &
  ScheduleRecipients & {
    readonly officeName: string
    readonly kind: ScheduleKind
    readonly roles: readonly ScheduleRole[]
    readonly turnAt: Date
  }

const dueSchedules = (now: Date) => sql`
  select s.company_id as "companyId", s.schedule_id as "scheduleId", s.office_id as "officeId", o.name as "officeName", s.kind,
         to_char(${latestTurn(now)}, 'YYYY-MM-DD') as turn, ${latestTurnAt(now)} as "turnAt", s.addresses, s.roles, s.sender_company_id as "senderCompanyId", s.sender_id as "senderId"
    from report_schedule s join office o on o.company_id = s.company_id and o.office_id = s.office_id
   where ${isDue(now)} and not coalesce(${isWaiting(now)}, false) and ${isOpen('o')}`

/** The schedules whose turn has come, in their order; without those that wait for the forecast. */
const findDue = async (context: Pick<Context, 'pool'>, db: Db, now: Date): Promise<Due[]> => {
  const isReached = await reachedNow(context)
  const { rows } = await sql<Due>`
    ${dueSchedules(now)} and ${isReached('s')} and ${isReached('o')}
     order by s.sends_at, s.company_id, s.schedule_id`.execute(db)
  return rows
}

/** One of them, locked, unless another process is at it or has taken its turn; with its reach. */
const takeDue = async (db: Db, { companyId, scheduleId }: Due, now: Date): Promise<(Due & { readonly reach: Reach }) | undefined> => {
  const { rows } = await sql<Due>`
    ${dueSchedules(now)} and s.company_id = ${companyId} and s.schedule_id = ${scheduleId} for update of s skip locked`.execute(db)
  const [reach] = await findReaches(db, rows)
  return rows[0] && reach && { ...rows[0], reach }
}

const noteSent = async (db: Db, { companyId, scheduleId, turn }: Turn, now: Date, sentTo: number): Promise<void> => {
  await sql`
    update report_schedule s set done_on = ${turn}::date, problem = null, retry_at = null, sent_at = ${now}, sent_to = ${sentTo}
     where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}`.execute(db)
}

/** Queues the mails of a plan's turn, once what is announced at that time has come; without a forecast it is passed over, or waits where the forecast could not be fetched. */
const sendPlanned = async (context: Context, db: Db, due: Due & { readonly kind: PlanKind }, reach: Reach, now: Date): Promise<void> => {
  if (await isNewsAwaited(context.db, due, due.turnAt, now)) return waitForNews(db, due, new Date(now.getTime() + newsRetryMs))
  const recipients = await findPlanRecipients(db, { ...due, reach })
  const outcome = await sendPlan(context, db, { ...due, date: plannedDay(due) }, recipients, now)
  if ('sentTo' in outcome) await noteSent(db, due, now, outcome.sentTo)
  else if (outcome.problem === 'unreached' || outcome.problem === 'notYet')
    await waitForForecast(db, due, outcome.problem, new Date(now.getTime() + retryMs))
  else await passWithoutForecast(db, due, outcome.problem)
}

/** Queues the mails of a schedule's turn and notes that it was taken, all or none. */
const sendScheduled = async (context: Context, db: Db, { kind, ...due }: Due, reach: Reach, now: Date): Promise<void> => {
  if (isPlanKind(kind)) return sendPlanned(context, db, { ...due, kind }, reach, now)
  const { addresses } = reach
  const period = periodOf({ ...due, kind })
  const figures = await readSafetyFigures(context, due, period)
  const sending = { at: now, publicUrl: context.config.publicUrl }
  await queueMails(db, scheduledMails({ ...due, kind, addresses }, period, figures, sending))
  await noteSent(db, due, now, addresses.length)
}

/** Takes the turn of one schedule, in a transaction with its mails. @returns whether it was there to be taken */
const sendOneScheduled = (context: Context, client: PoolClient, due: Due): Promise<boolean> =>
  inTransaction(client, async () => {
    const now = context.clock()
    const db = onClient(client)
    const taken = await takeDue(db, due, now)
    if (taken === undefined || taken.reach.senderProblem !== null) return false
    await sendScheduled(context, db, taken, taken.reach, now)
    return true
  })

/**
 * Takes one turn that has come, in a transaction with its mails: they are sent once, even if a process dies in between.
 * @param failed schedules to leave alone; one that fails is added
 * @returns whether there was any
 */
export const sendNextScheduled = async (context: Context, client: PoolClient, failed: number[]): Promise<boolean> => {
  for (const due of await findDue(context, onClient(client), context.clock())) {
    if (failed.includes(due.scheduleId)) continue
    try {
      if (await sendOneScheduled(context, client, due)) return true
    } catch (error) {
      failed.push(due.scheduleId)
      await noteFailed(context.db, due)
      context.log.error({ job: 'report-schedules', scheduleId: due.scheduleId, err: error }, 'a scheduled report could not be sent')
      return true
    }
  }
  return false
}

/** Notes the turns that have come and cannot be sent. */
const noteAllUnsent = async (context: Context, db: Db): Promise<void> => {
  const all = await findDue(context, db, context.clock())
  for (const [index, { senderProblem }] of (await findReaches(db, all)).entries()) {
    const due = all[index]
    if (due !== undefined && senderProblem !== null) await noteUnsent(db, due, senderProblem)
  }
}

/** Puts the reports whose turn has come into the outbox, one after another (decisions/0050). One that fails waits for the next round. */
export const reportScheduleJob: Recurring = {
  name: 'report-schedules',
  everySeconds: 10,
  lockedBy: 'session',
  run: async (context, client, stopping) => {
    const failed: number[] = []
    await noteAllUnsent(context, onClient(client))
    while (!stopping.aborted && (await sendNextScheduled(context, client, failed)));
  },
}
