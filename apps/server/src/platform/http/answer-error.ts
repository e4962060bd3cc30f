import { message } from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { takenRefusal } from '../database/constraints.ts'
import { isDatabaseAway } from '../database/database-away.ts'
import { FilesAway } from '../files/file-store.ts'
import { diskFull } from '../files/free-space.ts'
import type { Actor } from './route.ts'
import { badRequest, ComeAgain, Refusal, tooManyRequests, unavailable, codeOf } from '../errors.ts'

/** Who is signed in, by number. */
export type SignedIn = Pick<Actor, 'companyId' | 'userId'>

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call, also where it is refused. */
    signedIn: SignedIn | null
  }
}

const failures = new Counter({ name: 'mimamori_http_failures_total', help: 'Answers with a 5xx status', labelNames: ['status'] })

// Deadlock or serialization failure between two transactions: the caller should send the request again.
const conflicts = new Set(['40001', '40P01'])

// Characters that a text column cannot store, such as NUL.
const unstorable = new Set(['22021', '22P05'])

// What a write answers where the disk, or the share of it that this user may take, is full.
const fullCodes = new Set(['ENOSPC', 'EDQUOT'])

const isDiskFull = (error: unknown): boolean => error instanceof Error && (fullCodes.has(String(codeOf(error))) || isDiskFull(error.cause))

/** The refusal that answers an error; undefined for a fault of the server itself. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) return diskFull()
  // First: if the store cannot answer, the connection is broken as well.
  if (error instanceof FilesAway) return new Refusal(503, [message('filesAway')], 10)
  if (isDatabaseAway(error)) return unavailable()
  const taken = takenRefusal(error)
  if (taken !== undefined) return taken
  const code = codeOf(error)
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (code !== undefined && conflicts.has(code)) return unavailable(1)
  if (code !== undefined && unstorable.has(code)) return badRequest(message('E030'))
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? malformedRequest(statusCode, code) : undefined
}

/** Requests that Fastify itself refuses. */
const malformedRequest = (status: number, code: unknown): Refusal => {
  switch (status) {
    case 413:
      return new Refusal(413, [message('tooLarge')])
    case 429:
      return tooManyRequests(60)
    case 415:
      return new Refusal(415, [message('badJson')])
    case 400:
      return badRequest(message(typeof code === 'string' && code.startsWith('FST_ERR_CTP') ? 'badJson' : 'E030'))
    default:
      return new Refusal(status, [message('E030')])
  }
}

/** Answers a request that failed. A fault of the server shows only the request id; the log holds the reason. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  // The client closed the connection before its request was complete: nobody reads the answer, and it is no server fault.
  if (request.raw.destroyed && !request.raw.complete) return reply.status(400).send()
  const refusal = refusalOf(error)
  if (refusal === undefined) {
    request.log.error({ err: error, method: request.method, path: request.routeOptions.url }, 'a request failed')
    failures.inc({ status: 500 })
    return reply.status(500).send({ requestId: request.id })
  }
  // Anyone who tries what is not theirs leaves their number. The route alone: its numbers and queries are other people's.
  if ((refusal.status === 403 || refusal.status === 404) && request.signedIn)
    request.log.info(
      { ...request.signedIn, status: refusal.status, method: request.method, path: request.routeOptions.url },
      'a call was refused',
    )
  if (refusal.status >= 500 && !(refusal instanceof ComeAgain)) {
    const reason = error instanceof Error ? error.message : String(error)
    request.log.warn({ reason, method: request.method, path: request.routeOptions.url }, 'a request could not be answered for now')
    failures.inc({ status: refusal.status })
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(refusal.retryAfterSeconds)))
  return typeof refusal.body === 'string'
    ? reply.status(refusal.status).type('text/plain; charset=utf-8').send(refusal.body)
    : reply.status(refusal.status).send(refusal.body)
}
