import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Code, optionalCode, optionalText, Phone, requiredText } from './field.ts'
import { clothings } from './heat-profile.ts'
import { admins, leaders, roles } from './role.ts'
import { listOf, listQuery, Nothing, unlessAbsent, wireFlag, wireInteger } from './wire.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const Office = z.object({
  officeId: z.number().int(),
  baseCode: z.string(),
  officeName: z.string(),
  companyId: z.number().int(),
  companyName: z.string(),
  opensAt: z.string(),
  closesAt: z.string(),
  emergencyPhone: z.string().nullable(),
  hospitalName: z.string().nullable(),
  hospitalPhone: z.string().nullable(),
  /** What to tell the ambulance: the address, and where somebody waits. */
  address: z.string().nullable(),
  publicWbgtStation: z.string().nullable(),
  procedures: z.string().nullable(),
  metabolicClass: z.number().int(),
  acclimatised: z.boolean(),
  clothing: z.enum(clothings),
  /** Reference WBGT in °C that the site's defaults come to. */
  referenceWbgt: z.number(),
  /** Since when it is archived (閉鎖済み): read only, its people and devices released. Null while it is open. */
  archivedAt: z.string().nullable(),
  version: z.number().int(),
})
export type Office = z.infer<typeof Office>

const own = {
  emergencyPhone: Phone,
  hospitalName: optionalText(100),
  hospitalPhone: Phone,
  address: optionalText(200),
  publicWbgtStation: optionalCode(10),
  procedures: optionalText(4_000),
}

/** What a form sends to make a site. What is left out takes the default. */
export const OfficeDraft = z.object({
  companyId: wireInteger(1),
  baseCode: Code,
  officeName: requiredText(100),
  opensAt: clock.default('06:00'),
  closesAt: clock.default('20:00'),
  ...own,
  metabolicClass: wireInteger(0, 4).default(2),
  acclimatised: wireFlag.default(false),
  clothing: z.enum(clothings).default('workClothes'),
})

/** What a form sends to change a site. The customer's clients know code and name only: what is left out stays. */
const OfficeChange = z.object({
  officeId: wireInteger(1),
  version: wireInteger(1).optional(),
  companyId: wireInteger(1),
  baseCode: Code,
  officeName: requiredText(100),
  opensAt: clock.optional(),
  closesAt: clock.optional(),
  emergencyPhone: unlessAbsent(own.emergencyPhone),
  hospitalName: unlessAbsent(own.hospitalName),
  hospitalPhone: unlessAbsent(own.hospitalPhone),
  address: unlessAbsent(own.address),
  publicWbgtStation: unlessAbsent(own.publicWbgtStation),
  procedures: unlessAbsent(own.procedures),
  metabolicClass: wireInteger(0, 4).optional(),
  acclimatised: wireFlag.optional(),
  clothing: z.enum(clothings).optional(),
})

/** A site where the reference value of people fell when the unknown began to count as not acclimatised. */
export const ReferenceChange = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  /** How many people's it was. */
  people: z.number().int(),
})
export type ReferenceChange = z.infer<typeof ReferenceChange>

const one = z.object({ id: wireInteger(1) })
/** Who makes, changes and archives offices. */
export const officeWriters = ['AdminUnitService', 'AdminUnitContract'] as const

/** Open offices alone, archived ones alone, or both. */
export const archivedFilters = ['0', '1', 'all'] as const
const archived = z.enum(archivedFilters).default('0')

export const officeSortKeys = ['baseCode', 'officeName', 'companyName'] as const

export const office = {
  list: endpoint({
    method: 'GET',
    path: '/api/Office',
    permission: [...admins, ...leaders],
    summary: '範囲内の拠点。limit がなければすべて。閉鎖済みは、archived が1か all のときだけ。',
    query: z.object({
      ...listQuery,
      companyId: wireInteger(1).optional(),
      baseCode: z.string().optional(),
      officeName: z.string().optional(),
      archived,
    }),
    answer: listOf(Office),
  }),
  search: endpoint({
    method: 'POST',
    path: '/api/Office/Search',
    permission: roles,
    readBy: 'any',
    summary: '範囲内の拠点を選択肢として返す。閉鎖済みは、archived が1か all のときだけ。',
    body: z.object({ archived }).optional(),
    answer: z.array(
      z.object({
        officeId: z.number().int(),
        officeName: z.string(),
        baseCode: z.string(),
        companyId: z.number().int(),
        companyName: z.string(),
        isArchived: z.boolean(),
      }),
    ),
  }),
  referenceChanges: endpoint({
    method: 'GET',
    path: '/api/Office/ReferenceChange',
    permission: admins,
    summary: '暑熱順化の考え方が変わって基準値の下がった人がいる拠点。お知らせを閉じるまで。officeId がなければ範囲内のすべての拠点。',
    query: z.object({ officeId: wireInteger(1).optional() }),
    answer: z.array(ReferenceChange),
  }),
  closeReferenceChange: endpoint({
    method: 'DELETE',
    path: '/api/Office/ReferenceChange/:id',
    permission: admins,
    summary: '拠点の基準値のお知らせを閉じる。もう閉じてあっても成功する。',
    params: one,
    answer: Nothing,
  }),
  one: endpoint({ method: 'GET', path: '/api/Office/:id', permission: admins, summary: '拠点。', params: one, answer: Office }),
  create: endpoint({
    method: 'POST',
    path: '/api/Office',
    permission: officeWriters,
    once: true,
    summary: '拠点を登録する。送らない項目には既定値が入る。',
    body: OfficeDraft,
    answer: Office,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/Office',
    permission: officeWriters,
    summary: '拠点を更新する。送らない項目はそのまま残る。会社は変えられない。',
    body: OfficeChange,
    answer: Office,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/Office/:id',
    permission: officeWriters,
    summary: '拠点を削除する。利用者や機器が残っていれば断る。',
    params: one,
    answer: Nothing,
  }),
}
