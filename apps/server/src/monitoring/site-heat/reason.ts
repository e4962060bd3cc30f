import { aboveTheirLimit } from '@mimamori/heat'
import type { EpisodeReason } from '../episodes/episode-log.ts'
import type { StandingWorker } from './standing.ts'

const inKanaOrder = new Intl.Collator('ja')

/** Why the heat of a place is told: the limit passed in °C, and of those who stand there whom it is too much for. */
export const siteHeatReason = (limit: number, standing: readonly StandingWorker[], wbgt: number | null): EpisodeReason => {
  const above = wbgt === null ? [] : aboveTheirLimit(standing, wbgt)
  if (above.length === 0) return { kind: 'heat', limit, minutes: 0 }
  const listed = above.toSorted((one, other) => inKanaOrder.compare(one.furigana, other.furigana) || one.userId - other.userId)
  return { kind: 'heat', limit, minutes: 0, names: listed.map(({ fullName }) => fullName), userIds: listed.map(({ userId }) => userId) }
}
