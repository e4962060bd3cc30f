import { type RotaGap, rotaShifts } from '@mimamori/contract'
import type { Rota, RotaSlot } from './read-rotas.ts'
import { type DatedShift, dayAfter, mondayOf, shiftAt, shiftRange } from './shifts.ts'

/** How far ahead gaps are announced, days. */
export const gapNoticeDays = 7

/** An empty place of a planned shift. */
export type FoundGap = DatedShift & { readonly slot: RotaSlot & { readonly gap: RotaGap } }

/** The dates whose shifts are on or begin within a week. */
const nearDates = (rota: Rota, now: Date): string[] => {
  const { date } = shiftAt(now, rota.hours)
  return Array.from({ length: gapNoticeDays + 2 }, (_, index) => dayAfter(date, index))
}

const isNear = (rota: Rota, now: Date, shift: DatedShift) => {
  const { from, to } = shiftRange(shift, rota.hours)
  return to > now && from.getTime() <= now.getTime() + gapNoticeDays * 86_400_000
}

/** The empty places of planned shifts that are on or begin within a week; the rota was read for those days. */
export const findGaps = (rota: Rota, now: Date): FoundGap[] =>
  nearDates(rota, now)
    .filter((date) => rota.isPlanned(date))
    .flatMap((date) => rotaShifts.map((shift): DatedShift => ({ date, shift })))
    .filter((shift) => isNear(rota, now, shift))
    .flatMap(({ date, shift }) =>
      rota.slotsOf(date, shift).flatMap((slot) => (slot.gap === null ? [] : [{ date, shift, slot: { ...slot, gap: slot.gap } }])),
    )

/** The Mondays of weeks that are on or begin within a week, and are not planned. */
export const findUnplannedWeeks = (rota: Rota, now: Date): string[] => {
  const near = nearDates(rota, now).filter((date) => rotaShifts.some((shift) => isNear(rota, now, { date, shift })))
  return [...new Set(near.map(mondayOf))].filter((monday) => !rota.isPlanned(monday))
}
