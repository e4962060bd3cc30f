import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  HeaderLinkKind,
  LinkKind,
  ParamsOf,
  Permission,
  QueryOf,
  ReadScope,
  Resource,
  Role,
} from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a machine of a customer reads with: an actor that has no person behind it, and gets less of each answer. */
export type ReadKey = {
  readonly keyId: string
  readonly scopes: readonly ReadScope[]
  /** Where it reads: what of its tenant is not archived. */
  readonly officeIds: readonly number[]
}

/**
 * The signed-in person a request speaks for, as the database has them at this moment; or a read key, which has the role of an
 * administrator of what it reads, and its own number with a minus as `userId`.
 */
export type Actor = {
  readonly userId: number
  readonly loginId: string
  readonly fullName: string
  readonly role: Role
  /** The provider's own for administrators of the service. */
  readonly companyId: number
  readonly officeId: number | null
  readonly groupId: number | null
  readonly sessionId: string
  /** Absent of a person. */
  readonly readKey?: ReadKey
}

/** The system that sent a request without a signed-in person: its key, and where that key belongs. */
export type Sender = {
  readonly keyId: string
  readonly companyId: number
  readonly officeId: number
  /** What it sends is answered as if it were taken, and neither judged nor stored. */
  readonly isTrial?: boolean
}

/** Who reads a wallboard: a screen with a link, or a signed-in administrator; one of the two ids is null. */
export type Reader = Pick<Actor, 'role' | 'userId' | 'companyId' | 'officeId' | 'groupId'> & {
  readonly linkId: string | null
  readonly sessionId: string | null
}

/** The link by which something of one place was opened without sign-in. It has no role and no scope: it opens the calls of its kind. */
export type AccessLink = { readonly kind: LinkKind; readonly linkId: string; readonly companyId: number; readonly officeId: number }

/** Who calls: a sender with a key, a reader, a link, a signed-in person, or anybody where the endpoint is public. */
export type Caller<P extends Permission = Permission> = P extends 'ingestKey' | 'connection'
  ? { readonly sender: Sender }
  : P extends 'wallboard'
    ? { readonly reader: Reader }
    : P extends HeaderLinkKind
      ? { readonly link: AccessLink }
      : P extends 'public'
        ? object
        : { readonly actor: Actor }

export type Call<E extends Endpoint> = Caller<E['permission']> & {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** Where the request came from, for the audit log. */
  readonly address: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Route = {
  readonly endpoint: Endpoint
  /** The resource whose labels name the fields in messages about bad input. */
  readonly resource: Resource
  readonly handle: (call: never) => Promise<unknown>
}

/**
 * Connects an endpoint to its handler. The permission, the input's checking and the answer's shape come from the
 * contract, so a handler reads as one call.
 */
export const route = <E extends Endpoint>(
  endpoint: E,
  resource: Resource,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | void>,
): Route => ({ endpoint, resource, handle })
