import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { ImportCounts } from './import.ts'

/** Long work as it stands: `done` of `total` rows; `messages` are faults by row number, as in a 400. */
export const Job = z.object({
  jobId: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  done: z.number().int(),
  total: z.number().int(),
  result: ImportCounts.optional(),
  messages: z.record(z.string(), z.array(z.string())).optional(),
  /** What stopped it where no row is to blame. */
  error: z.string().optional(),
})
export type Job = z.infer<typeof Job>

export const job = {
  one: endpoint({
    method: 'GET',
    path: '/api/Job/:jobId',
    permission: admins,
    summary: '時間のかかる処理の進み具合。始めた本人だけが見られる。',
    params: z.object({ jobId: z.uuid() }),
    answer: Job,
  }),
}
