import { lastStartHours } from './plan.ts'
import { isTableFlat, trendOf } from './trend.ts'
import type { Series, WeekWatch } from './watch.ts'

/** The most growth a day, as a share of the median, of a process in the last four days, its first one left out, and of calls from the second day on. */
export const flatShares = { process: 0.05, calls: 0.1 } as const

/**
 * Tables that keep what happened, for as long as the product says: each grows with the readings, alerts and sign-ins of the days
 * (sessions for a fortnight). All
 * others must be flat.
 */
export const keepingTables: readonly string[] = [
  'alert',
  'alert_event',
  'alert_notice',
  'audit_log',
  'audit_chain',
  'doubtful_heart',
  'group_rest_day',
  'heat_summary',
  'hourly_summary',
  'monthly_summary',
  'outbox_mail',
  'reading',
  'session',
  'worker_shift',
]

export type Line = {
  readonly measure: string
  readonly early: string
  readonly late: string
  readonly growth: string
  readonly verdict: string
}

const percent = (share: number) => `${(100 * share).toFixed(1)} % a day`
const short = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(4))) : '-')

const linesOf = (series: Series, from: number, share: number): Line[] =>
  [...series].map(([measure, points]) => {
    const { first, last, growth, isFlat } = trendOf(
      points.filter(({ day }) => day >= from),
      share,
    )
    return { measure, early: short(first), late: short(last), growth: percent(growth), verdict: isFlat ? 'flat' : 'NOT FLAT' }
  })

/** The table of a week, a line for each measure, and whether all of it is flat. */
export const judgeWatch = (watch: WeekWatch): { readonly lines: readonly Line[]; readonly isFlat: boolean } => {
  const ofTables = [...watch.rows].flatMap(([name, rows]): Line[] => {
    const isKept = keepingTables.includes(name)
    if (Math.max(...rows) === (rows[1] ?? 0) && !isKept) return []
    const verdict = isKept ? 'keeps' : isTableFlat(rows) ? 'flat' : 'NOT FLAT'
    const [early, late] = [rows[1] ?? 0, rows.at(-1) ?? 0]
    return [{ measure: `rows of ${name}`, early: short(early), late: short(late), growth: rows.join(' '), verdict }]
  })
  const lines = [
    ...linesOf(watch.ofProcess, lastStartHours / 24 + 1, flatShares.process),
    ...linesOf(watch.ofCalls, 1, flatShares.calls),
    ...ofTables,
  ]
  return { lines, isFlat: lines.every(({ verdict }) => verdict !== 'NOT FLAT') }
}
