import type { HourState, ReportStatistic, ReportType } from '@mimamori/contract'
import { heatLevel, type Level } from '@mimamori/heat'
import type { HourlySummary } from '../../../shared/monitoring/summaries/read.ts'

const measured = {
  1: { max: 'wbgt_max', sum: 'wbgt_sum', count: 'wbgt_count', perUnit: 10 },
  2: { max: 'excess_max', sum: 'excess_sum', count: 'excess_count', perUnit: 10 },
  4: { max: 'heart_rate_max', sum: 'heart_rate_sum', count: 'heart_rate_count', perUnit: 1 },
} as const

const valuesOf = (type: ReportType, statistic: ReportStatistic) => {
  if (type === 3) return ['level_max'] as const
  if (type === 5) return ['connected_minutes'] as const
  const { max, sum, count } = measured[type]
  return statistic === 'max' ? ([max] as const) : ([sum, count] as const)
}

/** What cells show for hours. */
export type CellContent = { readonly types: readonly ReportType[]; readonly statistic: ReportStatistic }

type HourValue = ReturnType<typeof valuesOf>[number] | 'group_id' | 'readings'

/** What is read of an hour for its cells. */
export const hourValues = ({ types, statistic }: CellContent): HourValue[] => [
  'group_id',
  'readings',
  ...types.flatMap((type) => valuesOf(type, statistic)),
]

/** An hour at one site, with what the types asked for need. */
export type HourRow = Pick<HourlySummary, 'user_id' | 'office_id' | 'hour' | 'group_id' | 'readings'> & Partial<HourlySummary>

/** What is known of a line's hour: the rows of it, one a site, and the episodes. */
export type HourFacts = { readonly rows: readonly HourRow[]; readonly emergencies: number; readonly isSilent: boolean }

export type Cell = { readonly value: number | null; readonly level: Level | null; readonly state: HourState }

const highest = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => typeof value === 'number')
  return known.length === 0 ? null : Math.max(...known)
}

// Summaries are exact to a millionth. In whole numbers a half is a half, and no value is shown as -0.
const rounded = (sum: number, count: number, perUnit: number): number =>
  Math.round((Math.round(sum * 1e6) * perUnit) / (count * 1e6)) / perUnit + 0

const total = (values: readonly (number | null | undefined)[]): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

const valueOf = (type: ReportType, statistic: ReportStatistic, rows: readonly HourRow[]): number | null => {
  if (type === 3) return highest(rows.map((row) => row.level_max))
  // Somebody who changed sites within the hour may have sent at both in one minute.
  if (type === 5) return rows.length === 0 ? null : Math.min(60, total(rows.map((row) => row.connected_minutes)))
  const { max, sum, count, perUnit } = measured[type]
  if (statistic === 'max') {
    const value = highest(rows.map((row) => row[max]))
    return value === null ? null : rounded(value, 1, perUnit)
  }
  // A sum whose count is not known says nothing.
  const counted = rows.filter((row) => (row[count] ?? 0) > 0)
  return counted.length === 0 ? null : rounded(total(counted.map((row) => row[sum])), total(counted.map((row) => row[count])), perUnit)
}

const levelOf = (type: ReportType, value: number | null): Level | null => {
  if (type === 2) return heatLevel(value)
  return type === 3 ? (value as Level | null) : null
}

const stateOf = (value: number | null, { rows, isSilent }: HourFacts): HourState => {
  if (isSilent && rows.every(({ readings }) => readings === 0)) return 'silent'
  if (value !== null) return 'measured'
  return rows.some(({ readings }) => readings > 0) ? 'missing' : 'none'
}

const nothing: Cell = { value: null, level: null, state: 'none' }
const silence: Cell = { ...nothing, state: 'silent' }

/** What an hour shows of a type: its highest value or its mean, in the digits of the unit, and the level of what is shown. */
export const cellOf = (type: ReportType, statistic: ReportStatistic, facts: HourFacts): Cell => {
  // Most hours of most days.
  if (facts.rows.length === 0) return facts.isSilent ? silence : nothing
  const value = valueOf(type, statistic, facts.rows)
  return { value, level: levelOf(type, value), state: stateOf(value, facts) }
}
