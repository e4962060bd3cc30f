import { companiesWaiting } from './companies-waiting.ts'
import { expireCommands } from './settle.ts'
import type { Recurring } from '../platform/recurring.ts'

/** Gives up commands that will not be answered any more, so that the commands queued behind them go out. */
export const expireDownlinksJob: Recurring = {
  name: 'expire downlinks',
  everySeconds: 30,
  // The work makes its own transaction, and two processes doing it at once would do no harm.
  lockedBy: 'session',
  run: async ({ db, pool, clock }) => {
    for (const companyId of await companiesWaiting({ db, pool })) await expireCommands(db, companyId, clock())
  },
}
