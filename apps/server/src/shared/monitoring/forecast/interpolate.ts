/** A value at an instant, °C. */
export type ForecastValue = { readonly at: Date; readonly wbgt: number }

/** The forecast for an hour of a day; null where it lies outside the published values or in a gap of them. */
export type HourOfForecast = { readonly wbgt: number | null; readonly isInterpolated: boolean }

const hourMs = 3_600_000
// The service publishes every third hour; across a longer gap a straight line would be a guess.
const longestGapMs = 3 * hourMs

/**
 * The 24 hours of a day from the published values: as published, or on the straight line between the two around it.
 * @param dayBegin midnight in Japan
 * @param values by time, the next day's midnight included
 */
export const hoursOfForecast = (dayBegin: Date, values: readonly ForecastValue[]): HourOfForecast[] =>
  Array.from({ length: 24 }, (_, hour) => {
    const at = dayBegin.getTime() + hour * hourMs
    const before = values.findLast((value) => value.at.getTime() <= at)
    const after = values.find((value) => value.at.getTime() >= at)
    if (before === undefined || after === undefined) return { wbgt: null, isInterpolated: false }
    const gap = after.at.getTime() - before.at.getTime()
    if (gap === 0) return { wbgt: before.wbgt, isInterpolated: false }
    if (gap > longestGapMs) return { wbgt: null, isInterpolated: false }
    const share = (at - before.at.getTime()) / gap
    // Rounded so far that sums of binary fractions do not decide on which side of a limit a value is.
    return { wbgt: Math.round((before.wbgt + share * (after.wbgt - before.wbgt)) * 1_000) / 1_000, isInterpolated: true }
  })
