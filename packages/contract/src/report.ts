import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { reportTypes } from './report-types.ts'
import { admins } from './role.ts'
import { Day, justOne, listOf, listQuery, Month, severalOf, unlessEmpty, WireDay, wireInteger, wordOf } from './wire.ts'

/** 1: the days of a month of one worker. 2: the workers of a day. */
export const reportPeriods = { monthly: 1, daily: 2 } as const

/** How an hour is summarised: by its highest value or its mean. A level is always the highest, connected minutes are a count. */
export const reportStatistics = ['max', 'mean'] as const
export type ReportStatistic = (typeof reportStatistics)[number]

const reportType = wireInteger(1, 5).pipe(z.literal(reportTypes))
const statistic = unlessEmpty(wordOf(reportStatistics)).transform((given): ReportStatistic => given ?? 'max')

/** What a report is asked for. Without workers: everybody of the sites, as for one whose list is empty. */
export const ReportRequest = z.object({
  officeId: severalOf(wireInteger(1), 1),
  workers: unlessEmpty(severalOf(wireInteger(1))),
  reportType: justOne(reportType),
  period: justOne(wireInteger(1, 2)),
  /** YYYY-MM-DD; of a monthly report YYYY-MM is enough. */
  requestDate: justOne(z.union([Month, WireDay])),
  statistic,
})
export type ReportRequest = z.output<typeof ReportRequest>

/** What is known of an hour: nothing came; the value; readings without this value (心拍取得不可 …); a silence (データ途絶) in which nothing came. */
export const hourStates = ['none', 'measured', 'missing', 'silent'] as const
export type HourState = (typeof hourStates)[number]

const hoursOf = <Item extends z.ZodType>(item: Item) => z.array(item).length(24)

/** The hours of one line, 0 to 23 in Japan. */
const Hours = z.object({
  data: hoursOf(z.number().nullable()),
  /** The level that the value means: of WBGT 超過 by the steps of the rest table, of 総合アラート the value itself; else null. */
  levels: hoursOf(z.number().int().min(0).max(3).nullable()),
  /** How many emergencies began in the hour. */
  emergencies: hoursOf(z.number().int()),
  states: hoursOf(z.enum(hourStates)),
})

export const DailyRow = Hours.extend({
  workerId: z.number().int(),
  workerName: z.string(),
  furigana: z.string(),
  /** At the time: of the day's last reading at the site. */
  groupName: z.string().nullable(),
  officeName: z.string(),
})
export type DailyRow = z.infer<typeof DailyRow>

/** Always 31 of them: of a day that the month does not have the date is null, and the hours are blank. */
export const MonthlyRow = Hours.extend({ date: Day.nullable() })
export type MonthlyRow = z.infer<typeof MonthlyRow>

export const Report = z.object({
  dailyData: z.array(DailyRow),
  monthlyData: z.array(MonthlyRow),
  /** Of a monthly report; null in a daily one. */
  workerName: z.string().nullable(),
  furigana: z.string().nullable(),
  affiliation1: z.string().nullable(),
  groupName: z.string().nullable(),
  /** YYYY-MM-DD or YYYY-MM, as asked. */
  reportDate: z.string(),
  /** The sites' names, with 「、」 between them. */
  officeName: z.string(),
})
export type Report = z.infer<typeof Report>

/** What the ZIP is asked for. What the customer's client sends besides (`ReportType` 5, `Period` 2, `RequestDate`, names) is accepted and not needed. */
export const ReportZipRequest = z.object({
  officeId: severalOf(wireInteger(1), 1),
  workers: unlessEmpty(severalOf(wireInteger(1))),
  reportTypeZip: severalOf(reportType, 1),
  startTime: WireDay,
  endTime: WireDay,
  statistic,
})
export type ReportZipRequest = z.output<typeof ReportZipRequest>

/** Days that one ZIP spans at most. */
export const mostZipDays = 92

/** A person whose hours a report may show: registered at a site, or there in the requested time. */
export const ReportWorker = z.object({
  userId: z.number().int(),
  fullName: z.string(),
  furigana: z.string(),
  workerCode: z.string().nullable(),
  officeId: z.number().int(),
  officeName: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  /** True of who is deleted or has left the site. */
  hasLeft: z.boolean(),
})
export type ReportWorker = z.infer<typeof ReportWorker>

/** As what a table comes. */
export const FileFormat = unlessEmpty(wordOf(['csv', 'pdf'])).transform((given) => given ?? 'csv')

export const report = {
  workers: endpoint({
    method: 'GET',
    path: '/api/Report/Worker',
    permission: admins,
    readBy: 'reports',
    summary: 'レポートに出せる作業者。いま拠点にいる人と、期間のあいだにいた人（削除した人も）。',
    query: z.object({
      ...listQuery,
      officeId: severalOf(wireInteger(1), 1),
      groupId: wireInteger(1).optional(),
      fullName: z.string().optional(),
      from: WireDay.optional(),
      to: WireDay.optional(),
    }),
    answer: listOf(ReportWorker),
  }),
  table: endpoint({
    method: 'POST',
    path: '/api/Report',
    permission: admins,
    readBy: 'reports',
    summary: '1時間ごとの表。日報は作業者ごとに1行、月報は1人の日ごとに31行。',
    body: ReportRequest,
    answer: Report,
  }),
  download: endpoint({
    method: 'POST',
    path: '/api/Report/Download',
    permission: admins,
    summary: '1時間ごとの表をCSVかPDFで。',
    body: ReportRequest.extend({ format: FileFormat }),
    answer: z.string(),
    raw: true,
  }),
  zip: endpoint({
    method: 'POST',
    path: '/api/Report/download-report',
    permission: admins,
    summary: '拠点と作業者ごとのCSVとPDFを、Reports.zip にまとめて流す。92日まで。',
    body: ReportZipRequest,
    answer: z.string(),
    raw: true,
  }),
  startZip: endpoint({
    method: 'POST',
    path: '/api/Report/Job',
    permission: admins,
    summary: '同じZIPを裏で作る。進み具合は /api/Job、できたファイルは1日のあいだ /api/Job/{id}/File。',
    body: ReportZipRequest,
    answer: z.object({ jobId: z.string() }),
  }),
}
