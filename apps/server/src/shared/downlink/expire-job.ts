import { sql } from 'kysely'
import { companiesOf, eachCompany } from '../cluster-health/each-company.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { expireCommands } from './settle.ts'

const withCommands = companiesOf('downlink', 'l', sql`l.state in ('pending', 'sent')`)

/** Gives up commands that will not be answered any more, so that the commands queued behind them go out. */
export const expireDownlinksJob: Recurring = {
  name: 'expire downlinks',
  everySeconds: 30,
  lockedBy: 'session',
  run: (context, client) => {
    const now = context.clock()
    return eachCompany(context, client, withCommands, (companyId) => expireCommands(onClient(client), companyId, now))
  },
}
