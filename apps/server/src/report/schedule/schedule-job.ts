import type { ScheduleKind } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Context } from '../../platform/context.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { queueMails } from '../../platform/outgoing-mail.ts'
import { inTransaction, type Recurring } from '../../platform/recurring.ts'
import { readSafetyFigures } from '../summary/figures.ts'
import { periodOf } from './period.ts'
import { noteFailed, noteUnsent } from './problem.ts'
import { addressesWithReach, senderProblem } from './reach.ts'
import { scheduledMails } from './scheduled-mails.ts'
import { isDue, latestTurn } from './turn.ts'

type Due = {
  readonly companyId: number
  readonly scheduleId: number
  readonly officeId: number
  readonly officeName: string
  readonly kind: ScheduleKind
  /** The day of the turn in Japan, YYYY-MM-DD. */
  readonly turn: string
  readonly addresses: readonly { readonly address: string; readonly inside: boolean }[]
}

/** The next schedule whose turn has come and whose sender may send it, locked; others' are left to whoever is at them. */
const takeDue = async (client: PoolClient, now: Date, failed: readonly number[]): Promise<Due | undefined> => {
  const { rows } = await sql<Due>`
    select s.company_id as "companyId", s.schedule_id as "scheduleId", s.office_id as "officeId", o.name as "officeName", s.kind,
           to_char(${latestTurn(now)}, 'YYYY-MM-DD') as turn, ${addressesWithReach} as addresses
      from report_schedule s join office o on o.company_id = s.company_id and o.office_id = s.office_id
     where ${isDue(now)} and ${senderProblem} is null and s.schedule_id <> all(${failed}::int[])
     order by s.sends_at, s.company_id, s.schedule_id limit 1
       for update of s skip locked`.execute(onClient(client))
  return rows[0]
}

/** Queues the mails of a schedule's turn and notes that it was taken, all or none. */
const tell = async (context: Context, client: PoolClient, due: Due, now: Date): Promise<void> => {
  const db = onClient(client)
  const period = periodOf(due)
  const figures = await readSafetyFigures(context, due, period)
  await queueMails(db, scheduledMails(due, period, figures, { at: now, publicUrl: context.config.publicUrl }))
  await sql`
    update report_schedule s set done_on = ${due.turn}::date, problem = null
     where s.company_id = ${due.companyId} and s.schedule_id = ${due.scheduleId}`.execute(db)
}

/**
 * Takes one turn that has come, in a transaction with its mails: whatever dies in between, they are told once.
 * @param failed schedules to leave alone; one that fails is added
 * @returns whether there was any
 */
export const tellNext = async (context: Context, client: PoolClient, failed: number[]): Promise<boolean> => {
  let due: Due | undefined
  try {
    return await inTransaction(client, async () => {
      const now = context.clock()
      due = await takeDue(client, now, failed)
      if (due === undefined) return false
      await tell(context, client, due, now)
      return true
    })
  } catch (error) {
    if (due === undefined) throw error
    failed.push(due.scheduleId)
    await noteFailed(context.db, due)
    context.log.error({ job: 'report-schedules', scheduleId: due.scheduleId, err: error }, 'a scheduled report could not be told')
    return true
  }
}

/** Puts the reports whose turn has come into the outbox, one after another (decisions/0050). One that fails waits for the next round. */
export const reportScheduleJob: Recurring = {
  name: 'report-schedules',
  everySeconds: 10,
  lockedBy: 'session',
  run: async (context, client, stopping) => {
    const failed: number[] = []
    await noteUnsent(onClient(client), context.clock())
    while (!stopping.aborted && (await tellNext(context, client, failed)));
  },
}
