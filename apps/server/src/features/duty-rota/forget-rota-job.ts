import { sql } from 'kysely'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { japanDay } from '../../platform/japan-time.ts'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import { dayAfter, mondayOf } from '../../shared/duty-rota/shifts.ts'

const tables = ['duty_rota_place', 'duty_rota_override', 'duty_rota_gap_notice'] as const

/** Deletes duties, substitutes and announced gaps older than RETENTION_DAYS, as readings are. The shifts of the site stay. */
export const forgetRotaJob: Recurring = {
  name: 'forget-duty-rota',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async (context, client) => {
    // By whole weeks: one that lost the only days that were filled would pass for one that is not planned.
    const oldest = mondayOf(dayAfter(japanDay(context.clock()), -context.config.retentionDays))
    const isOld = sql`r.duty_on < ${oldest}::date`
    for (const table of tables)
      await eachCompany(context, client, companiesOf(table, 'r', isOld), async (companyId) => {
        await sql`delete from ${sql.table(table)} r where r.company_id = ${companyId} and ${isOld}`.execute(onClient(client))
      })
  },
}
