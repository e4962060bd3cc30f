import { z } from 'zod'
import { emergencyKinds, handlings } from './alert.ts'
import { rotaTargets } from './duty-rota.ts'
import { endpoint } from './endpoint.ts'
import { unreachedReasons } from './escalation.ts'
import { admins, roles } from './role.ts'
import { Instant, listOf, listQuery, wireInteger } from './wire.ts'

/** One drill (訓練) and how it went. */
export const Drill = z.object({
  /** The number of its alert, whose record has the rest. */
  id: z.number().int(),
  officeId: z.number().int(),
  companyName: z.string(),
  baseName: z.string(),
  /** Null: of the whole office. */
  groupName: z.string().nullable(),
  /** The kind of emergency that is practised. */
  kind: z.enum(emergencyKinds),
  startedAt: Instant,
  /** Null where the weekly drill began by itself. */
  startedBy: z.string().nullable(),
  endedAt: Instant.nullable(),
  handling: z.enum(handlings),
  /** How many people, addresses and notification channels were notified so far, and how many steps of the escalation were taken. */
  told: z.number().int(),
  steps: z.number().int(),
  confirmedBy: z.string().nullable(),
  confirmedAt: Instant.nullable(),
  /** From the start until somebody confirmed. */
  seconds: z.number().int().nullable(),
})
export type Drill = z.infer<typeof Drill>

export const drillSortKeys = Drill.keyof().options

const subject = { officeId: wireInteger(1), groupId: wireInteger(1).nullish() }

/** The weekly drill of an office: 0 Sunday to 6 Saturday, and the time in Japan. */
export const DrillSchedule = z.object({ weekday: z.number().int().min(0).max(6), time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) })
export type DrillSchedule = z.infer<typeof DrillSchedule>

/** What is saved of an office: null where it has no weekly drill. Version 0: nothing was ever saved. */
export const SavedDrillSchedule = z.object({ schedule: DrillSchedule.nullable(), version: z.number().int() })
export type SavedDrillSchedule = z.infer<typeof SavedDrillSchedule>

const DrillScheduleChange = z.object({
  schedule: DrillSchedule.extend({ weekday: wireInteger(0, 6) }).nullable(),
  version: wireInteger(0).optional(),
})

const ofOffice = z.object({ officeId: wireInteger(1) })

export const drill = {
  list: endpoint({
    method: 'GET',
    path: '/api/Drill',
    permission: admins,
    summary: '訓練の一覧。だれが何秒で確認したか。',
    query: z.object({ ...listQuery, officeId: wireInteger(1).optional() }),
    answer: listOf(Drill),
  }),
  audience: endpoint({
    method: 'GET',
    path: '/api/Drill/Audience',
    permission: admins,
    summary: '訓練を始めると知らせる相手。はじめに知らせる人とアドレス、応答がないときに知らせる人。',
    query: z.object(subject),
    answer: z.object({
      /** False where the master settings keep emergencies to the screens: then the drill is on the screens alone. */
      isSent: z.boolean(),
      atOnce: z.array(z.object({ name: z.string(), role: z.enum(roles) })),
      /** The site's addresses where mails reach them. */
      addresses: z.array(z.string()),
      /** The notification channels, by name, that are notified at once, marked as a drill. */
      channels: z.array(z.string()),
      /** `names` lists only the people who would be reached; those whom nothing reaches are listed apart, with the reason. */
      inLine: z.array(
        z.object({
          /** Null of a step that is the rota or a channel. */
          role: z.enum(roles).nullable(),
          rota: z.enum(rotaTargets).nullable(),
          /** The name of the notification channel, where the step is one; among `names` where it would be sent the drill. */
          channel: z.string().nullable(),
          afterMinutes: z.number().int(),
          names: z.array(z.string()),
          unreached: z.array(z.object({ name: z.string(), reason: z.enum(unreachedReasons) })),
        }),
      ),
    }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/Drill',
    permission: admins,
    summary: '拠点またはグループの訓練を始める。kind は練習する緊急の種別で、なければ緊急。',
    body: z.object({ ...subject, kind: z.enum(emergencyKinds).optional() }),
    answer: Drill,
  }),
  schedule: endpoint({
    method: 'GET',
    path: '/api/Drill/Schedule/:officeId',
    permission: admins,
    summary: '拠点の毎週の訓練。なければ schedule は null。',
    params: ofOffice,
    answer: SavedDrillSchedule,
  }),
  setSchedule: endpoint({
    method: 'PUT',
    path: '/api/Drill/Schedule/:officeId',
    permission: admins,
    summary: '拠点の毎週の訓練を決める。schedule が null ならやめる。',
    params: ofOffice,
    body: DrillScheduleChange,
    answer: SavedDrillSchedule,
  }),
}
