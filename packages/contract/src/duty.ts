import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { optionalText, Phone } from './field.ts'
import { languages } from './language.ts'
import { admins, leaders, roles } from './role.ts'
import {
  Day,
  Instant,
  listOf,
  listQuery,
  Nothing,
  severalOf,
  unlessAbsent,
  unlessEmpty,
  WireDay,
  wireFlag,
  wireInteger,
  wordOf,
} from './wire.ts'

/** Who tells others of it: administrators within their scope, leaders within their group. */
const handlers = [...admins, ...leaders] as const

/** How somebody came to know of it: at a meeting, on their own page or by its QR code, on paper. */
export const briefingMeans = ['meeting', 'page', 'paper'] as const
export type BriefingMeans = (typeof briefingMeans)[number]
export const briefingMeansNames: Record<BriefingMeans, string> = { meeting: '朝礼', page: '本人の画面', paper: '紙' }

/** Steps of the reporting line, employers of a site, and characters of the procedures that one version holds at most. */
export const dutyLimits = { line: 20, employers: 300, procedures: 4_000 } as const

const text = (max: number) => z.string().trim().max(max).default('')

/** A step of the reporting line: who is informed next, by role and name, and their telephone. */
export const DutyStep = z.object({ role: z.string(), name: z.string(), phone: z.string().nullable() })
export type DutyStep = z.infer<typeof DutyStep>

/** Who answers for an employer of the site (所属1). */
export const DutyEmployer = z.object({ affiliation: z.string(), person: z.string(), phone: z.string().nullable() })
export type DutyEmployer = z.infer<typeof DutyEmployer>

/** The site's own translations of its procedures. */
export const DutyTexts = z.partialRecord(z.enum(languages), z.string())

export const Duty = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  /** 0: none was saved yet, and what is here is a proposal from what the site knows. */
  version: z.number().int(),
  /** The first working day on which it applies. */
  validFrom: Day.nullable(),
  line: z.array(DutyStep),
  employers: z.array(DutyEmployer),
  /** A step a line, in Japanese: the site's own text, or the usual one. */
  procedures: z.string(),
  /** The usual text applies, which is there in each language. */
  isUsual: z.boolean(),
  texts: DutyTexts,
  madeAt: Instant.nullable(),
  madeBy: z.string().nullable(),
  /** The version that was saved last, on which a change is made, and from when it applies. */
  latest: z.object({ version: z.number().int(), validFrom: Day.nullable() }),
})
export type Duty = z.infer<typeof Duty>

/** What a form sends. What is left out stays as it is in force when the version begins. */
export const DutyDraft = z.object({
  line: z
    .array(z.object({ role: text(100), name: text(200), phone: Phone }))
    .max(dutyLimits.line)
    .optional(),
  employers: z
    .array(z.object({ affiliation: z.string().trim().max(100), person: text(100), phone: Phone }))
    .max(dutyLimits.employers)
    .optional(),
  procedures: unlessAbsent(optionalText(dutyLimits.procedures)),
  texts: z.partialRecord(z.enum(languages), z.string().trim().max(dutyLimits.procedures)).optional(),
  /** The version that the change was made on: the one that was saved last. */
  version: wireInteger(0).optional(),
  /** Left out, it begins now, and versions that begin later follow the change; given, they are replaced by it. */
  validFrom: unlessEmpty(WireDay),
})
export type DutyDraft = z.infer<typeof DutyDraft>

/** A version of the site, without its texts. */
export const DutyVersion = z.object({
  version: z.number().int(),
  validFrom: Day,
  madeAt: Instant,
  madeBy: z.string(),
  /** How many people were briefed of it. */
  briefed: z.number().int(),
})
export type DutyVersion = z.infer<typeof DutyVersion>

/** Somebody who was briefed; or one who was not, with null from `version` on. */
export const DutyBriefing = z.object({
  id: z.number().int().nullable(),
  userId: z.number().int(),
  fullName: z.string(),
  furigana: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  affiliation1: z.string().nullable(),
  /** The language that the person has chosen; null: none, which is Japanese. */
  ownLanguage: z.string().nullable(),
  version: z.number().int().nullable(),
  at: Instant.nullable(),
  means: z.enum(briefingMeans).nullable(),
  language: z.enum(languages).nullable(),
  by: z.string().nullable(),
  /** Never briefed of any version of this site: they start here. */
  isNew: z.boolean(),
})
export type DutyBriefing = z.infer<typeof DutyBriefing>

export const BriefingDraft = z.object({
  userIds: severalOf(wireInteger(1), 1),
  means: wordOf(briefingMeans),
  language: z.enum(languages).optional(),
  /** Who briefed them, where it is not the one who records it. */
  speaker: optionalText(100),
  /** The version they were briefed of; the one in force where it is left out. */
  version: wireInteger(1).optional(),
  /** When it was done, where that was before it is sent: at most 24 hours ago. */
  at: unlessEmpty(Instant),
})
export type BriefingDraft = z.infer<typeof BriefingDraft>

/** An employer of the site with how many of its people were briefed of the version in force. */
export const DutyCount = z.object({
  /** Null: people without one. */
  affiliation: z.string().nullable(),
  person: z.string().nullable(),
  phone: z.string().nullable(),
  people: z.number().int(),
  briefed: z.number().int(),
  /** When one of them was briefed last. */
  lastAt: Instant.nullable(),
})
export type DutyCount = z.infer<typeof DutyCount>

const ofOffice = z.object({ officeId: wireInteger(1) })
const version = wireInteger(1).optional()
const employer = {
  /** An employer; empty: people without one. */
  affiliation: z.string().optional(),
  groupId: wireInteger(1).optional(),
  userId: wireInteger(1).optional(),
}

export const duty = {
  read: endpoint({
    method: 'GET',
    path: '/api/Duty/:officeId',
    permission: roles,
    summary: '熱中症対策の報告の体制と手順。version を付けなければ、いま適用している版。',
    params: ofOffice,
    query: z.object({ version }),
    answer: Duty,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/Duty/:officeId',
    permission: admins,
    summary: '次の版にする。適用開始日になると、全員が「まだ」に戻る。',
    params: ofOffice,
    body: DutyDraft,
    answer: Duty,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/Duty/:officeId/Version',
    permission: handlers,
    summary: '版の履歴。新しい順。',
    params: ofOffice,
    query: z.object({ offset: listQuery.offset, limit: listQuery.limit }),
    answer: listOf(DutyVersion),
  }),
  briefings: endpoint({
    method: 'GET',
    path: '/api/Duty/:officeId/Told',
    permission: roles,
    summary: '周知の記録。新しい順。missing=1 は、適用中の版（version を付ければその版）をまだ知らせていない人。',
    params: ofOffice,
    query: z.object({ offset: listQuery.offset, limit: listQuery.limit, missing: wireFlag.optional(), version, ...employer }),
    answer: listOf(DutyBriefing),
  }),
  brief: endpoint({
    method: 'POST',
    path: '/api/Duty/:officeId/Told',
    permission: roles,
    summary: '周知を記録する。本人は、自分の画面で読んだことだけを記録できる。',
    params: ofOffice,
    body: BriefingDraft,
    /** `left`: those who are not there any more, or not the caller's; nothing is recorded of them. */
    answer: z.object({ version: z.number().int(), data: z.array(DutyBriefing), left: z.array(z.number().int()) }),
    once: true,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/Duty/:officeId/Told/:id',
    permission: handlers,
    summary: '誤って記録した周知を、記録から24時間以内に取り消す。本人が確認したものは取り消せない。',
    params: ofOffice.extend({ id: wireInteger(1) }),
    answer: Nothing,
  }),
  register: endpoint({
    method: 'GET',
    path: '/api/Duty/:officeId/Register',
    permission: handlers,
    summary: '所属会社（所属1）ごとの人数と、適用中の版を知らせた人数。',
    params: ofOffice,
    query: z.object({ offset: listQuery.offset, limit: listQuery.limit }),
    answer: listOf(DutyCount).extend({
      version: z.number().int(),
      people: z.number().int(),
      briefed: z.number().int(),
      /** People who were briefed of no version yet. */
      starting: z.number().int(),
    }),
  }),
  paper: endpoint({
    method: 'GET',
    path: '/api/Duty/:officeId/Paper',
    permission: handlers,
    summary: '立入検査用のPDF（体制、手順、周知の記録、測った暑さ）。kind=poster は掲示用（体制と手順）。',
    params: ofOffice,
    query: z.object({ kind: z.enum(['inspection', 'poster']).default('inspection'), from: unlessEmpty(WireDay), to: unlessEmpty(WireDay) }),
    answer: z.string(),
    raw: true,
  }),
}
