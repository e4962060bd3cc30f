import { HEAT_WORK_WBGT } from '@mimamori/heat'
import { slotMs } from '../../../shared/monitoring/summaries/due.ts'
import type { Span } from '../../../shared/monitoring/summaries/read.ts'
import { japanDay, toJapanIso } from '../../../platform/japan-time.ts'

/** Ten minutes of a site: the highest WBGT of its watchers (°C), whether any of them shows heat work, and the public value. */
export type SiteSlot = {
  readonly slot: Date
  readonly wbgt: number | null
  readonly isHeat: boolean
  readonly isMeasured: boolean
  readonly publicWbgt: number | null
  readonly station: string | null
}

/** Ten minutes as they count for the site; `station` where the value is the public one. Times in epoch ms. */
export type CountedSlot = { readonly at: number; readonly wbgt: number | null; readonly isHeat: boolean; readonly station: string | null }

// The public service has an hourly value; it holds until the next one.
const publicMs = 6 * slotMs
/** How far before and after a span slots are read: what lasts over its bounds is seen whole. */
const marginMs = 6 * slotMs

export const withMargin = ({ from, to }: Span): Span => ({
  from: new Date(from.getTime() - marginMs),
  to: new Date(to.getTime() + marginMs),
})

/**
 * The slots that count, in order: a watcher's value before the public station's, which holds for up to an hour, and not beyond
 * now.
 */
const countedSlots = (slots: readonly SiteSlot[], now: Date): CountedSlot[] => {
  const byTime = new Map(slots.map((slot) => [slot.slot.getTime(), slot]))
  const [first, last] = [slots[0]?.slot.getTime() ?? 0, slots.at(-1)?.slot.getTime() ?? -1]
  const end = Math.min(last + publicMs, now.getTime())
  const found: CountedSlot[] = []
  let current = { wbgt: 0, station: '', until: 0 }
  for (let at = first; at < end; at += slotMs) {
    const slot = byTime.get(at)
    if (slot !== undefined && slot.publicWbgt !== null)
      current = { wbgt: slot.publicWbgt, station: slot.station ?? '', until: at + publicMs }
    if (slot?.isMeasured === true) found.push({ at, wbgt: slot.wbgt, isHeat: slot.isHeat, station: null })
    else if (at < current.until) found.push({ at, wbgt: current.wbgt, isHeat: current.wbgt >= HEAT_WORK_WBGT, station: current.station })
  }
  return found
}

// A watcher's value is used for 15 minutes, so a single slot that nobody measured does not break a stretch of heat.
const bridged = (slots: readonly CountedSlot[]): CountedSlot[] =>
  slots.flatMap((slot, index) => {
    const next = slots[index + 1]
    const isBridge = slot.isHeat && next?.isHeat === true && next.at - slot.at === 2 * slotMs
    return isBridge ? [slot, { at: slot.at + slotMs, wbgt: null, isHeat: true, station: slot.station }] : [slot]
  })

/** The slots of a site that count, with single gaps between two slots of heat filled. */
export const siteHeat = (slots: readonly SiteSlot[], now: Date): CountedSlot[] => bridged(countedSlots(slots, now))

export const within = (slots: readonly CountedSlot[], { from, to }: Span): CountedSlot[] =>
  slots.filter(({ at }) => at >= from.getTime() && at < to.getTime())

export const heatMinutesOf = (slots: readonly CountedSlot[]): number => (slots.filter(({ isHeat }) => isHeat).length * slotMs) / 60_000

const slotsOfHour = 6

/** Stretches of heat of an hour and more that begin in the span, each seen to its end past the span's. */
export const longStretchesOf = (slots: readonly CountedSlot[], { from, to }: Span): number => {
  let count = 0
  let length = 0
  let begin = 0
  let before = Number.NaN
  for (const { at, isHeat } of slots) {
    const goesOn = length > 0 && at - before === slotMs
    if (isHeat && !goesOn) begin = at
    length = isHeat ? (goesOn ? length + 1 : 1) : 0
    before = at
    if (length === slotsOfHour && begin >= from.getTime() && begin < to.getTime()) count += 1
  }
  return count
}

export const dayOf = (at: number): string => japanDay(new Date(at))
const hourOf = (at: number): number => Number(toJapanIso(new Date(at)).slice(11, 13))

/** The highest value of each hour of a day, 0 to 23; null where there is none. */
export const wbgtByHour = (slots: readonly CountedSlot[]): (number | null)[] => {
  const hours = Array.from({ length: 24 }, (): number | null => null)
  for (const { at, wbgt } of slots) {
    const hour = hourOf(at)
    if (wbgt !== null && wbgt > (hours[hour] ?? Number.NEGATIVE_INFINITY)) hours[hour] = wbgt
  }
  return hours
}
