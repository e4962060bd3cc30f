import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { reachedNow } from '../../../shared/cluster-health/each-company.ts'
import type { Context } from '../../../platform/context.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { inTransaction, type Recurring } from '../../../platform/database/recurring.ts'
import { escalateAlerts } from './escalate-alerts.ts'
import { sendDueNotices } from './send-due-notices.ts'

type Company = { readonly company_id: number; readonly is_told: boolean; readonly is_pressed: boolean }

const companiesWithWork = async (context: Context, client: PoolClient): Promise<Company[]> => {
  const now = context.clock()
  const isReached = await reachedNow(context)
  const { rows } = await sql<Company>`
    select c.company_id, bool_or(c.is_told) as is_told, bool_or(not c.is_told) as is_pressed
      from (select distinct d.company_id, true as is_told from alert_due d where ${isReached('d')}
            union all
            select distinct e.company_id, false from escalation e
             where (e.due_at <= ${now} or e.since > ${now}) and ${isReached('e')}) c
     group by c.company_id order by c.company_id`.execute(onClient(client))
  return rows
}

/**
 * One piece of work of a company under its lock: suppression and digests depend on earlier notices. The turn's own lock is not
 * enough, since a process that lost the connection that holds it may still be at work.
 */
const withCompanyLock = (client: PoolClient, companyId: number, work: () => Promise<boolean>): Promise<boolean> =>
  inTransaction(client, async () => {
    await client.query("select pg_advisory_xact_lock(hashtext('telling'), $1)", [companyId])
    return work()
  })

/** A failure of one company's is logged, and does not keep the others' waiting. */
const serve = async (context: Context, client: PoolClient, { company_id, is_told, is_pressed }: Company): Promise<boolean> => {
  try {
    const more = is_told && (await withCompanyLock(client, company_id, () => sendDueNotices(context, client, company_id)))
    return (is_pressed && (await withCompanyLock(client, company_id, () => escalateAlerts(context, client, company_id)))) || more
  } catch (error) {
    context.log.error({ job: 'telling', companyId: company_id, err: error }, 'people could not be notified of alerts')
    return false
  }
}

/**
 * Turns what happened to alerts into mails and pushes, and presses on where nobody answers (decisions/0037). Each piece is
 * one transaction, so that a kill loses nothing and repeats nothing; companies take turns.
 */
export const noticeJob: Recurring = {
  name: 'telling',
  everySeconds: 1,
  lockedBy: 'session',
  run: async (context, client, stopping) => {
    for (let isMore = true; isMore && !stopping.aborted;) {
      isMore = false
      for (const company of await companiesWithWork(context, client)) {
        if (stopping.aborted) return
        isMore = (await serve(context, client, company)) || isMore
      }
    }
  },
}
