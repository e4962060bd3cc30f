import type { AnswerOf, Endpoint } from '@mimamori/contract/endpoint'
import { importCountsOf, job as jobs } from '@mimamori/contract/job'
import { message } from '@mimamori/contract/messages'
import type { ImportAnswer, ImportCounts } from '@mimamori/contract/import'
import type { z } from 'zod'
import { call } from './api.ts'
import { AnswerError, CallError, linesOf } from './call-error.ts'

export type ImportResult = z.output<typeof ImportCounts>

/** How far an import is: the file on its way, then its rows at work. */
export type ImportStep =
  | { readonly stage: 'upload'; readonly done: number; readonly total: number }
  | { readonly stage: 'rows'; readonly jobId: string; readonly done: number; readonly total: number }

export type ImportRequest = {
  readonly endpoint: Endpoint & { readonly answer: typeof ImportAnswer; readonly multipart: 'csv' }
  readonly params: Record<string, unknown>
  readonly file: File
  /** What the form says beside the file. */
  readonly fields: Record<string, string | number | undefined>
  readonly signal: AbortSignal
  readonly onStep: (step: ImportStep) => void
}

type Job = AnswerOf<typeof jobs.one>

const pollMs = 1_000
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

// What the server says where the file is not to blame: the same file may be sent again.
const oursToMend: readonly string[] = [message('E029'), message('importStopped'), message('importCancelled')]

// As if the import itself had answered so at once.
const refusalOf = ({ state, messages, error = message(state === 'cancelled' ? 'importCancelled' : 'E029') }: Job) => {
  const lines = linesOf({ messages })
  if (lines.length > 0) return new AnswerError(400, lines, new Headers())
  return oursToMend.includes(error) ? new CallError(linesOf(error)) : new AnswerError(400, linesOf(error), new Headers())
}

/** Follows a job until it ends; leaving the screen stops the following, not the work. */
const follow = async (jobId: string, { signal, onStep }: Pick<ImportRequest, 'signal' | 'onStep'>): Promise<ImportResult> => {
  onStep({ stage: 'rows', jobId, done: 0, total: 0 })
  for (;;) {
    const job = await call(jobs.one, { params: { jobId }, signal })
    if (job.state === 'failed' || job.state === 'cancelled') throw refusalOf(job)
    const counts = importCountsOf(job)
    if (job.state === 'done' && counts !== undefined) return counts
    onStep({ stage: 'rows', jobId, done: job.done, total: job.total })
    await pause(pollMs)
    signal.throwIfAborted()
  }
}

/**
 * Sends a file for import and waits until all its rows are imported, or none.
 * @throws AnswerError with what is wrong with the file, by row where a row is to blame; CallError where the file is not
 */
export const importFile = async (request: ImportRequest): Promise<ImportResult> => {
  const { endpoint, params, file, fields, signal, onStep } = request
  const body = new FormData()
  // Fields first: the reader of the stream knows them before the file comes.
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, String(value))
  body.append('file', file)
  const onUpload = (share: number) => onStep({ stage: 'upload', done: Math.round(share * file.size), total: file.size })
  const send = call as (endpoint: Endpoint, input: unknown) => Promise<z.output<typeof ImportAnswer>>
  const answer = await send(endpoint, { params, body, signal, onUpload })
  return 'jobId' in answer ? follow(answer.jobId, request) : answer
}
