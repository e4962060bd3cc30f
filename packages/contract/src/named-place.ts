import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './field.ts'
import { admins } from './role.ts'
import { degrees, listOf, listQuery, nothing, wireFlag, wireInteger } from './wire.ts'

/** A named place of a site, offered where a device's place is typed. */
export const NamedPlace = z.object({
  id: z.number().int(),
  officeId: z.number().int(),
  name: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** People rest there (休憩所): gateways whose place has this name begin a rest. */
  restPlace: z.boolean(),
})
export type NamedPlace = z.infer<typeof NamedPlace>

export const namedPlace = {
  list: endpoint({
    method: 'GET',
    path: '/api/Location',
    permission: admins,
    summary: '拠点の名前の付いた場所。',
    query: z.object({ ...listQuery, officeId: wireInteger(1).optional() }),
    answer: listOf(NamedPlace),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/Location',
    permission: admins,
    summary: '名前の付いた場所を登録するか、id のものを更新する。同じ名前は1つにまとまる。拠点は本文かクエリで送る。',
    query: z.object({ officeId: wireInteger(1).optional() }),
    body: z.object({
      id: z.union([nothing, wireInteger(1)]).optional(),
      officeId: wireInteger(1).optional(),
      name: requiredText(100),
      latitude: degrees(90),
      longitude: degrees(180),
      restPlace: wireFlag.optional(),
    }),
    answer: NamedPlace,
  }),
}
