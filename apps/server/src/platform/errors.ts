import { message, type MessageCode } from '@mimamori/contract'

/** An answer that is not a success, with its messages in Japanese. Any other error becomes a 500 that shows only its request id. */
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

/** What a refusal says to a person, where no row is to blame. */
export const wordsOf = ({ body }: Refusal): string =>
  Array.isArray(body) ? body.join('\n') : typeof body === 'string' ? body : message('E029')

/** 400 with one line per fault. */
export const badRequest = (...texts: string[]) => new Refusal(400, texts)

/** A field of a form that must be there and is not, by its label. */
export const missingField = (label: string): Refusal => badRequest(message('E031'), message('fieldMissing', { field: label }))

/** 400 with faults by row number: `{ "messages": { "3": ["…"] } }`. */
export const badRows = (messages: Record<string, string[]>) => new Refusal(400, { messages })

export const unauthorised = (code: MessageCode = 'sessionEnded') => new Refusal(401, [message(code)])

/** The person may see the record, but not do this to it. */
export const forbidden = (code: MessageCode = 'forbidden') => new Refusal(403, [message(code)])

/** The record does not exist or is another tenant's: the caller must not learn which. */
export const notFound = () => new Refusal(404, [message('notFound')])

/** The record changed since it was read. */
export const stale = () => new Refusal(412, message('C022'))

export const tooManyRequests = (seconds: number, code: MessageCode = 'tooManyRequests') => new Refusal(429, [message(code)], seconds)

/** The database cannot be reached: the caller should try again after so many seconds. */
export const unavailable = (seconds = 5) => new Refusal(503, [message('databaseAway')], seconds)

/** The caller has too much under way: it should send the request again in a second. A matter of its own, and no failure of the server. */
export class ComeAgain extends Refusal {
  constructor() {
    super(503, [message('tooMuchUnderWay')], 1)
  }
}

/** Why something failed, for the log. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of an error of the system or the database, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
