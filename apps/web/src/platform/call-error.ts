import { message } from '@mimamori/contract/messages'

/** One line of what went wrong; `row` where the server numbered it (an import). */
export type ErrorLine = { readonly row: number | null; readonly text: string }

const plain = (text: string): ErrorLine => ({ row: null, text })

/** Any call that did not end well. `lines` is what a person may read, already in their words. */
export class CallError extends Error {
  readonly lines: readonly ErrorLine[]

  constructor(lines: readonly ErrorLine[], options?: ErrorOptions) {
    super(lines.map((line) => line.text).join('\n'), options)
    this.name = new.target.name
    this.lines = lines
  }
}

/** No answer came. `offline` distinguishes a lost connection from a server that cannot be reached. */
export class UnreachableError extends CallError {
  readonly offline: boolean

  constructor(offline: boolean) {
    super([plain(message(offline ? 'E004' : 'E008'))])
    this.offline = offline
  }
}

export class TimedOutError extends CallError {
  constructor() {
    super([plain(message('E007'))])
  }
}

/** The server answered and said no. */
export class AnswerError extends CallError {
  readonly status: number
  /** What to tell the people who run the server. */
  readonly requestId: string | null
  /** Seconds until another try makes sense (429, 503). */
  readonly retryAfter: number | null

  constructor(status: number, lines: readonly ErrorLine[], headers: Headers) {
    super(lines)
    this.status = status
    this.requestId = headers.get('X-Request-Id')
    const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
  }
}

/** 409: the login ID is taken; the server offers a free one. */
export class ConflictError extends AnswerError {
  readonly suggestion: string | null

  constructor(lines: readonly ErrorLine[], headers: Headers, suggestion: string | null) {
    super(409, lines, headers)
    this.suggestion = suggestion
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')

const numberedLines = (rows: Record<string, unknown>): ErrorLine[] =>
  Object.entries(rows)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .flatMap(([row, ownLines]) => texts(ownLines).map((text) => ({ row: Number(row), text })))

/** Reads the three forms of a 400: a list of strings, numbered rows, or plain text. Empty where it is none of them. */
export const linesOf = (body: unknown): ErrorLine[] => {
  if (Array.isArray(body)) return texts(body).map(plain)
  if (typeof body === 'string')
    return body
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map(plain)
  if (!isRecord(body)) return []
  if (isRecord(body['messages'])) return numberedLines(body['messages'])
  return texts(body['messages'] ?? body['message']).map(plain)
}

const ownWords: Record<number, string> = {
  401: message('sessionEnded'),
  403: message('forbidden'),
  404: message('notFound'),
  412: message('C022'),
  413: message('tooLarge'),
  429: message('tooManyRequests'),
  503: message('databaseAway'),
  507: message('diskLow'),
}

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text().catch(() => '')
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's HTML page is nothing a person should read.
    return response.headers.get('Content-Type')?.includes('html') === true ? '' : text
  }
}

/** The error of an answer that is not a success. */
export const errorOf = async (response: Response): Promise<AnswerError> => {
  const { status, headers } = response
  const body = await bodyOf(response)
  const ownLines = status < 500 && status !== 429 ? linesOf(body) : []
  const lines = ownLines.length > 0 ? ownLines : [plain(ownWords[status] ?? message('E008'))]
  if (status !== 409) return new AnswerError(status, lines, headers)
  const suggestion = isRecord(body) && typeof body['suggestion'] === 'string' ? body['suggestion'] : null
  return new ConflictError(lines, headers, suggestion)
}

/** What to show of any error, a programming fault included: the generic message then. */
export const errorLines = (error: unknown): readonly ErrorLine[] => (error instanceof CallError ? error.lines : [plain(message('E008'))])
