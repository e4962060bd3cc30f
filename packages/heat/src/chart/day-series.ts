import { itemAt } from '@mimamori/contract/typed-lists'
import type { HealthDetail } from '@mimamori/contract/health-condition'
import type { Grade } from '@mimamori/contract/labels'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { estimateCoreTemperatures } from '../core-temperature.ts'
import { gapLimitMs } from '../gap.ts'

const minute = 60_000

/** A minute as a day or a record shows it. */
type Item = Omit<HealthDetail['listData'][number], 'alertMail'>
export type Span = { readonly from: number; readonly to: number }
/** `kept` names what was not read, so that the grade of the value before it was kept. */
export type GradeSpan = Span & { readonly grade: Grade; readonly kept: Item['kept'] }
export type Point = readonly [at: number, value: number | null]

type Timed = { readonly time: string }

const timeOf = (item: Timed) => Date.parse(item.time)

/** The pause from which on data counts as missing. The device's interval is read off the data itself. */
export const gapLength = (items: readonly Timed[]): number => {
  const steps = items.slice(1).map((item, index) => timeOf(item) - timeOf(items[index] ?? item))
  const middle = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)]
  return gapLimitMs(middle === undefined ? null : middle / minute)
}

/** Where nothing was received: between two items further apart than a gap. */
export const gapsOf = (items: readonly Timed[]): Span[] => {
  const longest = gapLength(items)
  return items.slice(1).flatMap((item, index) => {
    const span = { from: timeOf(items[index] ?? item), to: timeOf(item) }
    return span.to - span.from > longest ? [span] : []
  })
}

/** A value over the day, with an empty point in every gap so that no line is drawn across it. */
export const pointsOf = <One extends Timed>(items: readonly One[], value: (item: One) => number | null): Point[] => {
  const longest = gapLength(items)
  return items.flatMap((item, index): Point[] => {
    const at = timeOf(item)
    const before = items[index - 1]
    const point: Point = [at, value(item)]
    return before !== undefined && at - timeOf(before) > longest ? [[timeOf(before) + 1, null], point] : [point]
  })
}

/** How long the data of an item holds: until the next one, or a minute where that is further away than a gap. */
const endOf = (items: readonly Item[], index: number, longest: number): number => {
  const from = timeOf(itemAt(items, index))
  const next = items[index + 1]
  return next === undefined || timeOf(next) - from > longest ? from + minute : timeOf(next)
}

/** Spans of neighbouring items that are the same by `keyOf`; items without a key are in none. */
const spansBy = <Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key | undefined,
  isSame: (one: Key, other: Key) => boolean = Object.is,
): (Span & { readonly key: Key })[] => {
  const longest = gapLength(items)
  const spans: (Span & { readonly key: Key })[] = []
  for (const [index, item] of items.entries()) {
    const key = keyOf(item)
    if (key === undefined) continue
    const span = { from: timeOf(item), to: endOf(items, index, longest), key }
    const last = spans.at(-1)
    if (last !== undefined && isSame(last.key, key) && last.to === span.from) spans[spans.length - 1] = { ...last, to: span.to }
    else spans.push(span)
  }
  return spans
}

type Judged = Pick<GradeSpan, 'grade' | 'kept'>

const hasSameJudgement = (one: Judged, other: Judged) => one.grade === other.grade && one.kept.join() === other.kept.join()

/** Spans of equal total level, judged or kept in the same way. An emergency is laid over them, since it outranks the level it grew from. */
export const gradeSpans = (items: readonly Item[], emergencies: readonly Span[] = []): GradeSpan[] => {
  const judgedAs = (item: Item): Judged | undefined => {
    const at = timeOf(item)
    const inEmergency = emergencies.some((span) => at >= span.from && at < span.to)
    const grade = inEmergency ? 'emergency' : levelGradeOf(item.alertLevel)
    return grade === undefined ? undefined : { grade, kept: item.kept }
  }
  return spansBy(items, judgedAs, hasSameJudgement).map(({ from, to, key }) => ({ from, to, ...key }))
}

/** Where readings came without a usable WBGT. */
export const spansWithoutWbgt = (items: readonly Item[]): Span[] =>
  spansBy(items, (item) => (item.wbgtValue === null && item.alertLevel !== null ? true : undefined)).map(({ from, to }) => ({ from, to }))

/** Where the device's clock was corrected, by how many minutes it was ahead; a minute's difference is one correction. */
export const correctedSpans = (items: readonly Item[]): (Span & { readonly minutes: number })[] =>
  spansBy(items, ({ clockError }) => (clockError === null ? undefined : Math.round(clockError / 60))).map(({ key, ...span }) => ({
    ...span,
    minutes: key,
  }))

/** The emergencies of a day as spans; one that still lasts has no end. */
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
