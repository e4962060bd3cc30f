import { checkKeptDays } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'

const dayMs = 86_400_000
/** The own measure leaves out shifts of days 要注意 of so long ago; then nothing needs to know of them. Source: decisions/0120. */
const attentionKeptDays = 32

/** Deletes answers after 30 days, and forgets when somebody was 要注意 shortly after. */
export const checkAgeJob: Recurring = {
  name: 'morning-check-age',
  everySeconds: 3_600,
  run: async (context, client) => {
    const now = context.clock().getTime()
    const db = onClient(client)
    const isOld = sql<boolean>`m.answered_at < ${new Date(now - checkKeptDays * dayMs)}::timestamptz`
    await eachCompany(context, client, companiesOf('morning_check', 'm', isOld), async (companyId) => {
      await sql`delete from morning_check m where m.company_id = ${companyId} and ${isOld}`.execute(db)
    })
    const since = new Date(now - attentionKeptDays * dayMs)
    const isOver = sql<boolean>`lower(u.attention) < ${since}::timestamptz`
    await eachCompany(context, client, companiesOf('app_user', 'u', isOver), async (companyId) => {
      await sql`
        update app_user u set attention = u.attention - tstzmultirange(tstzrange(null, ${since}::timestamptz))
         where u.company_id = ${companyId} and ${isOver}`.execute(db)
    })
  },
}
