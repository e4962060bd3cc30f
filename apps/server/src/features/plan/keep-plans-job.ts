import { workingDayAt, type WorkingHours, workingHoursOf, workSpans } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { japanDayBefore } from '../../platform/japan-time.ts'
import { eachOf, reachedNow } from '../../shared/cluster-health/each-company.ts'
import { isOpen } from '../../shared/organisation/archived-offices.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { queuePlanEvent } from '../../shared/channels/queue-events.ts'
import { wholeSite } from '../../shared/plan/plan-people.ts'
import { storePlannedRests } from '../../shared/plan/planned-rests.ts'
import { readPlan } from '../../shared/plan/read-plan.ts'
import { planEvent } from './plan-event.ts'

/** So long before a site opens its plan of the day is kept: after the last forecast of the morning. Project choice, decisions/0139. */
const aheadMs = 2 * 3_600_000

/** The day whose plan is due: that of the working hours that run, or begin soon; undefined at other times. */
export const dayToPlan = (now: number, hours: WorkingHours): string | undefined => {
  const { date } = workingDayAt(now + aheadMs, hours)
  const isDue = workSpans(date, hours).some(({ from, to }) => now >= from - aheadMs && now < to)
  return isDue ? date : undefined
}

type Row = {
  readonly company_id: number
  readonly office_id: number
  readonly opens_at: string
  readonly closes_at: string
  readonly planned_on: string | null
}

/** The open sites with a forecast whose plan of the day is due and not written. */
// A plan that is due is of today or of the night before: what was written for earlier days is not read.
const findDue = async (context: Context, db: ReturnType<typeof onClient>, now: number): Promise<(OfficeKey & { date: string })[]> => {
  const isReached = await reachedNow(context)
  const from = new Date(now)
  const firstDay = japanDayBefore(from, 2)
  const { rows } = await sql<Row>`
    select o.company_id, o.office_id, o.opens_at::text as opens_at, o.closes_at::text as closes_at, max(p.day)::text as planned_on
      from office o
      left join planned_rest p on p.company_id = o.company_id and p.office_id = o.office_id and p.group_id = 0 and p.day >= ${firstDay}
     where ${isOpen('o')} and ${isReached('o')} and o.public_wbgt_station is not null
       and o.public_wbgt_station in (select w.station from public_wbgt w where w.kind = 'forecast' and w.at >= ${from}::timestamptz)
     group by o.company_id, o.office_id, o.opens_at, o.closes_at`.execute(db)
  return rows.flatMap(({ company_id, office_id, opens_at, closes_at, planned_on }) => {
    const date = dayToPlan(now, workingHoursOf(opens_at, closes_at))
    return date === undefined || (planned_on !== null && planned_on >= date) ? [] : [{ companyId: company_id, officeId: office_id, date }]
  })
}

/**
 * Keeps the rest that each site's plan of the day asks for, from two hours before it opens on, and queues it for webhooks in the same
 * transaction. Without a forecast there is none to keep:
 * a measured day is no plan.
 */
export const keepPlansJob: Recurring = {
  name: 'keep-plans',
  everySeconds: 300,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const db = onClient(client)
    await eachOf(context, client, await findDue(context, db, now.getTime()), async ({ date, ...office }) => {
      const plan = await readPlan(context.db, office, { date, scope: wholeSite, now })
      if (plan.basis === 'forecast' && (await storePlannedRests(db, office, plan, now)))
        await queuePlanEvent(db, office, await planEvent(db, office, plan, now), now)
    })
  },
}
