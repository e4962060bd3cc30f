import { message, type MessageCode } from '@mimamori/contract'

/** An answer that is not a success, said in Japanese. Anything else thrown is a 500 that tells only its request id. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: unknown, retryAfterSeconds?: number) {
    super(typeof body === 'string' ? body : JSON.stringify(body))
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 400 with one line a fault. */
export const badRequest = (...texts: string[]) => new Refusal(400, texts)

/** 400 with faults by row number: `{ "messages": { "3": ["…"] } }`. */
export const badRows = (messages: Record<string, string[]>) => new Refusal(400, { messages })

export const unauthorised = (code: MessageCode = 'sessionEnded') => new Refusal(401, [message(code)])

/** Known to the person, but not theirs to do. */
export const forbidden = () => new Refusal(403, [message('forbidden')])

/** Absent, or another tenant's: the two must look alike. */
export const notFound = () => new Refusal(404, [message('notFound')])

/** The record changed since it was read. */
export const stale = () => new Refusal(412, message('C022'))

export const tooManyRequests = (seconds: number, code: MessageCode = 'tooManyRequests') => new Refusal(429, [message(code)], seconds)

/** The database is away: senders are told to come again. */
export const unavailable = (seconds = 5) => new Refusal(503, [message('databaseAway')], seconds)
