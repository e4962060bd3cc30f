import type { HealthDetail } from '@mimamori/contract/health-condition'
import type { Grade } from '@mimamori/contract/labels'
import { estimateCoreTemperatures } from '@mimamori/heat/core-temperature'
import { gapLimitMs } from '@mimamori/heat/gap'
import { levelGradeOf } from '../marks/grade.ts'

const minute = 60_000

type Item = HealthDetail['listData'][number]
export type Span = { readonly from: number; readonly to: number }
export type GradeSpan = Span & { readonly grade: Grade }
export type Point = readonly [at: number, value: number | null]

const timeOf = (item: Item) => Date.parse(item.time)

/** The pause from which on data counts as missing. The device's interval is read off the data itself. */
export const gapLength = (items: readonly Item[]): number => {
  const steps = items.slice(1).map((item, index) => timeOf(item) - timeOf(items[index] ?? item))
  const middle = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)]
  return gapLimitMs(middle === undefined ? null : middle / minute)
}

/** Where nothing was received: between two items further apart than a gap. */
export const gapsOf = (items: readonly Item[]): Span[] => {
  const longest = gapLength(items)
  return items.slice(1).flatMap((item, index) => {
    const span = { from: timeOf(items[index] ?? item), to: timeOf(item) }
    return span.to - span.from > longest ? [span] : []
  })
}

/** A value over the day, with an empty point in every gap so that no line is drawn across it. */
export const pointsOf = (items: readonly Item[], value: (item: Item) => number | null): Point[] => {
  const longest = gapLength(items)
  return items.flatMap((item, index): Point[] => {
    const at = timeOf(item)
    const before = items[index - 1]
    const point: Point = [at, value(item)]
    return before !== undefined && at - timeOf(before) > longest ? [[timeOf(before) + 1, null], point] : [point]
  })
}

/** Spans of equal total level. An emergency is laid over them, since it outranks the level it grew from. */
export const gradeSpans = (items: readonly Item[], emergencies: readonly Span[] = []): GradeSpan[] => {
  const longest = gapLength(items)
  const spans: GradeSpan[] = []
  for (const [index, item] of items.entries()) {
    const from = timeOf(item)
    const next = items[index + 1]
    const to = next === undefined || timeOf(next) - from > longest ? from + minute : timeOf(next)
    const inEmergency = emergencies.some((span) => from >= span.from && from < span.to)
    const grade = inEmergency ? 'emergency' : levelGradeOf(item.alertLevel)
    if (grade === undefined) continue
    const last = spans.at(-1)
    if (last !== undefined && last.grade === grade && last.to === from) spans[spans.length - 1] = { ...last, to }
    else spans.push({ from, to, grade })
  }
  return spans
}

/** The emergencies of a day as spans; one that still lasts ends nowhere. */
export const emergencySpans = (alerts: HealthDetail['listAlert']): Span[] =>
  alerts
    .filter((alert) => alert.emergency === '1')
    .map((alert) => ({
      from: Date.parse(alert.startedAt),
      to: alert.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(alert.endedAt),
    }))

/** The core temperature a person's heart rate lets one guess, °C. It starts from rest at the day's first reading. */
export const coreTemperaturePoints = (items: readonly Item[]): Point[] => {
  const first = items[0]
  const last = items.at(-1)
  if (first === undefined || last === undefined) return []
  const minuteOf = (item: Item) => Math.round((timeOf(item) - timeOf(first)) / minute)
  const rates = Array.from<number | null>({ length: minuteOf(last) + 1 }).fill(null)
  for (const item of items) rates[minuteOf(item)] = item.heartRate
  const estimates = estimateCoreTemperatures(rates)
  return pointsOf(items, (item) => (item.heartRate === null ? null : (estimates[minuteOf(item)] ?? null)))
}
