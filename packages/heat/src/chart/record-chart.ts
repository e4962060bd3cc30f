import type { AlertRecord } from '@mimamori/contract/alert-record'
import { type Grade, gradeNames, labels, limitNames } from '@mimamori/contract/labels'
import { correctionInWords } from '@mimamori/contract/quality-words'
import { signed } from '@mimamori/contract/number-words'
import { areasBetween, type Polygon } from './areas.ts'
import { heartAxis } from './scale.ts'
import { correctedSpans, gapsOf, gradeSpans, pointsOf, type Point, type Span } from './day-series.ts'

export type Dash = 'dotted' | 'dashed' | 'solid'
export type Line = { readonly name: string; readonly points: readonly Point[]; readonly isMain: boolean; readonly end: string | undefined }
export type Limit = { readonly name: string; readonly value: number; readonly dash: Dash; readonly grade: Grade | undefined }
export type Area = { readonly level: 1 | 2 | 3; readonly polygons: readonly Polygon[] }

/** A plot of its own scale. */
export type Plot = {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
  /** In units of the drawing. */
  readonly height: number
  readonly lines: readonly Line[]
  readonly limits: readonly Limit[]
  readonly areas: readonly Area[]
}

/** A strip of spans with a word each. */
export type Lane = {
  readonly name: string
  readonly spans: readonly (Span & { readonly word: string; readonly grade: Grade | undefined; readonly isStrong: boolean })[]
}

export type Chart = {
  readonly plots: readonly Plot[]
  readonly lane: Lane | undefined
  /** Where nothing was received. */
  readonly gaps: readonly Span[]
  /** Where times were corrected, and by how much, in words. */
  readonly corrections: readonly (Span & { readonly word: string })[]
}

const endOf = (points: readonly Point[], text: (value: number) => string): string | undefined => {
  const last = points.findLast(([, value]) => value !== null)?.[1]
  return last == null ? undefined : text(last)
}

const ticksOf = (min: number, max: number, pace: number) =>
  Array.from({ length: Math.floor((max - min) / pace) + 1 }, (_, index) => Math.ceil(min / pace) * pace + index * pace).filter(
    (tick) => tick <= max,
  )

const heartPlot = ({ readings, limits }: AlertRecord): Plot => {
  const points = pointsOf(readings, ({ heartRate }) => heartRate)
  const { min, max } = heartAxis(readings.map(({ heartRate }) => heartRate))
  const bands =
    limits === null
      ? []
      : ([
          { name: limitNames.sustained, low: limits.sustained, high: limits.instantaneous, level: 1, dash: 'dotted' },
          { name: limitNames.instantaneous, low: limits.instantaneous, high: limits.maximum, level: 2, dash: 'dashed' },
          { name: limitNames.maximum, low: limits.maximum, high: Number.POSITIVE_INFINITY, level: 3, dash: 'solid' },
        ] as const)
  return {
    name: `${labels.healthCondition.heartRate} bpm`,
    min,
    max,
    ticks: ticksOf(min, max, 40),
    height: 190,
    lines: [{ name: labels.healthCondition.heartRate, points, isMain: true, end: undefined }],
    limits: bands.map(({ name, low, dash, level }) => ({ name, value: low, dash, grade: level })),
    areas: bands.map(({ low, high, level }) => ({ level, polygons: areasBetween(points, { low, high, base: low, above: 'cap' }) })),
  }
}

const heatRange = { min: -10, max: 40 } as const

const heatPlot = ({ readings }: AlertRecord): Plot => {
  const wbgt = pointsOf(readings, ({ wbgtValue }) => wbgtValue)
  const excess = pointsOf(readings, (item) => item.excess)
  return {
    name: 'WBGT・超過 ℃',
    ...heatRange,
    ticks: [-10, 0, 10, 20, 30],
    height: 110,
    lines: [
      { name: labels.healthCondition.wbgtValue, points: wbgt, isMain: false, end: endOf(wbgt, (value) => value.toFixed(1)) },
      { name: '超過', points: excess, isMain: true, end: endOf(excess, signed) },
    ],
    limits: [],
    areas: [],
  }
}

/** The heat of a place against the lowest reference value of the people there. */
const placePlot = ({ readings }: AlertRecord): Plot => {
  const points = pointsOf(readings, ({ wbgtValue }) => wbgtValue)
  const known = readings.find(({ wbgtValue, excess }) => wbgtValue !== null && excess !== null)
  const reference = known === undefined ? undefined : Math.round(((known.wbgtValue ?? 0) - (known.excess ?? 0)) * 10) / 10
  const values = [...points.flatMap(([, value]) => value ?? []), ...(reference === undefined ? [] : [reference])]
  const [min, max] = [Math.floor(Math.min(20, ...values) / 5) * 5, Math.ceil((Math.max(35, ...values) + 1) / 5) * 5]
  return {
    name: 'WBGT ℃',
    min,
    max,
    ticks: ticksOf(min, max, 5),
    height: 200,
    lines: [{ name: labels.healthCondition.wbgtValue, points, isMain: true, end: endOf(points, (value) => value.toFixed(1)) }],
    limits: reference === undefined ? [] : [{ name: '基準値', value: reference, dash: 'dashed', grade: undefined }],
    areas: [],
  }
}

const heightPlot = ({ readings }: AlertRecord): Plot => {
  const points = pointsOf(readings, ({ altitude }) => altitude)
  const values = points.flatMap(([, value]) => value ?? [])
  const [min, max] = [Math.min(0, Math.floor(Math.min(0, ...values) / 5) * 5), Math.ceil((Math.max(9, ...values) + 1) / 5) * 5]
  return {
    name: '高さ m',
    min,
    max,
    ticks: ticksOf(min, max, max - min > 50 ? 20 : 5),
    height: 160,
    lines: [{ name: '高さ', points, isMain: true, end: endOf(points, (value) => value.toFixed(1)) }],
    limits: [],
    areas: [],
  }
}

const levelLane = ({ readings, episode }: AlertRecord): Lane => {
  const emergency = {
    from: Date.parse(episode.startedAt),
    to: episode.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(episode.endedAt),
  }
  return {
    name: '総合',
    spans: gradeSpans(readings, episode.emergency === '1' ? [emergency] : []).map(({ grade, ...span }) => ({
      ...span,
      grade,
      word: gradeNames[grade],
      isStrong: false,
    })),
  }
}

const hookLane = ({ readings }: AlertRecord): Lane => ({
  name: 'フック',
  spans: readings.map(({ time, hook }, index) => {
    const from = Date.parse(time)
    const next = readings[index + 1]
    return {
      from,
      to: Math.min(next === undefined ? from + 60_000 : Date.parse(next.time), from + 15 * 60_000),
      word: hook === '1' ? '掛けている' : hook === '0' ? '外れている' : '不明',
      grade: undefined,
      isStrong: hook === '0',
    }
  }),
})

/** Neighbouring spans of the same word as one. */
const merged = (lane: Lane): Lane => {
  const spans: Lane['spans'][number][] = []
  for (const span of lane.spans) {
    const last = spans.at(-1)
    if (last !== undefined && last.word === span.word && last.to >= span.from) spans[spans.length - 1] = { ...last, to: span.to }
    else spans.push(span)
  }
  return { ...lane, spans }
}

/** What the chart of a record shows; undefined where an episode of its kind has nothing to draw, or nothing is left. */
export const chartOf = (record: AlertRecord): Chart | undefined => {
  if (record.kept !== 'kept' || record.readings.length === 0) return undefined
  const common = {
    gaps: gapsOf(record.readings),
    corrections: correctedSpans(record.readings).map(({ minutes, ...span }) => ({ ...span, word: correctionInWords(minutes) })),
  }
  switch (record.episode.kind) {
    case 'belt':
      return { ...common, plots: [heightPlot(record)], lane: merged(hookLane(record)) }
    case 'siteHeat':
      return { ...common, plots: [placePlot(record)], lane: undefined }
    default:
      return { ...common, plots: [heartPlot(record), heatPlot(record)], lane: levelLane(record) }
  }
}
