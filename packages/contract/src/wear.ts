import { z } from 'zod'
import { DeviceType } from './device.ts'
import { endpoint } from './endpoint.ts'
import { admins, leaders } from './role.ts'
import { Day, Instant, listOf, listOrder, listQuery, unlessEmpty, WireDay, wireFlag, wireInteger, wireText, wordOf } from './wire.ts'
import { recordOf } from './typed-lists.ts'
import { CardOfWearer } from './worker-card.ts'

/** Who hands out and takes back: administrators within their scope, leaders within their group. */
const handlers = [...admins, ...leaders] as const

/**
 * The state of a person's vital tag on a working day: worn and heard (or handed out just now); handed out and not heard for
 * ten minutes; nothing handed out; handed back; still out from an earlier day and not heard on this one.
 */
export const wearStates = ['notHeard', 'notReturned', 'notHanded', 'worn', 'returned'] as const
export type WearState = (typeof wearStates)[number]
export const wearStateNames: Record<WearState, string> = {
  notHeard: '受信なし',
  notReturned: '昨日から返却なし',
  notHanded: '未貸出',
  worn: '着用中',
  returned: '返却済み',
}

/** What the screen's address may hold: a site, a group, a state; or the history and its filters. */
export const handoutSearch = z.object({
  officeId: wireInteger(1),
  groupId: wireInteger(1),
  state: z.enum(wearStates),
  tab: z.enum(['history']),
  fullName: z.string(),
  serialNumber: z.string(),
  from: Day,
  to: Day,
})

/** Why a device was changed for another. */
export const swapReasons = ['battery', 'broken', 'unheard', 'lost'] as const
export type SwapReason = (typeof swapReasons)[number]
export const swapReasonNames: Record<SwapReason, string> = { battery: '電池切れ', broken: '破損', unheard: '届かない', lost: '紛失' }

/** From here on a tag that has not been heard since its hand-out is shown as unheard. Project choice. */
export const minutesUntilUnheard = 10

/** A device on a person, from when to when; `to` null while it is worn. */
export const Wear = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  fullName: z.string(),
  deviceType: z.string(),
  serialNumber: z.string(),
  officeId: z.number().int(),
  groupId: z.number().int().nullable(),
  from: Instant,
  to: Instant.nullable(),
  /** The time of the latest reading that came from it meanwhile; null where none came. */
  heardAt: Instant.nullable(),
  /** Why it was changed for another; null where it was not. */
  reason: z.enum(swapReasons).nullable(),
})
export type Wear = z.infer<typeof Wear>

/** A wear with its wearer's group and employer, as the history lists it. */
export const PastWear = Wear.extend({
  furigana: z.string(),
  groupName: z.string().nullable(),
  affiliation1: z.string().nullable(),
  /** When it ended, or began where it lasts. */
  changedAt: Instant,
})
export type PastWear = z.infer<typeof PastWear>

export const wearSortKeys = ['from', 'to', 'changedAt', 'fullName', 'serialNumber', 'groupName', 'affiliation1', 'reason'] as const

/**
 * A person of the site on a working day. The fields of `Wear` are those of their vital tag: of the one worn, else of the last one of
 * the day; null where there is none. `belt` is the same of their safety belt.
 */
export const WearerOfDay = Wear.extend({
  id: z.number().int().nullable(),
  deviceType: z.string().nullable(),
  serialNumber: z.string().nullable(),
  from: Instant.nullable(),
  state: z.enum(wearStates),
  furigana: z.string(),
  groupName: z.string().nullable(),
  affiliation1: z.string().nullable(),
  belt: Wear.nullable(),
  /** The number of the tag worn last before this day. */
  formerSerialNumber: z.string().nullable(),
  /** The code of the person's card; null where none was printed. It is no secret: what signs in is not in it. */
  cardCode: z.string().nullable(),
  /** A worker of this day alone. */
  isGuest: z.boolean(),
  ...CardOfWearer,
})
export type WearerOfDay = z.infer<typeof WearerOfDay>

/** A device of the site that people wear. */
export const WornDevice = z.object({
  deviceType: z.string(),
  serialNumber: z.string(),
  /** 0 to 5, as last heard. */
  battery: z.number().int().nullable(),
  /** Who wears it now; null also where the reader may not see them. */
  userId: z.number().int().nullable(),
  isWorn: z.boolean(),
  /** Why it came off last, where it was changed for another. */
  reason: z.enum(swapReasons).nullable(),
})
export type WornDevice = z.infer<typeof WornDevice>

/** The list of a working day, with the counts of all its people by state and the site's devices. */
export const WearDay = listOf(WearerOfDay).extend({
  officeId: z.number().int(),
  officeName: z.string(),
  /** The working day, by the date on which the site opens. */
  date: z.string(),
  states: z.object(recordOf(wearStates, () => z.number().int())),
  devices: z.array(WornDevice),
})
export type WearDay = z.infer<typeof WearDay>

/** When it was done, where that was before it is sent: at most 24 hours ago. */
const at = unlessEmpty(Instant)
const deviceOf = {
  officeId: wireInteger(1).optional(),
  deviceType: unlessEmpty(DeviceType),
  serialNumber: wireText.pipe(z.string().min(1)),
}

export const HandOut = z.object({
  ...deviceOf,
  userId: wireInteger(1),
  /** Takes it from the person who wears it. */
  replace: wireFlag.optional(),
  at,
  /** Why the person's former device is changed for this one. */
  reason: unlessEmpty(wordOf(swapReasons)),
})
export type HandOut = z.infer<typeof HandOut>

/** A device that comes back, or all those of a group. */
export const WearReturn = z
  .object({ ...deviceOf, serialNumber: unlessEmpty(deviceOf.serialNumber), groupId: wireInteger(1).nullish(), at })
  .refine(({ serialNumber, groupId }) => (serialNumber === undefined) !== (groupId == null), { params: { rule: 'wearReturn' } })
export type WearReturn = z.infer<typeof WearReturn>

const filters = {
  officeId: wireInteger(1).optional(),
  groupId: wireInteger(1).optional(),
  userId: wireInteger(1).optional(),
  serialNumber: z.string().optional(),
  fullName: z.string().optional(),
  from: unlessEmpty(WireDay),
  /** The last day, included. */
  to: unlessEmpty(WireDay),
}

/** The sheets of labels that can be printed on, by their number of labels. */
export const labelSheets = ['10', '12', '24', '44'] as const
export type LabelSheet = (typeof labelSheets)[number]
export const labelSheetNames: Record<LabelSheet, string> = {
  '10': '10面（91×55 mm、名刺の大きさ）',
  '12': '12面（86.4×42.3 mm）',
  '24': '24面（66×33.9 mm）',
  '44': '44面（48.3×25.4 mm）',
}

export const labelKinds = ['device', 'worker'] as const
export type LabelKind = (typeof labelKinds)[number]

export const wear = {
  day: endpoint({
    method: 'GET',
    path: '/api/Wear',
    permission: handlers,
    summary: 'きょう（または指定した日）の作業者と、体調デバイスを渡したか、受信があるか、返したか。',
    query: z.object({ ...listQuery, officeId: wireInteger(1).optional(), groupId: wireInteger(1).optional(), date: unlessEmpty(WireDay) }),
    answer: WearDay,
  }),
  handOut: endpoint({
    method: 'POST',
    path: '/api/Wear',
    permission: handlers,
    summary: '機器を作業者に渡す。ほかの人が着けているときは、replaceがなければ409で、その人を返す。',
    body: HandOut,
    answer: Wear,
    once: true,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/Wear/Return',
    permission: handlers,
    summary: '機器1台、またはグループ全員の機器を返却とする。',
    body: WearReturn,
    answer: z.object({ count: z.number().int(), wears: z.array(Wear) }),
    once: true,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/Wear/:id/Undo',
    permission: handlers,
    summary: '貸出を取り消す。受信がなければ記録ごと消し、あればそこで終える。',
    params: z.object({ id: wireInteger(1) }),
    body: z.object({ at }),
    answer: z.object({ ended: Wear.nullable() }),
    once: true,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/Wear/History',
    permission: handlers,
    summary: 'だれが、どの機器を、いつからいつまで着けたか。期間がなければ直近31日。',
    query: z.object({ ...listQuery, ...filters }),
    answer: listOf(PastWear),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/Wear/Download',
    permission: handlers,
    summary: '着用の記録のCSV。絞り込みは一覧と同じ。',
    query: z.object({ ...listOrder, ...filters }),
    answer: z.string(),
    raw: true,
  }),
  labels: endpoint({
    method: 'GET',
    path: '/api/Wear/Labels',
    permission: handlers,
    summary: 'タグの番号札（kind=device）または作業者証（kind=worker）のPDF。A4のラベル用紙に、QRコードを付けて印刷する。',
    query: z.object({
      officeId: wireInteger(1).optional(),
      groupId: wireInteger(1).optional(),
      /** The card of one worker alone. */
      userId: wireInteger(1).optional(),
      kind: wordOf(labelKinds),
      sheet: z.enum(labelSheets).optional(),
      /** Labels at the beginning of the first sheet that are used up. */
      skip: wireInteger(0, 43).default(0),
    }),
    answer: z.string(),
    raw: true,
  }),
}
