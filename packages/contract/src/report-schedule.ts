import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Day, Instant, listOf, listQuery, Nothing, severalOf, WireClock, wireFlag, wireInteger, wordOf } from './wire.ts'

/** Each day of the day before, on the first of each month of the month before, each day the plan of the next day, or of that day. */
export const scheduleKinds = ['daily', 'monthly', 'planTomorrow', 'planToday'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]
export const scheduleKindNames = {
  daily: '日次（前の日）',
  monthly: '月次（前の月）',
  planTomorrow: 'あすの計画',
  planToday: 'きょうの計画',
} as const satisfies Record<ScheduleKind, string>

/** Plans of a day ahead, which are sent to roles too; the others report what was. */
export const planKinds = ['planTomorrow', 'planToday'] as const
export const isPlanKind = (kind: ScheduleKind): kind is (typeof planKinds)[number] => kind === 'planTomorrow' || kind === 'planToday'

/** When each goes out where a site sets no other time. */
export const usualScheduleTimes: Readonly<Record<ScheduleKind, string>> = {
  daily: '07:00',
  monthly: '07:00',
  planTomorrow: '17:00',
  planToday: '05:30',
}

/** Roles of a site that a plan can be sent to: each who has one of them there when it is sent. */
export const scheduleRoles = ['HeadquartersAdmin', 'GroupLeader', 'GroupSubLeader'] as const
export type ScheduleRole = (typeof scheduleRoles)[number]

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
  /** Of a plan: who of the site gets it besides, by mail and as a notice. */
  roles: z.array(z.enum(scheduleRoles)),
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
  addresses: z.union([z.string(), z.array(z.string())]).default(''),
  /** Of a plan alone. */
  roles: severalOf(wordOf(scheduleRoles)).default([]),
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
