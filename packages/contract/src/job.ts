import { z } from 'zod'
import { AlertTrial } from './alert-trial.ts'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { ImportCounts } from './import.ts'
import { Instant, listOf } from './wire.ts'

/** Jobs that take a file in: which kind of records it holds. */
export const importKinds = [
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
export type ImportKind = (typeof importKinds)[number]

/** Jobs that make a file. They wait for their turn, and are begun again where their process dies. */
export const fileKinds = ['reportZip'] as const
export type FileKind = (typeof fileKinds)[number]

/** Jobs whose result is read on their screen. They wait and are begun again like those that make a file. */
export const trialKinds = ['alertLoadTrial'] as const

/** Jobs that wait for their turn. */
export type QueuedKind = FileKind | (typeof trialKinds)[number]

export const jobKinds = [...importKinds, ...fileKinds, ...trialKinds] as const
export type JobKind = (typeof jobKinds)[number]

/** Of one person, so many jobs that make files may wait or be at work. */
export const mostFileJobs = 5

/** Of one person, so many files may lie ready: each is kept for a day unless they remove it. */
export const mostStoredFiles = 20

/** The file that a job has made, and until when it is kept. */
export const JobFile = z.object({ name: z.string(), bytes: z.number().int(), keptUntil: Instant })

/**
 * The current state of long work: `done` of `total` rows, or of `total` people where it makes a file; `messages` are faults by
 * row number, as in a 400.
 */
export const Job = z.object({
  jobId: z.string(),
  kind: z.enum(jobKinds),
  /** The site its records belong to; null where they belong to none. */
  officeId: z.number().int().nullable(),
  fileName: z.string(),
  /** What a file is made of, in words: sites, days, types and people. */
  about: z.string().optional(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  done: z.number().int(),
  total: z.number().int(),
  /** Of an import how many rows; of a trial its comparison, as long as the person sees the site. */
  result: z.union([ImportCounts, AlertTrial]).optional(),
  messages: z.record(z.string(), z.array(z.string())).optional(),
  /** What stopped it where no row is to blame. */
  error: z.string().optional(),
  /** What it has made; null before its end, and of a job that makes no file. */
  file: JobFile.nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
})
export type Job = z.infer<typeof Job>

/** The counts of an import that has ended; undefined of any other job. */
export const importCountsOf = ({ result }: Pick<Job, 'result'>): z.infer<typeof ImportCounts> | undefined =>
  result !== undefined && 'created' in result ? result : undefined

/** The result of a trial that has ended; undefined of any other job. */
export const trialOf = ({ result }: Pick<Job, 'result'>): AlertTrial | undefined =>
  result !== undefined && 'before' in result ? result : undefined

/** A job in a list: what it has to say row by row only its own answer holds. */
export const JobRow = Job.omit({ messages: true }).extend({
  result: ImportCounts.omit({ warnings: true }).optional(),
  /** True if there are faults or warnings of single rows. */
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
  file: endpoint({
    method: 'GET',
    path: `${path}/File`,
    permission: admins,
    summary: '処理が作ったファイル。始めた本人だけが、終わって1日のあいだ受け取れる。',
    params: ofJob,
    answer: z.string(),
    raw: true,
  }),
  /** Answers with the job's current state: `cancelled`, or how it had ended before. */
  remove: endpoint({
    method: 'DELETE',
    path,
    permission: admins,
    summary: '進行中の処理は取りやめ、何も残さない。終わった処理は、作ったファイルとともに一覧から消す。答えはその処理の最後の様子。',
    params: ofJob,
    answer: Job,
  }),
}
