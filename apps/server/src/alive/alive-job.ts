import { followSilence } from '../monitoring/silence/follow-silence.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import type { Recurring } from '../platform/recurring.ts'

/** One turn of alive monitoring: the lines of silence as they stand now. */
const watchSilence: Recurring['run'] = async ({ clock }, client) => {
  await followSilence(onClient(client), clock())
}

export const aliveJob: Recurring = { name: 'alive', everySeconds: 30, run: watchSilence }
