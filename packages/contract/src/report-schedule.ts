import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Day, Instant, listOf, listQuery, Nothing, WireClock, wireFlag, wireInteger, wordOf } from './wire.ts'

/** Each day of the day before, or on the first of each month of the month before. */
export const scheduleKinds = ['daily', 'monthly'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]
export const scheduleKindNames = { daily: '日次（前の日）', monthly: '月次（前の月）' } as const satisfies Record<ScheduleKind, string>

export const mostScheduleAddresses = 50
/** Of one site. */
export const mostSchedules = 20

/** A report of a site that mails announce on a schedule. */
export const ReportSchedule = z.object({
  id: z.number().int(),
  officeId: z.number().int(),
  officeName: z.string(),
  companyName: z.string(),
  kind: z.enum(scheduleKinds),
  /** The time in Japan. */
  time: z.iso.time({ precision: -1 }),
  /** `inside`: an account within whose reach the site is; they get the link. The others get totals without names. */
  addresses: z.array(z.object({ address: z.string(), inside: z.boolean() })),
  enabled: z.boolean(),
  /** Within whose rights it is sent: who saved it last. */
  senderName: z.string(),
  /** When it goes out next; null where it is switched off, or its sender may not any more. */
  nextAt: Instant.nullable(),
  lastOn: Day.nullable(),
  /** Why it cannot be sent, or which turn was not sent, until a later one is. */
  problem: z.string().nullable(),
  version: z.number().int(),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const reportScheduleSortKeys = ['officeName', 'kind', 'time'] as const

export const ReportScheduleDraft = z.object({
  officeId: wireInteger(1),
  kind: wordOf(scheduleKinds),
  time: WireClock,
  /** Addresses as text, separated by commas, or a list of them. */
  addresses: z.union([z.string(), z.array(z.string())]),
  enabled: wireFlag.default(true),
})

const one = z.object({ id: wireInteger(1) })

export const reportSchedule = {
  list: endpoint({
    method: 'GET',
    path: '/api/ReportSchedule',
    permission: admins,
    summary: 'メールで知らせるレポートの予定。',
    query: z.object({ ...listQuery, officeId: wireInteger(1).optional() }),
    answer: listOf(ReportSchedule),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/ReportSchedule',
    permission: admins,
    once: true,
    summary: '予定を加える。',
    body: ReportScheduleDraft,
    answer: ReportSchedule,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/ReportSchedule',
    permission: admins,
    summary: '予定を変える。以後は、変えた人の権限で送る。',
    body: ReportScheduleDraft.extend({ id: wireInteger(1), version: wireInteger(1).optional() }),
    answer: ReportSchedule,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/ReportSchedule/:id',
    permission: admins,
    summary: '予定をやめる。',
    params: one,
    answer: Nothing,
  }),
}
