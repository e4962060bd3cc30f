import { keptKeyReadDays } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'

const isOld = (now: Date) => sql`u.minute < ${now}::timestamptz - make_interval(days => ${sql.lit(keptKeyReadDays)})`

/** Deletes the uses of read keys after a month. */
export const forgetKeyUsesJob: Recurring = {
  name: 'forget-read-key-uses',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: (context, client) => {
    const now = context.clock()
    return eachCompany(context, client, companiesOf('read_key_use', 'u', isOld(now)), async (companyId) => {
      await sql`delete from read_key_use u where u.company_id = ${companyId} and ${isOld(now)}`.execute(onClient(client))
    })
  },
}
