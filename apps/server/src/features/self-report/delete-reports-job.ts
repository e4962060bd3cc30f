import { sql } from 'kysely'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'

/** Reports are kept so long. Customer's figure. */
const keptDays = 30

/** Deletes what people reported of how they or others feel, 30 days after it came in. The alerts, without a text of it, stay. */
export const deleteReportsJob: Recurring = {
  name: 'delete-condition-reports',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async (context, client) => {
    const before = new Date(context.clock().getTime() - keptDays * 86_400_000)
    const isOver = sql<boolean>`r.received_at < ${before}::timestamptz`
    await eachCompany(context, client, companiesOf('condition_report', 'r', isOver), async (companyId) => {
      await sql`delete from condition_report r where r.company_id = ${companyId} and ${isOver}`.execute(onClient(client))
    })
  },
}
