import type { RotaPlace } from '@mimamori/contract/duty-rota'

/** Days in a row on which the same person is at a place. */
export type Bar = {
  /** The first of these days. */
  readonly place: RotaPlace
  readonly days: number
  /** One of them is of the shift that is on. */
  readonly isNow: boolean
  /** All of them are days off. */
  readonly isOff: boolean
}

const isSame = (one: RotaPlace, other: RotaPlace) =>
  one.userId !== null &&
  one.userId === other.userId &&
  // Each empty place is filled by itself.
  one.gap === null &&
  other.gap === null &&
  (one.override === null) === (other.override === null) &&
  one.override?.insteadOf === other.override?.insteadOf

/**
 * Joins the days of a place into bars.
 * @param places of one shift and place, by date
 * @param off the days off, YYYY-MM-DD
 */
export const barsOf = (places: readonly RotaPlace[], off: ReadonlySet<string>): Bar[] => {
  const bars: Bar[] = []
  let before: RotaPlace | undefined
  for (const place of places) {
    const bar = bars.at(-1)
    const [isNow, isOff] = [place.isNow, off.has(place.date)]
    if (bar === undefined || before === undefined || !isSame(before, place)) bars.push({ place, days: 1, isNow, isOff })
    else bars.splice(-1, 1, { ...bar, days: bar.days + 1, isNow: bar.isNow || isNow, isOff: bar.isOff && isOff })
    before = place
  }
  return bars
}
