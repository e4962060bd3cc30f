import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { roles } from './role.ts'
import { type SettingKey, settings, type SettingType } from './settings.ts'
import { wireInteger } from './wire.ts'

/** Where a value in force comes from: the site, its company, or neither. */
export const settingSources = ['default', 'company', 'office'] as const
export type SettingSource = (typeof settingSources)[number]

/** A setting in force, its value as text. */
export const SettingRow = z.object({
  type: z.string(),
  key: z.string(),
  value: z.string(),
  source: z.enum(settingSources),
  /** What would be in force without an own value of the company or site that was asked about. */
  without: z.object({ value: z.string(), source: z.enum(settingSources) }),
})
export type SettingRow = z.infer<typeof SettingRow>

/** The lists and the mail whose items can be chosen. */
export const displayTypes = [
  'PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING',
  'SAFETY_LIST_DISPLAY_ITEM_SETTING',
  'EMAIL_ALERT_DISPLAY_ITEM_SETTING',
  'ALERT_LIST_DISPLAY_ITEM_SETTING',
] as const satisfies readonly SettingType[]
export type DisplayType = (typeof displayTypes)[number]

/** A display item of a list or of the mail. */
export type DisplayItem<Type extends DisplayType> = keyof (typeof settings)[Type] & SettingKey

export const isDisplayType = (type: string): type is DisplayType => (displayTypes as readonly string[]).includes(type)

const one = z.object({ id: wireInteger(1) })
const narrowed = z.object({
  /** All types where it is left out. */
  type: z.enum(Object.keys(settings) as [SettingType, ...SettingType[]]).optional(),
})

const unitAdmins = ['AdminUnitService', 'AdminUnitContract'] as const

export const masterSetting = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/api/MasterSetting/Company/:id',
    permission: unitAdmins,
    summary: '会社で有効なマスター設定と、その出どころ。',
    params: one,
    query: narrowed,
    answer: z.array(SettingRow),
  }),
  ofOffice: endpoint({
    method: 'GET',
    path: '/api/MasterSetting/Office/:id',
    permission: roles,
    summary: '拠点で有効なマスター設定と、その出どころ。管理者以外には、一覧とメールの表示項目だけを返す。',
    params: one,
    query: narrowed,
    answer: z.array(SettingRow),
  }),
}
