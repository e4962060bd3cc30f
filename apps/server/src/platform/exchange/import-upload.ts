import { type ColumnMapping, message } from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Requester } from '../audit.ts'
import { badRequest } from '../errors.ts'
import type { Counts } from '../jobs/job-record.ts'
import type { Imports } from './imports.ts'
import type { ImportPlan } from './take-in.ts'
import { receiveUpload, type Upload } from './upload.ts'

const Mapping = z.record(z.string().max(100), z.number().int().nullable())

/**
 * Which column is which field, as the form says it: JSON of field names, each with the column's number from 1, or null.
 * @throws Refusal 400 for anything else
 */
const mappingOf = ({ fields }: Upload): ColumnMapping => {
  const text = fields['mapping'] ?? ''
  if (text === '') return {}
  try {
    return Mapping.parse(JSON.parse(text))
  } catch {
    throw badRequest(message('mappingUnreadable'))
  }
}

/**
 * Receives the request's file and takes it in by the plan made for it. Answers with the counts, or with 202 and the job
 * to ask about where the work takes long.
 */
export const importUpload = async (
  imports: Imports,
  { request, reply, actor, address }: Requester & { readonly request: FastifyRequest; readonly reply: FastifyReply },
  planFor: (upload: Upload) => Promise<ImportPlan>,
): Promise<Counts | { jobId: string }> => {
  const upload = await receiveUpload(request, 'csv', actor)
  try {
    const { jobId, outcome, isLong, forget } = await imports.start({ ...(await planFor(upload)), mapping: mappingOf(upload) }, upload, {
      actor,
      address,
    })
    // Anyone who left before the answer came finds the outcome among the jobs.
    const answered = outcome.finally(() => (reply.raw.destroyed || reply.statusCode === 202 ? undefined : forget()))
    answered.catch(() => undefined)
    const counts = await Promise.race([answered, isLong])
    if (counts !== undefined) return counts
    reply.status(202)
    return { jobId }
  } catch (error) {
    await upload.remove()
    throw error
  }
}
