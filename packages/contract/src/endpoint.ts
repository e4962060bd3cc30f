import type { z } from 'zod'
import type { CallScope } from './read-scope.ts'
import type { Role } from './role.ts'

/** What a link opens of one site without anybody signed in. A link of one kind opens nothing of another. */
export const linkKinds = ['wallboard', 'poster', 'morningCheck'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The header in which a call carries its link as `<id>.<secret>`, by kind. A wallboard's is the bearer, since its stream is read by a session as well. */
export const linkHeaders = { poster: 'x-poster-secret', morningCheck: 'x-morning-check-secret' } as const
export type HeaderLinkKind = keyof typeof linkHeaders

/**
 * Who may call an endpoint. `public` needs no session, `session` any session, `ingestKey` a device's key, `connection`
 * the secret of a connection with a network server,
 * `wallboard` a wallboard's link or an administrator's session, `poster` and `morningCheck` a link of that kind; else the roles
 * named. What of the data a role then sees is its scope, applied in the query; a link has no role and no scope, only its site.
 */
export type Permission = 'public' | 'session' | 'ingestKey' | 'connection' | 'wallboard' | HeaderLinkKind | readonly Role[]

/** Bytes that one request with a device's key may carry: 4 MB. */
export const maxIngestBytes = 4_000_000

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint = {
  readonly method: Method
  /** Fastify's notation: `/api/Alert/:id/Close`. */
  readonly path: string
  readonly permission: Permission
  /**
   * The scope by which a read key may make the call as well, as an administrator of its company or sites would; absent, none may. Of its
   * answer a key gets null for what is marked `vital` or `ofScope` and is not of its scopes, and every key for what is `hiddenFromKeys`.
   */
  readonly readBy?: CallScope
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** What senders are to send, where `body` takes more than that. */
  readonly documentedBody?: z.ZodType
  readonly answer: z.ZodType
  /** True where the answer is a stream of its own making (server-sent events, a file). */
  readonly raw?: true
  /** Where the answer is a stream of server-sent events: the JSON of each event's data, by the event's name. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  /**
   * True where it makes something: sent again with the same `Idempotency-Key` after its answer was lost, it is not done twice.
   * Its answer is kept for a day, so it must hold no secret.
   */
  readonly once?: true
  /** True if a person may call it who must first set a password or a second factor (`UserInfo.owed`). */
  readonly whileOwing?: true
  /**
   * Of those that any session may call: true if a session that a worker's card opened may, too. The others are about how an account
   * signs in and where it is notified.
   */
  readonly byCard?: true
  /**
   * A row of its own in which a person's calls of this kind take turns, beside that of all their other ones: `alarm` lists
   * alerts or answers them, `session` is about who is signed in, `outside` waits for a server outside.
   */
  readonly lane?: 'alarm' | 'session' | 'outside'
  /** Where the body is multipart: what its one file is. It and the named fields beside it are read by the handler as a stream. */
  readonly multipart?: 'csv' | 'image'
}

/** Declares an endpoint once; routes, the web's client, OpenAPI and the permission tests read it. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type Input<S> = S extends z.ZodType ? z.input<S> : never
type Output<S> = S extends z.ZodType ? z.output<S> : never

export type QueryOf<E extends Endpoint> = Output<E['query']>
export type ParamsOf<E extends Endpoint> = Output<E['params']>
export type BodyOf<E extends Endpoint> = Output<E['body']>
export type AnswerOf<E extends Endpoint> = Output<E['answer']>
export type QueryIn<E extends Endpoint> = Input<E['query']>
export type ParamsIn<E extends Endpoint> = Input<E['params']>
export type BodyIn<E extends Endpoint> = Input<E['body']>
