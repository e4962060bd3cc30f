import { keptMessageDays } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'

const isOld = (now: Date) => sql`m.heard_at < ${now}::timestamptz - make_interval(days => ${sql.lit(keptMessageDays)})`

/** Deletes the last messages of DevEUIs that have sent nothing for a week. */
export const forgetMessagesJob: Recurring = {
  name: 'forget-connection-messages',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: (context, client) => {
    const now = context.clock()
    return eachCompany(context, client, companiesOf('connection_message', 'm', isOld(now)), async (companyId) => {
      await sql`delete from connection_message m where m.company_id = ${companyId} and ${isOld(now)}`.execute(onClient(client))
    })
  },
}
