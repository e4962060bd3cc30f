import type { PlanLimit, PlanRestHour } from '@mimamori/contract/plan'

type Hours = { readonly hours: readonly PlanRestHour[] }

/** The highest WBGT of the hours in which people work, °C; null where none is known. */
export const highestOf = ({ hours }: Hours): number | null => {
  const values = hours.flatMap(({ wbgt, workMinutes }) => (wbgt === null || workMinutes === 0 ? [] : [wbgt]))
  return values.length === 0 ? null : Math.max(...values)
}

/** The hours in which people work and the WBGT is not known. */
export const unknownHours = ({ hours }: Hours): number => hours.filter(({ wbgt, workMinutes }) => wbgt === null && workMinutes > 0).length

/** For how many hours a limit is exceeded: 3時間 超える. Where hours have no value it says so, for these may exceed it too. */
export const exceededInWords = (limit: Pick<PlanLimit, 'hours' | 'hoursAbove'>): string => {
  const unknown = unknownHours(limit)
  if (limit.hoursAbove > 0) return `${limit.hoursAbove}時間 超える${unknown === 0 ? '' : `（値なし ${unknown}時間）`}`
  if (unknown === 0) return '超えません'
  return highestOf(limit) === null ? '値がありません' : `わかる時間では超えません（値なし ${unknown}時間）`
}
