import type { Plan, PlanHour } from '@mimamori/contract'
import type { ContentSvg } from 'pdfmake/interfaces.js'
import { colours } from '../../printing/colours.ts'
import { drawing, type Point, svgCircle, svgLine, svgPolyline, svgRect, svgText } from '../../printing/svg.ts'
import { hourColumns, sheetWidth } from './sheet-columns.ts'

const height = 98
const plot = { top: 16, bottom: height - 10 } as const

type KnownHour = { readonly index: number; readonly value: number; readonly isInterpolated: boolean }

const knownHours = (hours: readonly PlanHour[]): KnownHour[] =>
  hours.flatMap(({ site, forecast, isInterpolated }, index) => {
    const value = site ?? forecast
    return value === null ? [] : [{ index, value, isInterpolated }]
  })

/** The limit that most people have; undefined where there is nobody. */
const mostUsualLimit = (limits: readonly { readonly limit: number; readonly people: number }[]): number | undefined => {
  const people = new Map<number, number>()
  for (const { limit, people: own } of limits) people.set(limit, (people.get(limit) ?? 0) + own)
  return [...people].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

const limitsOf = ({ groups }: Plan) => {
  const usual = mostUsualLimit(groups)
  const unacclimatised = mostUsualLimit(groups.flatMap((group) => group.unacclimatised ?? []))
  return [
    ...(usual === undefined ? [] : [{ value: usual, name: '基準値', dash: '3 2' }]),
    ...(unacclimatised === undefined || unacclimatised === usual ? [] : [{ value: unacclimatised, name: '慣れていない人', dash: '1 1.5' }]),
  ]
}

const even = (value: number, round: (value: number) => number) => round(value / 2) * 2

/** The axis holds the curve and the limits, in even degrees. */
const axisOf = (values: readonly number[]) => {
  const [low, high] = [even(Math.min(...values) - 0.5, Math.floor), even(Math.max(...values) + 0.5, Math.ceil)]
  const y = (value: number) => plot.bottom - ((value - low) / (high - low)) * (plot.bottom - plot.top)
  return { low, high, y }
}

/** The highest value, and the first and last above the limit where they are not beside it. */
const namedHours = (hours: readonly KnownHour[], limit: number): KnownHour[] => {
  const highest = hours.reduce<KnownHour | undefined>(
    (best, hour) => (best === undefined || hour.value > best.value ? hour : best),
    undefined,
  )
  if (highest === undefined) return []
  const above = hours.filter(({ value }) => value > limit)
  const ends = [above[0], above.at(-1)].flatMap((hour) => (hour === undefined || Math.abs(hour.index - highest.index) < 2 ? [] : [hour]))
  return [highest, ...ends]
}

/** Hours after which the next is missing break the line. */
const stretches = (hours: readonly KnownHour[]): KnownHour[][] => {
  const found: KnownHour[][] = []
  for (const hour of hours) {
    const last = found.at(-1)
    if (last !== undefined && last.at(-1)?.index === hour.index - 1) last.push(hour)
    else found.push([hour])
  }
  return found
}

/** The heat of the day by the hour, each above its column of the table of rests; null where nothing is known. */
export const planCurve = (plan: Plan): ContentSvg | null => {
  const hours = knownHours(plan.hours)
  if (hours.length === 0) return null
  const columns = hourColumns(plan)
  const limits = limitsOf(plan)
  const { low, high, y } = axisOf([...hours.map(({ value }) => value), ...limits.map(({ value }) => value)])
  const isEnd = (value: number) => !limits.some((limit) => Math.abs(limit.value - value) < 0.8)
  const grid = [low, high].flatMap((value) => [
    svgLine(columns.left, y(value), columns.right, y(value), { colour: colours.control, width: 0.4 }),
    ...(isEnd(value) ? [svgText(columns.left - 5, y(value) + 3, `${value}`, { size: 8, colour: colours.second, anchor: 'end' })] : []),
  ])
  const limitLines = limits.flatMap(({ value, name, dash }) => [
    svgLine(columns.left, y(value), columns.right, y(value), { colour: colours.ink, width: 0.8, dash }),
    svgText(columns.left - 5, y(value) + 3, `${value}`, { size: 9, isBold: true, anchor: 'end' }),
    svgText(columns.left - 24, y(value) + 3, name, { size: 8, colour: colours.second, anchor: 'end' }),
  ])
  const pointOf = ({ index, value }: KnownHour): Point => [columns.middle(index), y(value)]
  const line = stretches(hours).flatMap((stretch) => (stretch.length > 1 ? [svgPolyline(stretch.map(pointOf), { width: 1.6 })] : []))
  const dots = hours.flatMap((hour) => {
    const [across, down] = pointOf(hour)
    return hour.isInterpolated
      ? [svgCircle(across, down, 2.2, colours.ink), svgCircle(across, down, 1.3, colours.white)]
      : [svgCircle(across, down, 2.4, colours.ink)]
  })
  const names = namedHours(hours, limits[0]?.value ?? Number.POSITIVE_INFINITY).flatMap((hour, order) => {
    const [across, down] = pointOf(hour)
    const size = order === 0 ? 11 : 9
    return [
      svgRect({ x: across - size * 1.25, y: down - 6 - size * 0.85, width: size * 2.5, height: size }, { fill: colours.white }),
      svgText(across, down - 6, hour.value.toFixed(1), { size, isBold: true, anchor: 'middle' }),
    ]
  })
  return drawing(sheetWidth, height, [...grid, ...limitLines, ...names, ...line, ...dots])
}
