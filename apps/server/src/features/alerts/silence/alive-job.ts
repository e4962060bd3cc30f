import { findUnsettled, followSilence } from './follow-silence.ts'
import { eachOf, reachedNow } from '../../../shared/cluster-health/each-company.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import type { Recurring } from '../../../platform/database/recurring.ts'

/** One turn of alive monitoring: brings the lines of silence up to date. */
const watchSilence: Recurring['run'] = async (context, client) => {
  const db = onClient(client)
  const now = context.clock()
  const unsettled = await findUnsettled(db, now, await reachedNow(context))
  await eachOf(context, client, unsettled, (offices) => followSilence(db, offices, now))
}

export const aliveJob: Recurring = { name: 'alive', everySeconds: 30, lockedBy: 'session', run: watchSilence }
