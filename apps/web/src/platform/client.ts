import { type AnswerOf, type BodyIn, type Endpoint, linkHeaders, type ParamsIn, type QueryIn } from '@mimamori/contract/endpoint'
import { session } from '@mimamori/contract/session'
import { AnswerError, errorOf, TimedOutError, UnreachableError } from './call-error.ts'
import { writeSearch } from './search-text.ts'
import type { TokenStore, Tokens } from './session-store.ts'
import { sendWithProgress, type OnUpload } from './upload.ts'

type IsOptional<T> = undefined extends T ? true : object extends T ? true : false
type Part<Name extends string, T> = [T] extends [never]
  ? unknown
  : IsOptional<T> extends true
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T }

/** What a call of an endpoint takes: its path's parameters, its query, its body (a form where files go along). */
export type CallInput<E extends Endpoint> = Part<'params', ParamsIn<E>> &
  Part<'query', QueryIn<E>> &
  Part<'body', BodyIn<E> | (E extends { readonly multipart: string } ? FormData : never)> &
  Transport

/**
 * How a call travels: what stops it, who is called with how much of its body has been sent, and the key by which it is done once,
 * where the caller made one.
 */
type Transport = {
  readonly signal?: AbortSignal
  readonly onUpload?: OnUpload
  readonly key?: string
  /** The secret of a poster's link, which no address may hold. */
  readonly poster?: string
}

type LooseInput = Transport & {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}

type InputArgument<E extends Endpoint> = object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export type Client = {
  /** Calls an endpoint and answers its JSON. */
  call: <E extends Endpoint>(endpoint: E, ...input: InputArgument<E>) => Promise<AnswerOf<E>>
  /** Calls an endpoint and answers the response itself: files, streams. */
  callRaw: <E extends Endpoint>(endpoint: E, ...input: InputArgument<E>) => Promise<Response>
}

export type ClientSettings = {
  readonly base: string
  readonly timeoutMs: number
  /** A refresh that is not answered for so long has failed: all calls wait for it. */
  readonly refreshTimeoutMs?: number
  readonly tokens: TokenStore
  /** One at a time among all tabs of the browser. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>
  readonly isOffline: () => boolean
  /** The answer to a call that was made before the console's code was there; undefined where none was. */
  readonly takeFirstAnswer?: (path: string) => Promise<Response | undefined>
  /** The server refused to continue, and said why: the tokens are cleared already. */
  readonly onSessionEnd: (why: string) => void
}

const urlOf = (base: string, endpoint: Endpoint, input: LooseInput) => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  return `${base}${path}${writeSearch(input.query ?? {})}`
}

const requestOf = (endpoint: Endpoint, input: LooseInput, token: string | undefined, key?: string): RequestInit => {
  const headers = new Headers({ Accept: 'application/json' })
  if (key !== undefined) headers.set('Idempotency-Key', key)
  if (input.poster !== undefined) headers.set(linkHeaders.poster, input.poster)
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (input.body === undefined) return { method: endpoint.method, headers }
  if (input.body instanceof FormData) return { method: endpoint.method, headers, body: input.body }
  headers.set('Content-Type', 'application/json')
  return { method: endpoint.method, headers, body: JSON.stringify(input.body) }
}

const refreshTimeoutMs = 20_000

/** A key by which a request is done once (`Idempotency-Key`). */
// `crypto.randomUUID` is there on https and localhost only.
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The keys of what is to be done once: the same for a request that is sent again because its answer never came. */
const keysOfUnanswered = () => {
  const keys = new Map<string, string>()
  const nameOf = (endpoint: Endpoint, input: LooseInput) => JSON.stringify([endpoint.path, input.params, input.query, input.body])
  return {
    keyOf: (endpoint: Endpoint, input: LooseInput): string => {
      const name = nameOf(endpoint, input)
      const key = keys.get(name) ?? newKey()
      keys.set(name, key)
      return key
    },
    isAnswered: (endpoint: Endpoint, input: LooseInput) => {
      if (endpoint.once === true) keys.delete(nameOf(endpoint, input))
    },
  }
}

/** Ends with the work, or as soon as the signal says so; the work continues for others. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

/** A typed client over fetch. One 401 leads to one refresh, shared by all calls and tabs, and to one retry. */
export const createClient = (settings: ClientSettings): Client => {
  const { base, tokens } = settings
  const sentOnce = keysOfUnanswered()

  const inTime = async <T>(
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
    longestMs = settings.timeoutMs,
  ): Promise<T> => {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), longestMs)
    try {
      return await work(caller === undefined ? timeout.signal : AbortSignal.any([caller, timeout.signal]))
    } catch (error) {
      if (caller?.aborted === true) throw error
      if (timeout.signal.aborted) throw new TimedOutError()
      // fetch answers every failure below HTTP with a TypeError.
      if (error instanceof TypeError) throw new UnreachableError(settings.isOffline())
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends the session. @returns the error for the call that met its end */
  const endSession = (error: AnswerError): AnswerError => {
    tokens.clear()
    settings.onSessionEnd(error.message)
    return error
  }

  const askForTokens = (current: Tokens) =>
    inTime(
      undefined,
      async (signal) => {
        const body = { accessToken: current.token, refreshToken: current.refreshToken }
        const { refresh } = session
        const response = await fetch(urlOf(base, refresh, {}), { ...requestOf(refresh, { body }, undefined), signal })
        if (response.ok) return (await response.json()) as Tokens
        // A crowded or stopped server has refused nothing; the session stays for another try.
        if (response.status === 429 || response.status >= 500) throw await errorOf(response)
        const { lines } = await errorOf(response)
        return new AnswerError(401, lines, response.headers)
      },
      settings.refreshTimeoutMs ?? refreshTimeoutMs,
    )

  // The last refusal, for the calls that waited while it came.
  let refusal: { readonly token: string; readonly error: AnswerError } | undefined

  /** The tokens to continue with; null where another tab ended the session, the error where the server did. */
  const renew = (used: Tokens): Promise<Tokens | AnswerError | null> =>
    settings.exclusively(async () => {
      const current = tokens.read()
      // Anyone who held the lock before has refreshed, or was refused, on behalf of all.
      if (current === null && refusal?.token === used.token) return refusal.error
      if (current === null || current.token !== used.token) return current
      const renewed = await askForTokens(current)
      if (renewed instanceof AnswerError) {
        tokens.clear()
        refusal = { token: used.token, error: renewed }
      } else tokens.save(renewed)
      return renewed
    })

  const answerTo = async (endpoint: Endpoint, input: LooseInput, signal: AbortSignal): Promise<Response> => {
    const send = (url: string, init: RequestInit) =>
      input.onUpload === undefined ? fetch(url, init) : sendWithProgress(url, init, input.onUpload)
    const key = input.key ?? (endpoint.once === true ? sentOnce.keyOf(endpoint, input) : undefined)
    const ask = (token?: string) => send(urlOf(base, endpoint, input), { ...requestOf(endpoint, input, token, key), signal })
    if (endpoint.permission === 'public') return ask()
    const ahead = endpoint.method === 'GET' ? settings.takeFirstAnswer?.(urlOf('', endpoint, input)) : undefined
    const answered = ahead === undefined ? undefined : await unlessAborted(ahead, signal)
    const used = tokens.read()
    const first = answered ?? (await ask(used?.token))
    if (first.status !== 401) return first
    const renewed = used === null ? null : await unlessAborted(renew(used), signal)
    if (renewed instanceof AnswerError) throw endSession(renewed)
    const second = renewed === null ? first : await ask(renewed.token)
    if (second.status === 401) throw endSession(await errorOf(second))
    return second
  }

  const callRaw = (endpoint: Endpoint, input: LooseInput = {}): Promise<Response> =>
    inTime(input.signal, async (signal) => {
      const response = await answerTo(endpoint, input, signal)
      if (!response.ok) throw await errorOf(response)
      return response
    })

  const call = (endpoint: Endpoint, input: LooseInput = {}): Promise<unknown> =>
    inTime(input.signal, async (signal) => {
      const response = await answerTo(endpoint, input, signal)
      const error = response.ok ? undefined : await errorOf(response)
      const text = response.ok ? await response.text() : ''
      if (response.status < 500) sentOnce.isAnswered(endpoint, input)
      if (error !== undefined) throw error
      return text === '' ? {} : JSON.parse(text)
    })

  return { call: call as Client['call'], callRaw }
}
