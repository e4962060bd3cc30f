import { followJudge } from '../monitoring/episodes/follow-judge.ts'
import { retellSiteHeat } from '../monitoring/site-heat/retell.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import type { Recurring } from '../platform/recurring.ts'
import { expireWatchers } from './expire-watchers.ts'
import { judgeStations } from './judge-stations.ts'

/**
 * What of site heat no reading tells: that a watcher's has run out, and that of sites whose workers are judged by their
 * public station.
 */
export const siteHeatJob: Recurring = {
  name: 'site-heat',
  everySeconds: 60,
  run: async ({ clock }, client) => {
    const now = clock()
    const db = onClient(client)
    await expireWatchers(client, now)
    const { episodes, standing } = await judgeStations(client, now)
    await followJudge(db, episodes.segments, episodes.stretches)
    await retellSiteHeat(db, standing)
  },
}
