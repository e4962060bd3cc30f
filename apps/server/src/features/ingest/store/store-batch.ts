import { followJudge } from '../../alerts/episodes/follow-judge.ts'
import { reconcileEpisodes } from '../../alerts/episodes/reconcile.ts'
import { retimeCalls } from '../../alerts/episodes/retime-calls.ts'
import { retellSiteHeat } from '../../alerts/site-heat/retell.ts'
import { markHours, markSlots } from '../../../shared/monitoring/summaries/due.ts'
import { announce } from '../../../shared/announcements/announce.ts'
import { awaitPipelined } from '../../../platform/database/await-pipelined.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import type { Assessment, LeftPlace, States } from '../model.ts'
import type { CachedWorker } from '../row-cache/worker-state-cache.ts'
import { step } from '../traces/trace-batch.ts'
import type { BatchTransaction } from '../transaction.ts'
import { changesOf } from './changes.ts'
import { dueHours, dueSlots, leftHours, rejudgedHours } from './due.ts'
import { movedCalls } from './moved-calls.ts'
import { storeDevices } from './store-devices.ts'
import { storeReadings } from './store-readings.ts'
import { storeRejudged } from './store-rejudged.ts'
import { storeWorkers } from './store-workers.ts'

/**
 * Stores a judged batch: readings, states, corrected levels, the hours whose summaries are due by them, the announcement, and the
 * episodes; answers the workers' states as they are stored now.
 * @throws StoredElsewhere where one of the readings was stored meanwhile
 */
export const storeBatch = async (
  { client, context, companyId }: BatchTransaction,
  assessment: Assessment,
  states: States,
  left: readonly LeftPlace[],
): Promise<CachedWorker[]> => {
  const db = onClient(client)
  const readings = assessment.readings.map(({ reading }) => reading)
  // The clock is read with the workers' states locked: an hour that has not ended by it is not computed before the commit.
  const now = context.clock()
  const [, workers] = await awaitPipelined([
    storeReadings(client, companyId, assessment.readings),
    storeWorkers(client, companyId, assessment, states.workers),
    storeDevices(client, companyId, assessment),
    storeRejudged(client, companyId, assessment),
    markHours(db, companyId, [
      ...dueHours(assessment.readings, states.workers, now.getTime()),
      ...leftHours(left, now.getTime()),
      ...rejudgedHours(assessment.rejudged, now.getTime()),
    ]),
    markSlots(db, companyId, dueSlots(readings, left)),
    step('announce', () => announce(db, ...changesOf(companyId, assessment))),
  ])
  await retimeCalls(db, companyId, movedCalls(readings))
  await reconcileEpisodes(db, companyId, new Map([...assessment.rejudged].map(([userId, { replayed }]) => [userId, replayed])), now)
  await followJudge(db, assessment.episodes.segments, assessment.episodes.stretches)
  await retellSiteHeat(db, assessment.siteHeat)
  return workers
}
