import type { AlertEpisode } from '@mimamori/contract'
import { episodeFor, readEpisodes } from '../episodes/read.ts'
import { type HandlingStep, setHandling } from '../episodes/set-handling.ts'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { Requester } from '../../../platform/audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { auditStep, keyOf, mayAnswer, refuseWorse } from './handle.ts'
import { findEpisodes, lockEpisodes, lockWorkers } from './store.ts'

const seen: HandlingStep = { handling: 'acknowledged', outcome: null, note: null }

type SeenLevels = ReadonlyMap<number, number | null | undefined>

const applyAll = async (db: Db, requester: Requester, seenLevels: SeenLevels, at: Date): Promise<AlertKey[]> => {
  const ids = [...seenLevels.keys()]
  const matched = await findEpisodes(db, requester.actor, ids)
  if (matched.length < ids.length || !matched.every((episode) => mayAnswer(requester.actor, episode))) throw notFound()
  // In the ingestion's order of locks: the workers' states, then their alerts.
  await lockWorkers(
    db,
    matched.flatMap(({ company_id: companyId, user_id: userId }) => (userId === null ? [] : [{ companyId, userId }])),
  )
  const locked = await lockEpisodes(db, requester.actor, ids)
  const open = locked.filter(({ handling }) => handling === 'open')
  for (const episode of open) refuseWorse(episode, seenLevels.get(episode.alert_id))
  const { userId, fullName: userName } = requester.actor
  await setHandling(db, open.map(keyOf), seen, { userId, userName, at })
  for (const episode of open) await auditStep(db, requester, episode, seen, at)
  return ids.map((id) => locked.find(({ alert_id: alertId }) => alertId === id)).flatMap((one) => (one === undefined ? [] : [keyOf(one)]))
}

/**
 * Acknowledges several alerts at once, since a person who has met somebody has seen all of their alerts: all of them or none. Of those
 * that somebody has acknowledged before, or gone further with, nothing changes.
 * @param levels the level of each that was seen, in the order of `alertIds`
 * @throws Refusal 404 where one of them is out of scope, 412 where one is worse than it was seen
 */
export const acknowledgeAlerts = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  alertIds: readonly number[],
  levels: readonly (number | null)[] = [],
): Promise<AlertEpisode[]> => {
  const at = clock()
  const seenLevels = new Map(alertIds.map((id, index) => [id, levels[index]]))
  const keys = await db.transaction().execute((transaction) => applyAll(transaction, requester, seenLevels, at))
  const episodes = await readEpisodes(db, keys, at)
  return episodes.map((episode) => episodeFor(requester.actor, episode))
}
