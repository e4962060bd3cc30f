import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Context } from '../../../platform/context.ts'
import type { Recurring } from '../../../platform/database/recurring.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { japanDayBefore } from '../../../platform/japan-time.ts'
import { companiesOf, eachCompany, eachOf, reachedNow } from '../../cluster-health/each-company.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { checkOffice } from './check-office.ts'
import { takeForecastHours } from './due.ts'
import { keptDays, pruneEveningForecasts } from './evening-forecast.ts'
import { prunePublicValues } from './prune-public-values.ts'

const hourMs = 3_600_000
/** How long an hour has been over: its last ten minutes are summed up five minutes after them. */
const graceMs = 6 * 60_000
const officesOfStep = 200

const findDue = async (context: Context, client: PoolClient, until: Date): Promise<readonly OfficeKey[]> => {
  const isReached = await reachedNow(context)
  const { rows } = await sql<OfficeKey>`
    select distinct d.company_id as "companyId", d.office_id as "officeId" from forecast_due d
     where d.hour <= ${until} and ${isReached('d')} order by 1, 2 limit ${officesOfStep}`.execute(onClient(client))
  return rows
}

/**
 * Compares what sites measured with what was forecast, hour by hour as they end, late readings included. One site is one
 * transaction; several processes may do it at once, though one turn at a time is enough.
 */
export const forecastJob: Recurring = {
  name: 'forecast-checks',
  everySeconds: 60,
  lockedBy: 'session',
  run: async (context, client, stopping) => {
    for (let taken = 1; taken > 0 && !stopping.aborted;) {
      const overBy = new Date(context.clock().getTime() - graceMs)
      const until = new Date(overBy.getTime() - hourMs)
      taken = 0
      await eachOf(context, client, await findDue(context, client, until), async (office) => {
        const hours = await takeForecastHours(client, office, until)
        taken += hours.length
        if (hours.length > 0) await checkOffice(client, office, hours, overBy)
      })
    }
  },
}

/** Removes public values that are no longer needed, and the forecasts of evenings and checked days that are older than a year. */
export const forgetForecastsJob: Recurring = {
  name: 'forget-forecasts',
  everySeconds: 6 * 3_600,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    await prunePublicValues(client, now, context.config.retentionDays)
    await pruneEveningForecasts(client, now)
    const oldest = japanDayBefore(now, keptDays)
    await eachCompany(context, client, companiesOf('forecast_check', 'c', sql`c.day < ${oldest}`), async (companyId) => {
      await client.query('delete from forecast_check c where c.company_id = $1 and c.day < $2', [companyId, oldest])
    })
  },
}
