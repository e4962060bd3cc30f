import { sql } from 'kysely'
import { eachOf, reachedNow } from '../../shared/cluster-health/each-company.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'

type FormerSubscription = { readonly company_id: number; readonly subscription_id: number; readonly endpoint: string; readonly since: Date }

const latestFirst = (one: FormerSubscription, other: FormerSubscription) =>
  other.since.getTime() - one.since.getTime() || other.company_id - one.company_id || other.subscription_id - one.subscription_id

/**
 * Takes a browser from its former subscriber after somebody else subscribed it while the company of the former could not be
 * reached. On one server there is never any.
 */
export const formerBrowsersJob: Recurring = {
  name: 'former-browsers',
  everySeconds: 60,
  lockedBy: 'session',
  run: async (context, client) => {
    const isReached = (await reachedNow(context))('k')
    const db = onClient(client)
    const { rows: twice } = await sql<{ endpoint: string }>`
      select k.endpoint from push_subscription k where ${isReached} group by k.endpoint having count(*) > 1`.execute(db)
    if (twice.length === 0) return
    const { rows } = await sql<FormerSubscription>`
      select k.company_id, k.subscription_id, k.endpoint, k.created_at as since
        from push_subscription k
       where k.endpoint = any(${twice.map(({ endpoint }) => endpoint)}::text[]) and ${isReached}`.execute(db)
    const former = [...Map.groupBy(rows, ({ endpoint }) => endpoint).values()].flatMap((all) =>
      all
        .toSorted(latestFirst)
        .slice(1)
        .map(({ company_id: companyId, ...own }) => ({ companyId, ...own })),
    )
    // One that was subscribed again since then is the latest now.
    await eachOf(context, client, former, async ({ companyId, subscription_id, endpoint, since }) => {
      await sql`
        delete from push_subscription k
         where k.company_id = ${companyId} and k.subscription_id = ${subscription_id} and k.endpoint = ${endpoint}
           and k.created_at = ${since}`.execute(db)
    })
  },
}
