import { aboveTheirLimit } from '@mimamori/heat'
import type { EpisodeReason } from '../episodes/episode-log.ts'
import type { ExposedWorker } from '../../../shared/monitoring/workers/exposed-workers.ts'

/**
 * Why there is an alert of a place's heat: the limit passed in °C, and of the people there, in that order, whom it is too much
 * for; and that the WBGT was estimated.
 */
export const siteHeatReason = (
  limit: number,
  workers: readonly ExposedWorker[],
  wbgt: number | null,
  isEstimated = false,
): EpisodeReason => {
  const above = wbgt === null ? [] : aboveTheirLimit(workers, wbgt)
  const reason = { kind: 'heat', limit, minutes: 0, ...(isEstimated && { isEstimated }) }
  if (above.length === 0) return reason
  return { ...reason, names: above.map(({ fullName }) => fullName), userIds: above.map(({ userId }) => userId) }
}
