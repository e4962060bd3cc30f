import type { PoolClient, QueryResult } from 'pg'
import { type ReachableCompanies, reachableCompanies } from '../../cluster-health/reachable-companies.ts'
import type { Context } from '../../../platform/context.ts'
import { isNodeAway } from '../../../platform/database/database-away.ts'
import type { Recurring } from '../../../platform/database/recurring.ts'
import { heardSince, isBeingFilled } from './being-filled.ts'
import { hourMs, slotMs } from './due.ts'
import { beginMonths, emptyMonths, fillMonths, findPeopleDue, mayMonthsBegin } from './fill-months.ts'
import { storeHours, storeSlots, type ComputedCounts } from './keep.ts'
import { countRecounts, makeRecountsDue } from './recount.ts'
import { reasonOf } from '../../../platform/errors.ts'

/** How long an hour or a slot has been over when it is computed: what comes a little late costs no second computation. */
const graceMs = 5 * 60_000
const stepRows = 500
const stepsBetweenLines = 100
const peopleBetweenTurns = 5_000

const isAmong = '($2::int[] is null or d.company_id = any($2::int[]))'

// The newest first: after a change of the schema years may be due, and people ask for this week.
const dueHours = `
  select d.company_id, d.user_id as id, d.hour as begin from summary_due d
   where d.hour <= $1 and not ${isBeingFilled('$3')} and ${isAmong} order by d.hour desc, d.company_id, d.user_id limit ${stepRows}`
const dueSlots = `
  select d.company_id, d.device_id as id, d.slot as begin from heat_due d
   where d.slot <= $1 and ${isAmong} order by d.slot desc, d.company_id, d.device_id limit ${stepRows}`

type Due = { company_id: number; id: number; begin: Date }

type Kind = {
  readonly name: 'hours' | 'slots'
  readonly find: (client: PoolClient, over: Date, atHand: ReachableCompanies, now: Date) => Promise<QueryResult<Due>>
  readonly spanMs: number
  readonly keep: (client: PoolClient, companyId: number, due: readonly Due[], now: Date) => Promise<ComputedCounts>
}

const hours: Kind = {
  name: 'hours',
  find: (client, over, atHand, now) => client.query(dueHours, [over, atHand, heardSince(now)]),
  spanMs: hourMs,
  keep: (client, companyId, due, now) =>
    storeHours(
      client,
      companyId,
      due.map(({ id, begin }) => ({ userId: id, hour: begin.getTime() })),
      now,
    ),
}
const slots: Kind = {
  name: 'slots',
  find: (client, over, atHand) => client.query(dueSlots, [over, atHand]),
  spanMs: slotMs,
  keep: (client, companyId, due) =>
    storeSlots(
      client,
      companyId,
      due.map(({ id, begin }) => ({ deviceId: id, slot: begin.getTime() })),
    ),
}

/** Does a company's work. Where its node is away (false) its turn comes once it is back; the other companies do not wait for that. */
const unlessAway = async (log: Context['log'], companyId: number, work: () => Promise<void>): Promise<boolean> => {
  try {
    await work()
    return true
  } catch (error) {
    if (!isNodeAway(error)) throw error
    log.warn({ companyId, reason: reasonOf(error) }, 'a node of the cluster is away')
    return false
  }
}

/** Takes what is due step by step, one company a transaction, until nothing is left or the rest is in use. */
const storeDue = async ({ pool, clock, log }: Context, client: PoolClient, stopping: AbortSignal, kind: Kind): Promise<void> => {
  const total = { computed: 0, gone: 0 }
  const say = (text: string) => log.info({ job: 'summaries', of: kind.name, ...total }, text)
  for (let step = 1; !stopping.aborted; step++) {
    const now = clock()
    const { rows } = await kind.find(client, new Date(now.getTime() - kind.spanMs - graceMs), await reachableCompanies(pool), now)
    const before = total.computed + total.gone
    for (const [companyId, due] of Map.groupBy(rows, (row) => row.company_id)) {
      await unlessAway(log, companyId, async () => {
        const { computed, gone } = await kind.keep(client, companyId, due, now)
        total.computed += computed
        total.gone += gone
      })
    }
    if (total.computed + total.gone === before) break
    if (step % stepsBetweenLines === 0) say('summaries are being computed')
  }
  if (total.gone > 0) say('some were due whose readings are past the retention; they stay as they are')
}

/** Counts stored hours again that a new rule concerns, the newest first; what is due meanwhile comes before the next of them. */
const countAgain = async (context: Context, client: PoolClient, stopping: AbortSignal): Promise<void> => {
  const { pool, log } = context
  let moved = 0
  for (let step = 0; !stopping.aborted; step++) {
    const atHand = await reachableCompanies(pool)
    if (step % stepsBetweenLines === 0) {
      const remaining = await countRecounts(client, atHand)
      if (remaining > 0) log.info({ job: 'summaries', of: 'hours', recounted: moved, remaining }, 'stored hours are being counted again')
    }
    const some = await makeRecountsDue(client, atHand)
    if (some === 0) break
    moved += some
    await storeDue(context, client, stopping, hours)
    await storeDue(context, client, stopping, slots)
  }
  if (moved > 0) log.info({ job: 'summaries', of: 'hours', recounted: moved }, 'stored hours have been counted again')
}

/** Has the sums of months begin after an update, once they may and every company can be reached. */
const begin = async ({ clock, log, pool }: Context, client: PoolClient): Promise<void> => {
  if (!(await mayMonthsBegin(client, clock()))) return
  if ((await reachableCompanies(pool)) !== null) return
  const { rows } = await client.query<{ company_id: number }>('select c.company_id from company c order by c.company_id')
  for (const { company_id: companyId } of rows) if (!(await unlessAway(log, companyId, () => emptyMonths(client, companyId)))) return
  await beginMonths(client)
  log.info({ job: 'summaries', of: 'months' }, 'stored hours are being added up')
}

/** Puts what was stored before there were sums of months into them; what is due meanwhile comes first. */
const addUp = async (context: Context, client: PoolClient, stopping: AbortSignal): Promise<void> => {
  const { log, pool } = context
  await begin(context, client)
  let [added, sinceTurn] = [0, 0]
  while (!stopping.aborted) {
    const before = added
    for (const due of await findPeopleDue(client, await reachableCompanies(pool)))
      await unlessAway(log, due.companyId, async () => {
        await fillMonths(client, due)
        added += due.users.length
      })
    if (added === before) break
    sinceTurn += added - before
    if (sinceTurn < peopleBetweenTurns) continue
    sinceTurn = 0
    log.info({ job: 'summaries', of: 'months', people: added }, 'stored hours are being added up')
    await storeDue(context, client, stopping, hours)
    await storeDue(context, client, stopping, slots)
  }
  if (added > 0) log.info({ job: 'summaries', of: 'months', people: added }, 'stored hours have been added up')
}

/**
 * Computes the hours of workers and the ten minutes of watchers that are over and due. Each step is one transaction, so a
 * kill loses nothing; several processes may do it at once, though one turn at a time is enough.
 */
export const summaryJob: Recurring = {
  name: 'summaries',
  everySeconds: 60,
  lockedBy: 'session',
  run: async (context, client, stopping) => {
    await storeDue(context, client, stopping, hours)
    await storeDue(context, client, stopping, slots)
    await addUp(context, client, stopping)
    await countAgain(context, client, stopping)
  },
}
