import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { listOf, listQuery, wireInteger } from './wire.ts'

/** A vital device or belt with who wears it now: 1 and 3 body device, 2 safety belt. */
export const WornDevice = z.object({
  serialNumber: z.string(),
  deviceType: z.string(),
  deviceTypeValue: z.string(),
  officeId: z.number().int(),
  officeName: z.string(),
  userId: z.number().int().nullable(),
  userName: z.string().nullable(),
  fullName: z.string().nullable(),
})
export type WornDevice = z.infer<typeof WornDevice>

export const deviceTypeNames: Record<string, string> = { '1': '体調デバイス', '2': '安全帯', '3': '体調デバイス（新型）' }

export const device = {
  list: endpoint({
    method: 'GET', path: '/api/Device', permission: admins, summary: '拠点の体調デバイスと安全帯。いま着けている人を含む。',
    query: z.object({ ...listQuery, officeId: wireInteger(1).optional(), serialNumber: z.string().optional(), deviceType: z.string().optional() }),
    answer: listOf(WornDevice),
  }),
}

export const kbn = {
  safetyBeltDisplay: endpoint({
    method: 'GET', path: '/api/Kbn/SafetyBeltDisplay', permission: 'session', summary: '自分に安全帯の画面を出すか。', answer: z.object({ display: z.enum(['0', '1']) }),
  }),
}
