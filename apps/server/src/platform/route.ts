import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf, Resource, Role } from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The signed-in person a request speaks for, as the database has them at this moment. */
export type Actor = {
  readonly userId: number
  readonly loginId: string
  readonly fullName: string
  readonly role: Role
  readonly companyId: number | null
  readonly officeId: number | null
  readonly groupId: number | null
  readonly sessionId: string
}

export type Call<E extends Endpoint> = {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** Present where the permission asks for a session; a public endpoint gets a stand-in that may see nothing. */
  readonly actor: Actor
  /** Where the request came from, for the audit log. */
  readonly address: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Route = {
  readonly endpoint: Endpoint
  /** Whose labels name the fields in messages about bad input. */
  readonly resource: Resource
  readonly handle: (call: Call<Endpoint>) => Promise<unknown>
}

/**
 * Ties an endpoint to its handler. The permission, the input's checking and the answer's shape come from the
 * contract, so a handler reads as one call.
 */
export const route = <E extends Endpoint>(
  endpoint: E,
  resource: Resource,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | void>,
): Route => ({ endpoint, resource, handle })
