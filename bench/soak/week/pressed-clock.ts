const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** At that instant of the machine's clock (epoch ms) the pressed clock shows the other one (epoch ms). */
export type Knot = readonly [realMs: number, shownMs: number]

/** Days of a week of seven on which people work, and the hours of such a day in which time is pressed less. */
export const workingDays = 6
const [slowFromHour, slowUntilHour] = [7.5, 18.5]
/** Nights and days without work pass so many times as fast as the hours in which people work. */
const fasterWithoutWork = 6

const between = (knots: readonly Knot[], at: number, of: 0 | 1): number => {
  const to = of === 0 ? 1 : 0
  const [first] = knots
  const last = knots.at(-1)
  if (first === undefined || last === undefined) return at
  if (at <= first[of]) return first[to]
  if (at >= last[of]) return last[to] + at - last[of]
  const next = knots.findIndex((knot) => knot[of] > at)
  const [before = first, after = last] = [knots[next - 1], knots[next]]
  return before[to] + ((at - before[of]) * (after[to] - before[to])) / (after[of] - before[of])
}

/** What the pressed clock shows at an instant of the machine's clock, both epoch ms; after the last knot it runs as that one does. */
export const pressedAt = (knots: readonly Knot[], realMs: number): number => Math.round(between(knots, realMs, 0))

/** When the pressed clock shows an instant, by the machine's clock; both epoch ms. */
export const realOf = (knots: readonly Knot[], shownMs: number): number => between(knots, shownMs, 1)

/**
 * A week of the pressed clock from `begin` on, midnight in Japan (epoch ms), in so many hours of the machine's clock from `realBegin` on.
 * Working hours take most of them, since readings come then.
 */
export const pressWeek = ({ realBegin, begin, hours }: { realBegin: number; begin: number; hours: number }): Knot[] => {
  const slowHours = workingDays * (slowUntilHour - slowFromHour)
  const realOfSlowHour = (hours * hourMs) / (slowHours + (7 * 24 - slowHours) / fasterWithoutWork)
  const knots: Knot[] = [[realBegin, begin]]
  const advance = (untilMs: number, isSlow: boolean) => {
    const [real, shown] = knots.at(-1) ?? [realBegin, begin]
    const hoursOfIt = (untilMs - shown) / hourMs
    knots.push([real + (hoursOfIt * realOfSlowHour) / (isSlow ? 1 : fasterWithoutWork), untilMs])
  }
  for (let day = 0; day < workingDays; day++) {
    advance(begin + day * dayMs + slowFromHour * hourMs, false)
    advance(begin + day * dayMs + slowUntilHour * hourMs, true)
  }
  advance(begin + 7 * dayMs, false)
  return knots
}

/** The next Monday's midnight in Japan after an instant, epoch ms. */
export const nextMonday = (after: number): number => {
  // 1970-01-05 was a Monday, and midnight in Japan is nine hours earlier than in UTC.
  const monday = 4 * dayMs - 9 * hourMs
  return monday + Math.ceil((after - monday) / (7 * dayMs)) * 7 * dayMs
}
