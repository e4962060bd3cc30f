import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { ImportCounts } from './import.ts'
import { Instant, listOf } from './wire.ts'

/** What a job does: which kind of records its file holds. */
export const jobKinds = [
  'importWorkers',
  'importBaseAdmins',
  'importContractAdmins',
  'importServiceAdmins',
  'importGroups',
  'importDevices',
  'importHeatWatchers',
  'importGateways',
  'importBarometers',
] as const
export type JobKind = (typeof jobKinds)[number]

/** Long work as it stands: `done` of `total` rows; `messages` are faults by row number, as in a 400. */
export const Job = z.object({
  jobId: z.string(),
  kind: z.enum(jobKinds),
  /** The site its records belong to; null where they belong to none. */
  officeId: z.number().int().nullable(),
  fileName: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  done: z.number().int(),
  total: z.number().int(),
  result: ImportCounts.optional(),
  messages: z.record(z.string(), z.array(z.string())).optional(),
  /** What stopped it where no row is to blame. */
  error: z.string().optional(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
})
export type Job = z.infer<typeof Job>

/** A job in a list: what it has to say row by row only its own answer holds. */
export const JobRow = Job.omit({ messages: true }).extend({
  result: ImportCounts.omit({ warnings: true }).optional(),
  /** True where faults or warnings are told by row. */
  hasMessages: z.boolean(),
})
export type JobRow = z.infer<typeof JobRow>

const path = '/api/Job/:jobId'
const ofJob = z.object({ jobId: z.uuid() })

export const job = {
  list: endpoint({
    method: 'GET',
    path: '/api/Job',
    permission: admins,
    summary: '自分が始めた時間のかかる処理。新しいものから。終わって1日のあいだ残る。',
    answer: listOf(JobRow),
  }),
  one: endpoint({
    method: 'GET',
    path,
    permission: admins,
    summary: '時間のかかる処理の進み具合。始めた本人だけが見られる。',
    params: ofJob,
    answer: Job,
  }),
  /** Answers with the job as it stands now: `cancelled`, or as it had ended before. */
  remove: endpoint({
    method: 'DELETE',
    path,
    permission: admins,
    summary: '進行中の処理は取りやめ、何も残さない。終わった処理は一覧から消す。答えはその処理の最後の様子。',
    params: ofJob,
    answer: Job,
  }),
}
