import { z } from 'zod'
import { recordOf } from './typed-lists.ts'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Instant, listOf, listQuery, wireInteger } from './wire.ts'

/**
 * The state of a belt, the most urgent first: an open alert; unhooked at height, before the alert; hooked; unhooked
 * below the height; unhooked and not judged by its setting; height or hook unknown; no current data.
 */
export const beltStates = ['alert', 'high', 'hooked', 'low', 'unchecked', 'unknown', 'silent'] as const
export type BeltState = (typeof beltStates)[number]

/** Unhooked or hooked. */
export const hookNames = { '0': '未使用', '1': '使用中' } as const

const hook = z.enum(['0', '1'])

/**
 * A safety belt as it was last heard. `bateryLevel` and `slaveBateryLevel` are the customer's spelling. The person, the
 * group and their names are null where nobody wears it.
 */
export const BeltRow = z.object({
  deviceId: z.number().int(),
  serialNumber: z.string(),
  userId: z.number().int().nullable(),
  fullName: z.string().nullable(),
  officeId: z.number().int(),
  baseName: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  /** The hook: '0' unhooked, '1' hooked. */
  situation: hook.nullable(),
  state: z.enum(beltStates),
  /** '0' silent (データ途絶): all values are from before the data stopped; '' normal. */
  status: z.enum(['0', '']),
  bateryLevel: z.number().int().nullable(),
  slaveBateryLevel: z.number().int().nullable(),
  /** Service-unit admin only; null for everyone else. */
  waveLevel: z.number().int().nullable(),
  /** The place of the gateway that heard it. */
  locationName: z.string().nullable(),
  /** The pressure at its reference barometer, hPa; null where that is too far in time from the belt's reading to measure by. */
  referenceAirPressure: z.number().nullable(),
  /** Above its reference barometer, m; null where the height is unknown (高度不明). */
  altitude: z.number().nullable(),
  /** How far off the altitude may be, cm: 25 where it was zeroed this shift, 100 or worse else; null without an altitude. */
  accuracy: z.number().nullable(),
  /** The height from which it must be hooked, cm above the barometer. */
  settingAltitude: z.number(),
  /** When the reading shown was taken. */
  alertTime: Instant.nullable(),
  /** Since when it has been unhooked at height, where that is an alert. */
  alertSince: Instant.nullable(),
})
export type BeltRow = z.infer<typeof BeltRow>

export const beltSortKeys = BeltRow.keyof().options

const place = { companyId: wireInteger(1).optional(), officeId: wireInteger(1).optional(), groupId: wireInteger(1).optional() }

export const safetyBelt = {
  list: endpoint({
    method: 'GET',
    path: '/api/SafetyBelt',
    permission: admins,
    readBy: 'condition',
    summary: '安全帯一覧。着用中か受信中のもの。既定の並びは高所でフックなしが先。拠点管理者は表示の設定があるときだけ。',
    query: z.object({ ...listQuery, ...place, situation: hook.optional() }),
    answer: listOf(BeltRow),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/SafetyBelt/Summary',
    permission: admins,
    readBy: 'condition',
    summary: '範囲内の安全帯を、状態ごとに数える。',
    query: z.object(place),
    answer: z.object(recordOf(beltStates, () => z.number().int())),
  }),
}
