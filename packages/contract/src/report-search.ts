import { z } from 'zod'
import { reportStatistics } from './report.ts'
import { Day, Month, wireInteger } from './wire.ts'

/** A day of a daily report, a month of a monthly one. */
export const ReportDate = z.union([Month, Day])

/** What /report shows: `csv` the table of one site or several, `zip` many people's at once. */
export const reportSearch = z.object({
  mode: z.enum(['csv', 'zip']),
  /** Comma-separated where there are several, as workers are. */
  officeId: z.coerce.string(),
  workers: z.coerce.string(),
  /** Whose month is shown; the workers are then those one steps through. */
  person: wireInteger(1),
  type: wireInteger(1, 5),
  period: wireInteger(1, 2),
  date: ReportDate,
  /** Of a ZIP: comma-separated types, and the days from … to. */
  types: z.coerce.string(),
  from: Day,
  to: Day,
  statistic: z.enum(reportStatistics),
})
