import { z } from 'zod'
import { CheckQuestion, checkValues } from './check-questions.ts'
import { endpoint } from './endpoint.ts'
import { optionalText } from './field.ts'
import { language } from './language.ts'
import { leaders, roles, workerRoles } from './role.ts'
import { Day, Instant, listOf, listQuery, unlessEmpty, WireDay, wireInteger, wordOf } from './wire.ts'

/** Who reads answers: leaders those of their group, a site's administrators those of their site, and nobody above them. */
const readers = ['HeadquartersAdmin', ...leaders] as const

/** Days for which answers are kept. Customer's figure. */
export const checkKeptDays = 30

export const checkSources = ['leader', 'self', 'gate'] as const
export const checkStates = ['none', 'answered', 'refused'] as const

/** Answers by the question's key. `true` counts as poor, and `false` as good. */
export const CheckAnswers = z.record(
  z.string().min(1).max(20),
  z.union([z.enum(checkValues), z.boolean().transform((isPoor) => (isPoor ? ('poor' as const) : ('good' as const)))]),
)
const GivenAnswers = z.record(z.string(), z.enum(checkValues))

/** A person's morning check of a working day. */
export const CheckRow = z.object({
  userId: z.number().int(),
  fullName: z.string(),
  furigana: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  /** The language that the person chose; null where they did not. */
  language: language.nullable(),
  state: z.enum(checkStates),
  answers: GivenAnswers.nullable(),
  /** The keys of the answers that made them 要注意. */
  counted: z.array(z.string()),
  attention: z.boolean(),
  answeredAt: Instant.nullable(),
  source: z.enum(checkSources).nullable(),
  /** When somebody talked to them about it, and who. */
  talkedAt: Instant.nullable(),
  talkedBy: z.string().nullable(),
  /** When somebody changed their place of work because of it, who, and to what. */
  movedAt: Instant.nullable(),
  movedBy: z.string().nullable(),
  movedTo: z.string().nullable(),
})
export type CheckRow = z.infer<typeof CheckRow>

/** When it was done, where that was before it is sent: at most 24 hours ago. */
const at = unlessEmpty(Instant)

/** Answers, or `refused` (回答しない). */
const given = { answers: CheckAnswers.default({}), refused: z.boolean().default(false) }
const oneOfBoth = { path: ['answers'], params: { rule: 'checkAnswers' } }
const isOneOfBoth = ({ answers, refused }: { answers: object; refused: boolean }) => refused === (Object.keys(answers).length === 0)

export const CheckDraft = z.object({ userId: wireInteger(1), ...given, at }).refine(isOneOfBoth, oneOfBoth)
export type CheckDraft = z.infer<typeof CheckDraft>

export const CheckFollowUp = z.object({
  userId: wireInteger(1),
  done: wordOf(['talked', 'moved']),
  /** To what work or place, of `moved`. */
  movedTo: optionalText(60),
  at,
})
export type CheckFollowUp = z.infer<typeof CheckFollowUp>

export const morningCheck = {
  day: endpoint({
    method: 'GET',
    path: '/api/MorningCheck',
    permission: readers,
    summary: '朝礼チェックの答え。きょう（または指定した日）の拠点の人、職長は自分のグループ。見たことは記録に残る。',
    query: z.object({ ...listQuery, officeId: wireInteger(1).optional(), groupId: wireInteger(1).optional(), date: unlessEmpty(WireDay) }),
    answer: listOf(CheckRow).extend({ officeId: z.number().int(), officeName: z.string(), date: Day, questions: z.array(CheckQuestion) }),
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/MorningCheck/Own',
    permission: workerRoles,
    summary: '自分のきょうの朝礼チェック。質問と、答えたかどうか。答えは返さない。',
    answer: z.object({
      date: Day,
      questions: z.array(CheckQuestion),
      state: z.enum(checkStates),
      answeredAt: Instant.nullable(),
      attention: z.boolean(),
    }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/MorningCheck',
    permission: roles,
    summary:
      '朝礼チェックの答えを出す。本人、職長は自分のグループ、管理者は自分の範囲。同じ日にもう一度出すと前の答えと入れ替わる。refused は回答しない。',
    body: CheckDraft,
    answer: z.object({ attention: z.boolean() }),
    once: true,
  }),
  followUp: endpoint({
    method: 'POST',
    path: '/api/MorningCheck/FollowUp',
    permission: readers,
    summary: '声をかけた（talked）、または持ち場を変えた（moved）ことを記録する。ほかは何も変わらない。',
    body: CheckFollowUp,
    answer: z.object({ userId: z.number().int(), at: Instant }),
    once: true,
  }),
}
