import type { Endpoint } from '@mimamori/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { refusalOf } from './answer-error.ts'
import { authenticator, type FindLink, type FindSender, isLinkPermission } from './authenticate.ts'
import { bodiesUnderWay } from '../traffic/bodies-under-way.ts'
import { callRoom } from '../traffic/call-room.ts'
import { admission, type Rules, rulesOf } from '../traffic/admission-policy.ts'
import { admit } from '../traffic/connections.ts'
import type { Context } from '../context.ts'
import { once } from './once.ts'
import { pacedCalls } from '../traffic/paced-calls.ts'
import { refuseTooLarge } from './upload-bounds.ts'
import { callerAddress } from '../traffic/proxies.ts'
import { readInput } from './read-input.ts'
import {
  asReadByKey,
  carriesReadKey,
  noReadKeys,
  type ReadKeyEnd,
  type ReadKeys,
  refuseHiddenOrder,
  resultOfStatus,
  rowsIn,
} from './read-key.ts'
import type { Caller, Route } from './route.ts'
import { turnsByKey } from '../traffic/turns-by-key.ts'
import { untilSent } from './until-sent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set before the body is read. */
    caller: Caller | null
    /** The read key that makes the call, also where it is refused. */
    readKey: { readonly companyId: number; readonly keyId: string; readonly end: ReadKeyEnd | null } | null
    /** Rows that a read key was answered; null of what is no list. A call that sends a stream counts its own. */
    rowsRead: number | null
  }
}

/** An answer that does not fit its own schema, which is a bug. */
class AnswerError extends Error {
  override readonly name = 'AnswerError'
}

const optionsOf = ({ bodyBytes, isRateLimited }: Rules): RouteShorthandOptions => {
  const { most, within } = admission.publicCalls
  return { bodyLimit: bodyBytes, config: isRateLimited ? { rateLimit: { max: most, timeWindow: within } } : {} }
}

/** Only what the schema names leaves the server, and to a read key only what it does not hide from it. */
const answerText = (endpoint: Endpoint, value: unknown, caller: Caller): string => {
  const answer = endpoint.answer.safeParse(value)
  if (!answer.success) throw new AnswerError(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(answer.error.issues.slice(0, 5))}`)
  const readKey = 'actor' in caller ? caller.actor.readKey : undefined
  return JSON.stringify(readKey === undefined ? answer.data : asReadByKey(endpoint.answer, answer.data, readKey.scopes))
}

/** Whether a call is made with a secret that could be guessed: a link's, or that of a read key. */
const isGuessable = ({ permission }: Endpoint, { authorization }: FastifyRequest['headers']): boolean =>
  isLinkPermission(permission) || carriesReadKey(authorization)

/** Counts the wrong links and read keys that a network sends. Where no call is made by either, there is nothing to count. */
const guessCounter = (app: FastifyInstance, routes: readonly Route[]) => {
  if (!routes.some(({ endpoint }) => isLinkPermission(endpoint.permission) || endpoint.readBy !== undefined)) return async () => undefined
  const { most, within, refuse } = admission.publicCalls
  const limitOf = app.createRateLimit({ max: most, timeWindow: within })
  /** @throws Refusal 429 where a network has sent too many. A good one is never refused for them. */
  return async (request: FastifyRequest, error: unknown): Promise<void> => {
    if (refusalOf(error)?.status !== 401) return
    const limit = await limitOf(request)
    if (!limit.isAllowed && limit.isExceeded) throw refuse(limit.ttlInSeconds)
  }
}

/** Has each call of a read key noted once it is answered. */
const noteKeyUse = (app: FastifyInstance, { clock }: Pick<Context, 'clock'>, { note }: ReadKeys): void => {
  app.decorateRequest('readKey', null)
  app.decorateRequest('rowsRead', null)
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { readKey, method, routeOptions, rowsRead } = request
    if (readKey === null) return
    const { end, ...key } = readKey
    const result = end ?? resultOfStatus(statusCode)
    const items = result === 'given' ? rowsRead : null
    note({ ...key, at: clock(), method, path: routeOptions.url ?? '', address: callerAddress(request), result, items })
  })
}

/**
 * Registers the slices' routes. Permission, input and answer come from each endpoint's declaration, in that order: a
 * caller without permission learns nothing about the input, not even that it is wrong.
 * @param findLink knows no links unless given
 * @param readKeys knows no keys unless given
 * @throws where two routes claim one endpoint
 */
export const registerRoutes = (
  app: FastifyInstance,
  context: Context,
  routes: readonly Route[],
  findSender: FindSender,
  findLink: FindLink = async () => undefined,
  readKeys: ReadKeys = noReadKeys,
): void => {
  const authenticate = authenticator(context, findSender, findLink, readKeys)
  const bodies = bodiesUnderWay()
  const calls = callRoom()
  const inTurn = turnsByKey(admission.turns)
  const inLane = turnsByKey(admission.lanes)
  const paced = pacedCalls()
  app.decorateRequest('caller', null)
  app.decorateRequest('signedIn', null)
  noteKeyUse(app, context, readKeys)

  const inTurnOf = <Answer>(
    endpoint: Endpoint,
    { waitsIn, pacedUntil }: Rules,
    caller: Caller,
    reply: FastifyReply,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    if (!('actor' in caller)) return work()
    const person = `${caller.actor.companyId}/${caller.actor.userId}`
    const whole = pacedUntil === 'sent' ? () => untilSent(reply, work) : work
    const pacedWork = pacedUntil === null ? whole : () => paced(person, whole)
    if (waitsIn === null) return pacedWork()
    return waitsIn === 'turns' ? inTurn(person, pacedWork) : inLane(`${person} ${endpoint.lane}`, pacedWork)
  }

  const countGuess = guessCounter(app, routes)

  for (const { endpoint, resource, handle } of routes) {
    const rules = rulesOf(endpoint)
    const letIn = async (request: FastifyRequest, reply: FastifyReply) => {
      request.caller = await authenticate(endpoint, request.headers, ({ companyId, userId, readKey }, end = null) => {
        request.signedIn = { companyId, userId }
        if (readKey !== undefined) request.readKey = { companyId, keyId: readKey.keyId, end }
      }).catch(async (error: unknown) => {
        // Nobody guesses a key that is over: its secret was right.
        if (request.readKey === null && isGuessable(endpoint, request.headers)) await countGuess(request, error)
        throw error
      })
      calls.enter(request, reply, request.caller)
      if (rules.countsBodies && 'sender' in request.caller) bodies.enter(request, reply, request.caller.sender)
      if (endpoint.multipart !== undefined) {
        refuseTooLarge(request, endpoint.multipart)
        await context.space.refuseBelowFloor()
      }
      // Last: anyone who is refused has a stranger's time for the rest of the body.
      if (rules.bodyOf !== 'stranger') admit(request.raw, rules.bodyOf)
    }
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller } = request
      if (caller === null) throw new Error(`${endpoint.path} was reached without a caller`)
      const input = readInput(endpoint, resource, request)
      if ('actor' in caller) refuseHiddenOrder(endpoint, caller.actor, input.query)
      const work = () => handle({ ...input, ...caller, address: callerAddress(request), request, reply } as never)
      if (endpoint.raw === true) return (await inTurnOf(endpoint, rules, caller, reply, work)) ?? reply
      // Checking the answer would slow down the ingestion, and it holds nothing that must be removed.
      const text = async () => {
        const value = await work()
        request.rowsRead = rowsIn(value)
        return 'sender' in caller ? JSON.stringify(value) : answerText(endpoint, value, caller)
      }
      const answered = await inTurnOf(endpoint, rules, caller, reply, () =>
        endpoint.once === true && 'actor' in caller ? once(context, caller.actor, request, text) : text(),
      )
      return reply.type('application/json; charset=utf-8').send(answered)
    }
    const counted = rules.countsBodies ? { preParsing: bodies.counting } : {}
    app.route({ method: endpoint.method, url: endpoint.path, ...optionsOf(rules), onRequest: letIn, ...counted, handler: answer })
  }
}
