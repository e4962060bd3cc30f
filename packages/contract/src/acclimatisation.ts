import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins, leaders } from './role.ts'
import { Day, Instant, listOf, unlessEmpty, WireDay, wireInteger, wordOf } from './wire.ts'

/** Who changes the plan of a person: those who answer for their health, not the service's administrators. */
const deciders = ['AdminUnitContract', 'HeadquartersAdmin'] as const

const ladderKinds = ['new', 'returning'] as const
/** How a person's ladder is called on screens. */
export const ladderKindNames = { new: '新人', returning: '休み明け' } as const
const overrideKinds = ['doctor', 'administrator'] as const
export const overrideKindNames = { doctor: '医師', administrator: '管理者' } as const
export type OverrideKind = (typeof overrideKinds)[number]

/** What a doctor or an administrator said instead of the plan. */
export const AcclimatisationOverride = z.object({
  kind: z.enum(overrideKinds),
  /** % of the working day; null where the plan does not hold for the person. */
  share: z.number().int().nullable(),
  /** The last day; null until it is removed. */
  until: Day.nullable(),
  /** Health data: null to leaders. */
  reason: z.string().nullable(),
  setBy: z.string().nullable(),
  setAt: Instant,
})
export type AcclimatisationOverride = z.infer<typeof AcclimatisationOverride>

/** A person's acclimatisation plan for a day: how long they may work in heat. */
export const Acclimatisation = z.object({
  /** False where nothing says whether the person is used to the heat: nothing was measured, and no first day is known. */
  isKnown: z.boolean(),
  /** Null for somebody who is not on the ladder: used to the heat, or not known. */
  kind: z.enum(ladderKinds).nullable(),
  /** The day of the ladder, 1 is the first; null as the kind. */
  day: z.number().int().nullable(),
  /** The shares of all days of the ladder, %; empty without one. */
  shares: z.array(z.number().int()),
  /** True once they worked in heat or have a first day in it, or come back: the ladder is more than what would hold if it became hot. */
  hasBegun: z.boolean(),
  /** % of the working day that may be in heat, and the minutes that follow; null without a limit. */
  share: z.number().int().nullable(),
  allowedMinutes: z.number().int().nullable(),
  /** Minutes in heat (WBGT ≥28 or air ≥31 °C) of the working day; null where nothing was measured in it, and of days to come. */
  spentMinutes: z.number().int().nullable(),
  override: AcclimatisationOverride.nullable(),
})
export type Acclimatisation = z.infer<typeof Acclimatisation>

/** Somebody whose time in heat is limited on a day. */
export const LimitedPerson = Acclimatisation.extend({
  userId: z.number().int(),
  fullName: z.string(),
  furigana: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  allowedMinutes: z.number().int(),
  share: z.number().int(),
  /** False where the limit would hold only if it became hot: the ladder has not begun, and today's plan of the site is not above it. */
  appliesToday: z.boolean(),
})
export type LimitedPerson = z.infer<typeof LimitedPerson>

export const OverrideDraft = z.object({
  kind: wordOf(overrideKinds),
  /** % of the working day; `none`: the plan does not hold for the person. */
  share: z.union([z.literal('none').transform(() => null), wireInteger(0, 100)]),
  until: unlessEmpty(WireDay).transform((day) => day ?? null),
  reason: z.string().trim().min(1).max(200),
})
export type OverrideDraft = z.infer<typeof OverrideDraft>

const ofPerson = z.object({ userId: wireInteger(1) })

export const acclimatisation = {
  list: endpoint({
    method: 'GET',
    path: '/api/Acclimatisation',
    permission: [...admins, ...leaders],
    summary: '暑さの中で働ける時間に限りがある人。拠点のきょうの、使った分と使える分。職長は自分のグループ。',
    query: z.object({ officeId: wireInteger(1).optional(), groupId: wireInteger(1).optional() }),
    answer: listOf(LimitedPerson).extend({ officeId: z.number().int(), date: Day }),
  }),
  setOverride: endpoint({
    method: 'PUT',
    path: '/api/Acclimatisation/:userId/Override',
    permission: deciders,
    summary:
      '医師か管理者の判断で、暑さの中で働ける割合を決める。share は1日の何%か、none は計画の対象にしない。理由は管理者と本人だけに示す。',
    params: ofPerson,
    body: OverrideDraft,
    answer: AcclimatisationOverride,
  }),
  removeOverride: endpoint({
    method: 'DELETE',
    path: '/api/Acclimatisation/:userId/Override',
    permission: deciders,
    summary: '医師か管理者の判断をやめ、暑さに慣れる計画に戻す。',
    params: ofPerson,
    answer: z.object({}),
  }),
}
