import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { vital } from './read-scope.ts'
import { admins } from './role.ts'
import { wbgtSources } from './wbgt-source.ts'
import { DayOrInstant, Instant, wireInteger, wordOf } from './wire.ts'

export const exportFormats = ['ndjson', 'csv'] as const

/** What one call exports at most. */
export const mostExportDays = 31

/** A minute of a person at the site. The order of the fields is that of the CSV's columns. */
export const ExportedMinute = z.object({
  /** When the minute begins. */
  at: Instant,
  /** Stays the same where a code changes or is given to somebody else. */
  userId: z.number().int(),
  workerCode: z.string().nullable(),
  /** Of the group at that minute, if it is one of the site. */
  groupCode: z.string().nullable(),
  /** The median of the minute's heart rates, bpm. */
  heartRate: vital(z.number().nullable()),
  /** The highest total level of the minute (総合アラート), kept ones included; 0 to 3, null where nothing could be judged. */
  level: z.number().int().nullable(),
  /** The highest level by heart rate alone. */
  personalLevel: z.number().int().nullable(),
  /** The highest WBGT that a reading of the minute was judged with, °C. */
  wbgt: z.number().nullable(),
  wbgtSource: z.enum(wbgtSources).nullable(),
  /** The highest WBGT above what is allowed, K. */
  excess: z.number().nullable(),
})
export type ExportedMinute = z.infer<typeof ExportedMinute>

/** The last line of an NDJSON file: without it the file is not whole. */
export const ExportEnd = z.object({
  complete: z.literal(true),
  rows: z.number().int(),
  /** From where the next call continues, if what was asked for is not over yet. */
  next: Instant.nullable(),
})
export type ExportEnd = z.infer<typeof ExportEnd>

export const readingExport = {
  read: endpoint({
    method: 'GET',
    path: '/api/export/readings',
    permission: admins,
    readBy: 'condition',
    summary: '拠点の測定値を1分ごとに、BIなどの集計のために。古い順。氏名の代わりに作業者コード。31日まで。',
    query: z.object({
      officeId: wireInteger(1),
      from: DayOrInstant,
      /** A day is included, an instant is not. */
      to: DayOrInstant,
      format: wordOf(exportFormats).default('ndjson'),
    }),
    answer: z.string(),
    raw: true,
  }),
}
