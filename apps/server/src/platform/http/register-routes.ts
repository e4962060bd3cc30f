import { type Endpoint, maxIngestBytes } from '@mimamori/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { SignedIn } from './answer-error.ts'
import { authenticator, type FindLinkReader, type FindSender } from './authenticate.ts'
import { bodiesUnderWay } from '../traffic/bodies-under-way.ts'
import { callRoom } from '../traffic/call-room.ts'
import { admit, maxStrangersBytes } from '../traffic/connections.ts'
import type { Context } from '../context.ts'
import { once } from './once.ts'
import { pacedCalls } from '../traffic/paced-calls.ts'
import { refuseTooLarge } from './upload-bounds.ts'
import { callerAddress } from '../traffic/proxies.ts'
import { readInput } from './read-input.ts'
import type { Caller, Route } from './route.ts'
import { turnsByKey } from '../traffic/turns-by-key.ts'
import { untilSent } from './until-sent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set before the body is read. */
    caller: Caller | null
  }
}

const maxJsonBytes = 1_000_000
// Checking a password is costly and needs no sign-in, so the rate of public calls is limited; and nobody is to guess links.
const publicCallsPerMinute = 600

// A screen makes some ten calls as it opens: one person's calls must not take all of the database's connections, nor all come
// between others' readings and the processor at once.
const callsOfPerson = 4
const callsWaiting = 60

// What must not wait behind those, such as the answer to an alert, and what would keep them waiting.
const callsOfLane = 2

/** An answer that does not fit its own schema, which is a bug. */
class AnswerError extends Error {
  override readonly name = 'AnswerError'
}

const optionsOf = (endpoint: Endpoint): RouteShorthandOptions => ({
  bodyLimit: endpoint.permission === 'ingestKey' ? maxIngestBytes : endpoint.permission === 'public' ? maxStrangersBytes : maxJsonBytes,
  config:
    endpoint.permission === 'public' || endpoint.permission === 'wallboard'
      ? { rateLimit: { max: publicCallsPerMinute, timeWindow: '1 minute' } }
      : {},
})

/** Only what the schema names leaves the server. */
const answerText = (endpoint: Endpoint, value: unknown): string => {
  const answer = endpoint.answer.safeParse(value)
  if (!answer.success) throw new AnswerError(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(answer.error.issues.slice(0, 5))}`)
  return JSON.stringify(answer.data)
}

/**
 * Registers the slices' routes. Permission, input and answer come from each endpoint's declaration, in that order: a
 * caller without permission learns nothing about the input, not even that it is wrong.
 * @param findLinkReader knows no links unless given
 * @throws where two routes claim one endpoint
 */
export const registerRoutes = (
  app: FastifyInstance,
  context: Context,
  routes: readonly Route[],
  findSender: FindSender,
  findLinkReader: FindLinkReader = async () => undefined,
): void => {
  const authenticate = authenticator(context, findSender, findLinkReader)
  const bodies = bodiesUnderWay()
  const calls = callRoom()
  const inTurn = turnsByKey(callsOfPerson, callsWaiting)
  const inLane = turnsByKey(callsOfLane, callsWaiting)
  const paced = pacedCalls()
  app.decorateRequest('caller', null)
  app.decorateRequest('signedIn', null)

  const inTurnOf = <Answer>(
    { multipart, raw, lane }: Endpoint,
    caller: Caller,
    reply: FastifyReply,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const actor = 'actor' in caller ? caller.actor : undefined
    // Anyone who sends a file may take minutes.
    if (actor === undefined || multipart !== undefined) return work()
    const person = `${actor.companyId}/${actor.userId}`
    if (raw === true) return lane === undefined ? paced(person, () => untilSent(reply, work)) : work()
    return lane === undefined ? inTurn(person, () => paced(person, work)) : inLane(`${person} ${lane}`, work)
  }

  for (const { endpoint, resource, handle } of routes) {
    const letIn = async (request: FastifyRequest, reply: FastifyReply) => {
      request.caller = await authenticate(endpoint, request.headers.authorization, (person: SignedIn) => (request.signedIn = person))
      calls.enter(request, reply, request.caller)
      if ('sender' in request.caller) bodies.enter(request, reply, request.caller.sender)
      if (endpoint.multipart !== undefined) {
        refuseTooLarge(request, endpoint.multipart)
        await context.space.refuseBelowFloor()
      }
      // Last: anyone who is refused has a stranger's time for the rest of the body.
      if (endpoint.permission !== 'public') admit(request.raw, endpoint.multipart === undefined ? 'text' : 'file')
    }
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller } = request
      if (caller === null) throw new Error(`${endpoint.path} was reached without a caller`)
      const input = readInput(endpoint, resource, request)
      const work = () => handle({ ...input, ...caller, address: callerAddress(request), request, reply } as never)
      if (endpoint.raw === true) return (await inTurnOf(endpoint, caller, reply, work)) ?? reply
      // Checking the answer would slow down the ingestion, and it holds nothing that must be removed.
      const text = async () => (endpoint.permission === 'ingestKey' ? JSON.stringify(await work()) : answerText(endpoint, await work()))
      const answered = await inTurnOf(endpoint, caller, reply, () =>
        endpoint.once === true && 'actor' in caller ? once(context, caller.actor, request, text) : text(),
      )
      return reply.type('application/json; charset=utf-8').send(answered)
    }
    const counted = endpoint.permission === 'ingestKey' ? { preParsing: bodies.counting } : {}
    app.route({ method: endpoint.method, url: endpoint.path, ...optionsOf(endpoint), onRequest: letIn, ...counted, handler: answer })
  }
}
