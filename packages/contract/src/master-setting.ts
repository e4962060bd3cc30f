import { z } from 'zod'
import { keysOf } from './typed-lists.ts'
import { endpoint } from './endpoint.ts'
import { admins, type Role, roles } from './role.ts'
import { settings } from './settings.ts'
import { wireInteger } from './wire.ts'

/** Where a value in force comes from: the site, its company, or neither. */
export const settingOrigins = ['default', 'company', 'office'] as const
export type SettingOrigin = (typeof settingOrigins)[number]

/** A setting in force, its value as text. */
export const SettingRow = z.object({
  type: z.string(),
  key: z.string(),
  value: z.string(),
  source: z.enum(settingOrigins),
  /** What would be in force without an own value of the company or site that was asked about. */
  without: z.object({ value: z.string(), source: z.enum(settingOrigins) }),
  /** Of the own value of the company or site that was asked about; 0 where it never had one. */
  version: z.number().int(),
  /** Of steps of the escalation: the notification channels that they name, also where the reader may not open them. */
  channels: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
})
export type SettingRow = z.infer<typeof SettingRow>

/** A change of one setting. Null takes the own value back; without a version the change wins over any other. */
const SettingChange = z.object({
  type: z.string(),
  key: z.string(),
  value: z.union([z.string(), z.number().transform(String), z.boolean().transform((on) => (on ? '1' : '0')), z.null()]),
  version: wireInteger(0).optional(),
})
export type SettingChange = z.infer<typeof SettingChange>

/** Where the pages of the heat watchers' maker are; the product only links there. */
export const SismilHost = z.object({
  /** Null where neither somebody nor the configuration says one. */
  currentSismilHost: z.string().nullable(),
  /** What the configuration says. */
  defaultSismilHost: z.string().nullable(),
  version: z.number().int(),
})
export type SismilHost = z.infer<typeof SismilHost>

/** A web address, at most 250 characters. */
export const SismilUrl = z
  .string()
  .trim()
  .max(250)
  .pipe(z.url({ protocol: /^https?$/, hostname: /./ }))
  // A URL reads over control characters, and the database over none.
  .refine((text) => !/\p{Cc}/u.test(text), { params: { rule: 'choice' } })

const one = z.object({ id: wireInteger(1) })
const narrowed = z.object({
  /** All types where it is left out. */
  type: z.enum(keysOf(settings)).optional(),
})

const unitAdmins = ['AdminUnitService', 'AdminUnitContract'] as const

const save = <const Method extends 'POST' | 'PUT', const Owner extends string>(
  method: Method,
  owner: Owner,
  permission: readonly Role[],
  who: string,
) =>
  endpoint({
    method,
    path: `/api/MasterSetting/${owner}/:id`,
    permission,
    summary: `${who}のマスター設定を保存する。送らない設定はそのまま残り、null は${who}の値を取り消す。`,
    params: one,
    body: z.array(SettingChange).max(500),
    answer: z.array(SettingRow),
  })

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
  changeCompany: save('POST', 'Company', unitAdmins, '会社'),
  updateCompany: save('PUT', 'Company', unitAdmins, '会社'),
  changeOffice: save('POST', 'Office', admins, '拠点'),
  updateOffice: save('PUT', 'Office', admins, '拠点'),
  sismilHost: endpoint({
    method: 'GET',
    path: '/api/MasterSetting/GetSismilHost',
    permission: ['AdminUnitService'],
    summary: 'SisMilのURLと、その既定値。',
    answer: SismilHost,
  }),
  updateSismilHost: endpoint({
    method: 'PUT',
    path: '/api/MasterSetting/UpdateSismilHost',
    permission: ['AdminUnitService'],
    summary: 'SisMilのURLを変える。null か既定値で、既定値に戻る。',
    body: z.object({ newSismilUrl: SismilUrl.nullable(), version: wireInteger(0).optional() }),
    answer: SismilHost,
  }),
}
