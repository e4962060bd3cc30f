import { reopenEpisodes } from '../monitoring/episodes/reopen.ts'
import { followSilence } from '../monitoring/silence/follow-silence.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import type { Recurring } from '../platform/recurring.ts'
import { needsReopening } from './episode-selections.ts'

/** One turn of alive monitoring: the lines of silence as they stand now, and what was closed but still holds is reopened. */
const watchSilence: Recurring['run'] = async ({ clock }, client) => {
  const now = clock()
  const db = onClient(client)
  await followSilence(db, now)
  await reopenEpisodes(db, needsReopening(now), now)
}

export const aliveJob: Recurring = { name: 'alive', everySeconds: 30, run: watchSilence }
