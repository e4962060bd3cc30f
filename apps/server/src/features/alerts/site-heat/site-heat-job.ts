import { sql } from 'kysely'
import { followJudge } from '../episodes/follow-judge.ts'
import { retellSiteHeat } from './retell.ts'
import { companiesOf, eachCompany, eachOf, reachedNow } from '../../../shared/cluster-health/each-company.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import type { Recurring } from '../../../platform/database/recurring.ts'
import { expireWatchers } from './expire-watchers.ts'
import { findStations, judgeStations } from './judge-stations.ts'

const withSiteHeat = companiesOf('alert', 'a', sql`a.kind = 'siteHeat' and a.ended_at is null`)

/**
 * What of site heat no reading shows: that a watcher's has run out, and that of sites whose workers are judged by their
 * public station.
 */
export const siteHeatJob: Recurring = {
  name: 'site-heat',
  everySeconds: 60,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    const db = onClient(client)
    await eachCompany(context, client, withSiteHeat, (companyId) => expireWatchers(client, companyId, now))
    await eachOf(context, client, await findStations(client, now, await reachedNow(context)), async (stations) => {
      const { episodes, openEpisodes } = await judgeStations(client, stations, now)
      await followJudge(db, episodes.segments, episodes.stretches)
      await retellSiteHeat(db, openEpisodes)
    })
  },
}
