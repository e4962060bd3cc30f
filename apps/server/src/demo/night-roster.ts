import { dayMs, minuteMs, shiftFor } from '@mimamori/simulator'

const japanMs = 9 * 3_600_000
const takesMinute = 19 * 60 + 30
const returnsMinute = 24 * 60 + 5 * 60 + 30

/** When the night shift holds its devices. */
export type Night = { readonly from: Date; readonly to: Date }

/**
 * The nights on which the night shift takes its devices from the rack, past and planned, on the site's shifted clock.
 * Outside them nobody wears the devices, so that their silence by day raises no alarm.
 */
export const nightsAround = (anchorMs: number, before: number, after: number): Night[] => {
  const shiftMs = shiftFor(anchorMs)
  const today = Math.floor((anchorMs + japanMs + shiftMs) / dayMs) * dayMs - japanMs - shiftMs
  return Array.from({ length: before + after }, (_, index) => {
    const midnight = today + (index - before) * dayMs
    return { from: new Date(midnight + takesMinute * minuteMs), to: new Date(midnight + returnsMinute * minuteMs) }
  })
}
