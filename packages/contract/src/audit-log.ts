import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Day, Instant, listOf, listQuery, wireInteger } from './wire.ts'

export const AuditEntry = z.object({
  id: z.number().int(),
  at: Instant,
  userName: z.string(),
  action: z.string(),
  resource: z.string(),
  resourceId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filters = { from: Day.optional(), to: Day.optional(), userId: wireInteger(1).optional(), kind: z.string().optional() }
const readers = ['AdminUnitService', 'AdminUnitContract'] as const

export const auditLog = {
  list: endpoint({
    method: 'GET',
    path: '/api/AuditLog',
    permission: readers,
    summary: '変更の記録。from から to まで（どちらもその日を含む）。',
    query: z.object({ ...listQuery, ...filters }),
    answer: listOf(AuditEntry),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/AuditLog/Download',
    permission: readers,
    summary: '変更の記録のCSV。',
    query: z.object(filters),
    answer: z.string(),
    raw: true,
  }),
}
