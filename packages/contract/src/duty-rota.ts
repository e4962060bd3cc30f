import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './field.ts'
import { admins, leaders, type Role, roleNames, roles } from './role.ts'
import { slashDate } from './time-words.ts'
import { Day, Instant, unlessEmpty, WireClock, WireDay, wireInteger, wordOf } from './wire.ts'

/** Administrators plan it; leaders read it and name who takes their own place. */
const readers = [...admins, ...leaders] as const

/** The shifts of a day. The night belongs to the day on which it begins. */
export const rotaShifts = ['day', 'night'] as const
export type RotaShift = (typeof rotaShifts)[number]
export const rotaShiftNames: Record<RotaShift, string> = { day: '昼', night: '夜' }

/** The most places of a shift, and the minutes between the call of one place and of the next. */
export const rotaLimits = { places: 5, stepMinutes: 3, reason: 200 } as const

/** Whom a step of the rota notifies: who is at a place, all on duty at once, or all leaders and base administrators, since a place is empty. */
export const rotaTargets = ['1', '2', '3', '4', '5', 'onDuty', 'everybody'] as const
export type RotaTarget = (typeof rotaTargets)[number]

/** 担当（1番目） */
export const rotaTargetName = (target: RotaTarget): string => {
  if (target === 'everybody') return '職長・拠点管理者の全員'
  return target === 'onDuty' ? '担当の全員' : `担当（${target}番目）`
}

/** What a step of the escalation is: a role, the rota as what it notifies, or a notification channel by its name; the others are null. */
type NamedStep = { readonly role: Role | null; readonly rota: RotaTarget | null; readonly channel: string | null }

/** Whom a step of the escalation notifies: 職長, as what of the rota, or 通知先 安全管理. */
export const stepTargetName = ({ role, rota, channel }: NamedStep): string => {
  if (channel !== null) return `通知先 ${channel}`
  return rota !== null ? rotaTargetName(rota) : role === null ? '' : roleNames[role]
}

/** A shift of a date: 7/25（土）夜. */
export const rotaShiftText = ({ date, shift }: { readonly date: string; readonly shift: RotaShift }): string =>
  `${slashDate(date)}${rotaShiftNames[shift]}`

/** A place of it: 7/25（土）夜の2番目. */
export const rotaPlaceText = ({ place, ...shift }: { readonly date: string; readonly shift: RotaShift; readonly place: number }): string =>
  `${rotaShiftText(shift)}の${place}番目`

/** Why nobody is at a place: nobody was chosen, or who was chosen is not there any more, is of another site now, or is at an earlier place of the shift. */
export const rotaGaps = ['empty', 'left', 'disabled', 'elsewhere', 'twice'] as const
export type RotaGap = (typeof rotaGaps)[number]
export const rotaGapNames: Record<RotaGap, string> = {
  empty: '空き',
  left: '退職・削除した人',
  disabled: '停止中の人',
  elsewhere: 'この拠点の担当になれない人',
  twice: '前の順番と同じ人',
}

/** The hours of the two shifts, which cover a whole day between them, and how many people are called one after the other in each. */
export const RotaShifts = z.object({
  dayFrom: z.iso.time({ precision: -1 }),
  nightFrom: z.iso.time({ precision: -1 }),
  dayPlaces: z.number().int(),
  nightPlaces: z.number().int(),
})
export type RotaShifts = z.infer<typeof RotaShifts>

/** Of a site that has saved none. */
export const usualRotaShifts: RotaShifts = { dayFrom: '06:00', nightFrom: '20:00', dayPlaces: 3, nightPlaces: 2 }

/** A place of a shift of a date: 1 is called first. */
const rotaKey = { date: Day, shift: z.enum(rotaShifts), place: z.number().int() }

const personFields = { userId: z.number().int(), fullName: z.string() }

/** Somebody who takes the place of another. */
export const RotaOverride = z.object({
  id: z.number().int(),
  ...rotaKey,
  ...personFields,
  /** Who was at the place when it was decided; null where it was empty. */
  insteadOf: z.string().nullable(),
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: Instant,
  /** The reader may remove it: an administrator, who decided it themselves, or whose place it is. */
  isRemovable: z.boolean(),
})
export type RotaOverride = z.infer<typeof RotaOverride>

export const RotaPlace = z.object({
  ...rotaKey,
  /** Who is at it, an override counted; null where nobody was chosen. */
  userId: z.number().int().nullable(),
  fullName: z.string().nullable(),
  /** Not null: the chain calls nobody by it. */
  gap: z.enum(rotaGaps).nullable(),
  /** Not null: somebody takes the place of another; the others' name, or null where it was empty. */
  override: z.object({ id: z.number().int(), insteadOf: z.string().nullable(), plannedUserId: z.number().int().nullable() }).nullable(),
  /** It is of the shift that is on now. */
  isNow: z.boolean(),
})
export type RotaPlace = z.infer<typeof RotaPlace>

/** By which ways somebody is called: a notice in a browser, a mail to their account, and a telephone that the reader may ring. */
export const rotaWays = ['push', 'mail', 'phone'] as const
export const rotaWayNames: Record<(typeof rotaWays)[number], string> = { push: 'プッシュ', mail: 'メール', phone: '電話' }

export const RotaPerson = z.object({
  ...personFields,
  role: z.enum(roles),
  groupName: z.string().nullable(),
  phone: z.string().nullable(),
  /** Empty: nothing reaches them. */
  ways: z.array(z.enum(rotaWays)),
})
export type RotaPerson = z.infer<typeof RotaPerson>

/**
 * A step of the chain as it is now. `place`: who is on duty; `everybody`: all leaders and base administrators of the site, for an empty
 * place; `role`: all of a role; `channel`: a group channel (通知先).
 */
export const RotaCall = z.object({
  kind: z.enum(['place', 'everybody', 'role', 'channel']),
  place: z.number().int().nullable(),
  role: z.enum(roles).nullable(),
  /** The channel's name. */
  name: z.string().nullable(),
  afterMinutes: z.number().int(),
  people: z.array(RotaPerson),
})
export type RotaCall = z.infer<typeof RotaCall>

/** The chain in the shift that is on now, for an alert that begins now. */
export const RotaNow = z.object({
  at: Instant,
  date: Day,
  shift: z.enum(rotaShifts),
  /** False: the week is not planned, and the roles are called. */
  isPlanned: z.boolean(),
  calls: z.array(RotaCall),
})
export type RotaNow = z.infer<typeof RotaNow>

export const RotaGapLine = z.object({ ...rotaKey, gap: z.enum(rotaGaps), fullName: z.string().nullable() })
export type RotaGapLine = z.infer<typeof RotaGapLine>

/** What home and the wallboard say of a site's rota. */
export const RotaToday = z.object({
  /** Who is on duty, by place; null where the week is not planned. */
  onDuty: z
    .object({
      shift: z.enum(rotaShifts),
      from: Instant,
      to: Instant,
      /** `name` is null of an empty place. */
      people: z.array(z.object({ place: z.number().int(), name: z.string().nullable() })),
    })
    .nullable(),
  /** The next empty place that begins within a week or is on, and how many there are. */
  nextGap: z.object(rotaKey).nullable(),
  gapCount: z.number().int(),
  /** The Monday of the first week that begins within a week, or is on, and is not planned. */
  unplannedWeek: Day.nullable(),
})
export type RotaToday = z.infer<typeof RotaToday>

const RotaWeek = z.object({ from: Day, to: Day, isPlanned: z.boolean() })

export const DutyRota = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  version: z.number().int(),
  /** A step of the site's escalation is the rota; without it nobody is called by it. */
  isStep: z.boolean(),
  /** The reader may plan it; others name who takes their own places. */
  isEditable: z.boolean(),
  shifts: RotaShifts,
  /** The week that is shown, Monday to Sunday. */
  week: RotaWeek,
  nextWeek: RotaWeek,
  days: z.array(
    z.object({
      date: Day,
      /** The name of the public holiday. */
      holiday: z.string().nullable(),
      /** A public holiday or a Sunday. */
      isOff: z.boolean(),
      isToday: z.boolean(),
    }),
  ),
  /** All places of the week, by date, shift and place. */
  places: z.array(RotaPlace),
  /** Those of shifts that are not over, of all weeks, the next first. */
  overrides: z.array(RotaOverride),
  now: RotaNow,
  /** Empty places of planned shifts that begin within a week or are on. */
  gaps: z.array(RotaGapLine),
  /** Mondays of the weeks that begin within a week, or are on, and are not planned. */
  unplannedWeeks: z.array(Day),
  /** The reader's own places of the next 14 days. */
  own: z.array(z.object({ ...rotaKey, insteadOf: z.string().nullable(), isOverride: z.boolean() })),
  /** Who may be at a place: the site's leaders, sub-leaders and base administrators, and the company's contract administrators. */
  candidates: z.array(z.object({ ...personFields, furigana: z.string(), role: z.enum(roles), groupName: z.string().nullable() })),
})
export type DutyRota = z.infer<typeof DutyRota>

const wirePlace = { date: WireDay, shift: wordOf(rotaShifts), place: wireInteger(1, rotaLimits.places) }
const places = wireInteger(1, rotaLimits.places)

export const DutyRotaDraft = z.object({
  /** The version that the change was made on. */
  version: wireInteger(0).optional(),
  /** A day of the week that `places` replaces; shifts that are over stay as they are. */
  from: WireDay,
  /** The whole week: a place that is not listed is empty, and a week without any is not planned. */
  places: z.array(z.object({ ...wirePlace, userId: wireInteger(1) })).max(7 * 2 * rotaLimits.places),
  /** Of all weeks; left out, they stay. */
  shifts: z.object({ dayFrom: WireClock, nightFrom: WireClock, dayPlaces: places, nightPlaces: places }).optional(),
})
export type DutyRotaDraft = z.infer<typeof DutyRotaDraft>

export const RotaOverrideDraft = z.object({ ...wirePlace, userId: wireInteger(1), reason: requiredText(rotaLimits.reason) })
export type RotaOverrideDraft = z.infer<typeof RotaOverrideDraft>

const ofOffice = z.object({ officeId: wireInteger(1) })

export const dutyRota = {
  read: endpoint({
    method: 'GET',
    path: '/api/DutyRota/:officeId',
    permission: readers,
    summary: '拠点の担当表の1週間と、いま呼ばれる順。from を付けなければ今週。',
    params: ofOffice,
    query: z.object({ from: unlessEmpty(WireDay) }),
    answer: DutyRota,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/DutyRota/:officeId',
    permission: admins,
    summary: '担当表の1週間と、昼と夜の時刻や人数を決める。終わった担当は変わらない。',
    params: ofOffice,
    body: DutyRotaDraft,
    answer: DutyRota,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/DutyRota/:officeId/Copy',
    permission: admins,
    summary: 'from の週の並びを、まだ決めていない次の週に写す。休日には休日の並びを写し、代わりは写さない。',
    params: ofOffice,
    body: z.object({ version: wireInteger(0).optional(), from: WireDay }),
    answer: DutyRota,
    once: true,
  }),
  override: endpoint({
    method: 'POST',
    path: '/api/DutyRota/:officeId/Override',
    permission: readers,
    summary: '代わりを立てる。職長は自分の順番だけ。職長が立てたときは、代わる人と拠点管理者に知らせる。',
    params: ofOffice,
    body: RotaOverrideDraft,
    answer: RotaOverride,
    once: true,
  }),
  removeOverride: endpoint({
    method: 'DELETE',
    path: '/api/DutyRota/:officeId/Override/:id',
    permission: readers,
    summary: '代わりをやめ、もとの人に戻す。職長は自分が立てたものだけ。終わった代わりはやめられない。',
    params: ofOffice.extend({ id: wireInteger(1) }),
    answer: z.object({}),
  }),
}
