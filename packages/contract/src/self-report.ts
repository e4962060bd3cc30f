import { z } from 'zod'
import { alertSources } from './alert.ts'
import { endpoint } from './endpoint.ts'
import { reportSigns, type ReportSign } from './report-signs.ts'
import { admins, leaders, workerRoles } from './role.ts'
import { Instant, listOf, unlessEmpty, wireInteger, wordOf } from './wire.ts'

/** How somebody says they feel: 大丈夫, つらい, 助けて. */
export const selfStates = ['well', 'unwell', 'help'] as const
export type SelfState = (typeof selfStates)[number]

/** The same in the words of leaders' and administrators' screens. */
export const selfStateNames: Record<SelfState, string> = { well: '大丈夫', unwell: 'つらい', help: '助けて' }

/** What a person said last of how they feel. */
export const SelfAnswer = z.object({
  state: z.enum(selfStates),
  /** When they said it, by their phone's clock. */
  at: Instant,
  receivedAt: Instant,
})
export type SelfAnswer = z.infer<typeof SelfAnswer>

/** Whom somebody phones where their report does not arrive: their leader and the site. */
export const ReportContacts = z.object({
  leader: z.object({ fullName: z.string(), phone: z.string() }).nullable(),
  sitePhone: z.string().nullable(),
})
export type ReportContacts = z.infer<typeof ReportContacts>

export * from './report-signs.ts'

/** The signs in the words of leaders' and administrators' screens: the same as on the page of the one who reported them. */
export const reportSignNames: Record<ReportSign, string> = {
  unconscious: '意識がない',
  convulsion: 'けいれん',
  confused: '返事がおかしい',
  cannotDrink: '飲めない',
  cannotStand: '立てない',
  nausea: '吐き気・頭痛',
  hot: 'とても熱い',
  injury: 'けが・落ちた',
  dizzy: 'めまい・ふらつき',
}

/** One report as it was sent, for 30 days. */
export const ConditionReport = z.object({
  id: z.number().int(),
  source: z.enum(alertSources).exclude(['device']),
  /** Null of what somebody else saw. */
  state: z.enum(selfStates).nullable(),
  at: Instant,
  receivedAt: Instant,
  who: z.string().nullable(),
  where: z.string().nullable(),
  signs: z.array(z.enum(reportSigns)),
  note: z.string().nullable(),
})
export type ConditionReport = z.infer<typeof ConditionReport>

export const selfReport = {
  send: endpoint({
    method: 'POST',
    path: '/api/SelfReport',
    permission: workerRoles,
    lane: 'alarm',
    summary: '本人の体調の申告。つらいはアラート「申告」、助けては緊急（呼出）になる。at は押したとき。',
    body: z.object({
      state: wordOf(selfStates),
      /** When it was said, where that was before it is sent: at most 24 hours ago. */
      at: unlessEmpty(Instant),
    }),
    answer: SelfAnswer,
    once: true,
    whileOwing: true,
  }),
  last: endpoint({
    method: 'GET',
    path: '/api/SelfReport',
    permission: workerRoles,
    summary: '自分の最後の申告（24時間以内。なければ answer は null）と、申告が届かないときの電話番号。',
    answer: ReportContacts.extend({ answer: SelfAnswer.nullable() }),
  }),
  ofAlert: endpoint({
    method: 'GET',
    path: '/api/Alert/:id/Report',
    permission: [...admins, ...leaders],
    summary: 'アラートに寄せられた申告（30日間）。見たことは記録に残る。',
    params: z.object({ id: wireInteger(1) }),
    answer: listOf(ConditionReport),
  }),
}
