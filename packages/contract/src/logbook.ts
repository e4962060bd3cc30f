import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FileFormat } from './report.ts'
import { admins } from './role.ts'
import { estimatedWord } from './wbgt-source.ts'
import { Instant, listOf, listQuery, WireDay, wireInteger } from './wire.ts'

/** How fine the book is: each value, ten minutes, or an hour. */
export const logbookUnits = ['value', 'slot', 'hour'] as const
export type LogbookUnit = (typeof logbookUnits)[number]
export const logbookUnitNames = { value: '測定値ごと', slot: '10分ごと', hour: '1時間ごと' } as const satisfies Record<LogbookUnit, string>

/**
 * Where a line comes from: a watcher's reading; one of which the WBGT was estimated, or a stretch that holds such; the ministry's measured or estimated value of the public station; ten
 * minutes of which only the summary is kept; or no value that can be read came for so long (欠測).
 */
export const logbookSources = ['measured', 'estimated', 'public', 'publicEstimated', 'summary', 'gap'] as const

export type LogbookSource = (typeof logbookSources)[number]
export const logbookSourceNames = {
  measured: '実測',
  estimated: estimatedWord,
  public: '環境省（実測値）',
  publicEstimated: '環境省（推定値）',
  summary: '10分ごとの集計',
  gap: '欠測',
} as const satisfies Record<LogbookSource, string>

/** A line of the WBGT logbook (暑さ指数記録簿). */
export const LogbookLine = z.object({
  /** When it was measured, or when the stretch began. */
  at: Instant,
  /** The end, if the line is for a stretch of time. */
  until: Instant.nullable(),
  /** The watcher's number at the time; null of the public station. */
  device: z.string().nullable(),
  place: z.string(),
  source: z.enum(logbookSources),
  /** The value, or the highest of the stretch. */
  wbgt: z.number().nullable(),
  /** Of a stretch. */
  wbgtMean: z.number().nullable(),
  count: z.number().int().nullable(),
  temperature: z.number().nullable(),
  humidity: z.number().nullable(),
  globe: z.number().nullable(),
  /** What to look at: there is no value, no instrument can read it, or it came with a wrong clock. */
  remark: z.string().nullable(),
})
export type LogbookLine = z.infer<typeof LogbookLine>

/** The choices: watchers that are or were at the site in the requested time. */
export const LogbookWatcher = z.object({ device: z.string(), place: z.string(), hasLeft: z.boolean() })

const book = {
  officeId: wireInteger(1),
  /** A watcher's number, or `public` for the public station; left out: the whole site. */
  device: z.string().optional(),
  from: WireDay,
  /** The last day, included. At most 31 days. */
  to: WireDay,
  unit: z.enum(logbookUnits).default('value'),
}

export const mostLogbookDays = 31

export const logbook = {
  read: endpoint({
    method: 'GET',
    path: '/api/Report/Logbook',
    permission: admins,
    readBy: 'reports',
    summary: '暑さ指数記録簿。測定値を古い順に、出どころと欠測とともに。31日まで。',
    // Always the oldest first.
    query: z.object({ offset: listQuery.offset, limit: listQuery.limit, ...book }),
    answer: listOf(LogbookLine),
  }),
  watchers: endpoint({
    method: 'GET',
    path: '/api/Report/Logbook/Watcher',
    permission: admins,
    readBy: 'reports',
    summary: '記録簿に出せる暑さ指数計。',
    query: z.object({ officeId: wireInteger(1), from: WireDay.optional(), to: WireDay.optional() }),
    answer: listOf(LogbookWatcher),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/Report/Logbook/Download',
    permission: admins,
    summary: '暑さ指数記録簿をCSVかPDFで。',
    query: z.object({ ...book, format: FileFormat }),
    answer: z.string(),
    raw: true,
  }),
}
