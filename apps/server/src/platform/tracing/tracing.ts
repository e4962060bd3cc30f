import type { Attributes, Span, SpanContext } from '@opentelemetry/api'

/** What a span is called and belongs to. Attributes name no person and hold no value that was measured. */
export type SpanStart = {
  /** The span that it is part of; a trace begins where it is left out. */
  readonly parent?: SpanContext | undefined
  /** Who waits for whom: a request from outside, a message that nobody waits for, a call of another system, or our own work. */
  readonly kind?: 'server' | 'consumer' | 'client' | 'internal'
  readonly attributes?: Attributes
  /** Spans of other traces that it has to do with. */
  readonly links?: readonly SpanContext[]
  /** Epoch ms; now where it is left out. */
  readonly startedAt?: number
}

export type Tracing = {
  readonly start: (name: string, span?: SpanStart) => Span
  readonly stop: () => Promise<void>
}

let running: Tracing | undefined

/** What records the traces of this process; undefined where nothing does, as it is unless an operator asks for it. */
export const currentTracing = (): Tracing | undefined => running

/** Has the process record its traces by `tracing`, or none any more. */
export const setTracing = (tracing: Tracing | undefined): void => {
  running = tracing
}

/** Now, epoch ms, finer than the clock of the product: spans last less than a millisecond. */
export const spanTime = (): number => performance.timeOrigin + performance.now()

/** The error of a span, without its words: they may name a person or an address. */
export const failSpan = (span: Span, error: unknown): void => {
  // SpanStatusCode.ERROR: the enumeration itself would load the library.
  span.setStatus({ code: 2, message: error instanceof Error ? error.name : 'unknown' })
}

/**
 * Does work as a span, which the work is given; without one where nothing is recorded.
 * @throws what the work throws
 */
export const inSpan = async <Answer>(
  name: string,
  span: SpanStart | undefined,
  work: (span: Span | undefined) => Promise<Answer>,
): Promise<Answer> => {
  const started = span === undefined ? undefined : running?.start(name, span)
  if (started === undefined) return work(undefined)
  try {
    return await work(started)
  } catch (error) {
    failSpan(started, error)
    throw error
  } finally {
    started.end()
  }
}
