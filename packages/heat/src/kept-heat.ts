import type { Level } from './alert-level.ts'
import { heatLevel } from './heat-level.ts'
import { HOUR_MS } from './milliseconds.ts'
import type { HeatRank } from './usable-heat.ts'

/** How long a heat level counts after the last reading judged with a usable WBGT. Project choice, decisions/0031. */
export const HEAT_KEPT_MS = HOUR_MS

/**
 * The excess (°C) that readings were last judged with, and when (epoch ms), by the rank of its source: the nearest
 * first, each later than the ones nearer than it.
 */
export type KeptHeat = readonly (readonly [rank: HeatRank, excess: number, at: number])[]

/**
 * `kept` after a reading at `at` (epoch ms) that was judged with an excess (°C): what a farther source said before is
 * over, what a nearer one said stays, so that the farther one does not lower it. Source: project choice, decisions/0031.
 */
export function keepHeat(keptHeat: KeptHeat, rank: HeatRank, excess: number, at: number): KeptHeat {
  const entry = [rank, excess, at] as const
  // Mostly all come from one source.
  return keptHeat.length <= 1 && (keptHeat[0]?.[0] ?? rank) >= rank ? [entry] : [...keptHeat.filter(([nearer]) => nearer < rank), entry]
}

/** `kept` without what no longer counts at `now` (epoch ms); the same object where all does. */
export function unexpiredHeat(keptHeat: KeptHeat, now: number): KeptHeat {
  return keptHeat.some(([, , at]) => now - at > HEAT_KEPT_MS) ? keptHeat.filter(([, , at]) => now - at <= HEAT_KEPT_MS) : keptHeat
}

/** The highest excess kept, °C; `null` where none is. */
export function keptExcess(keptHeat: KeptHeat): number | null {
  let highest: number | null = null
  for (const [, excess] of keptHeat) if (highest === null || excess > highest) highest = excess
  return highest
}

/** The heat level of what is kept; without a usable WBGT (`isRead` false) one of 0 is none. Source: decisions/0031. */
export function keptHeatLevel(keptHeat: KeptHeat, isRead: boolean): Level | null {
  const level = heatLevel(keptExcess(keptHeat))
  return level === 0 && !isRead ? null : level
}

/** Epoch ms at which the next of the levels kept no longer counts; infinite where none does. */
export function heatExpiry(keptHeat: KeptHeat): number {
  let next = Number.POSITIVE_INFINITY
  for (const [, excess, at] of keptHeat) if (excess >= 0 && at + HEAT_KEPT_MS < next) next = at + HEAT_KEPT_MS
  return next
}

/** When the latest of what is kept was judged, epoch ms; `null` where nothing is. */
export function latestHeatAt(keptHeat: KeptHeat): number | null {
  return keptHeat.reduce<number | null>((latest, [, , at]) => (latest === null || at > latest ? at : latest), null)
}
