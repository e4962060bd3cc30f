import { chance, dayMs, type Heat, heatAt, minuteMs, type ScenarioWatcher, shiftFor, siteTime, type SiteTime } from '@mimamori/simulator'
import { slotMs } from '../shared/monitoring/summaries/due.ts'

/** Weeks before the days of which the demo sends readings, of which only summaries are there. */
export type PastWeeks = {
  readonly seed: number
  /** Falls on 13:40 of the hot day, epoch ms. */ readonly anchorMs: number
  readonly fromMs: number
  readonly toMs: number
}

// The heat wave builds up: so much cooler it was a day earlier.
const celsiusADay = 0.06
const rainyShare = 0.18
const rainCelsius = 3.6
const unheardShare = 0.004

/** Rain cools a day towards its middle, so that no day begins with a step. */
const rainAt = (seed: number, { day, minute }: SiteTime): number =>
  chance(seed, 'rain', day) < rainyShare ? rainCelsius * Math.sin((Math.PI * minute * minuteMs) / dayMs) : 0

/** The heat at each watcher's place, ten minutes by ten minutes from the beginning; undefined where it was not heard. */
export const pastHeat = (
  { seed, anchorMs, fromMs, toMs }: PastWeeks,
  { serial, place, exposure }: ScenarioWatcher,
): (Heat | undefined)[] => {
  const shiftMs = shiftFor(anchorMs)
  const hotDay = siteTime(anchorMs, shiftMs).day
  return Array.from({ length: Math.floor((toMs - fromMs) / slotMs) }, (_, slot) => {
    const time = siteTime(fromMs + (slot + 0.5) * slotMs, shiftMs)
    const heat = heatAt(seed, place, exposure, time, hotDay)
    const cooler = rainAt(seed, time) + celsiusADay * (hotDay - time.day - time.minute / 1_440 + 1)
    const cooled = { ...heat, wbgt: heat.wbgt - cooler, temperature: heat.temperature - cooler }
    return chance(seed, 'unheard', serial, slot) < unheardShare ? undefined : cooled
  })
}
