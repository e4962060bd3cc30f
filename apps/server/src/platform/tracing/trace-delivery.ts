import type { Span } from '@opentelemetry/api'
import { readTraceparent } from './traceparent.ts'
import { inSpan } from './tracing.ts'

/** A row of an outbox, with the trace that it belongs to. */
type TracedRow = { readonly traceparent: string | null }

/**
 * Sends what rows of an outbox say as a span of the trace of the first that has one; it links to the traces of the others. Without
 * a span where none has.
 */
export const traceDelivery = <Answer>(
  name: string,
  rows: readonly TracedRow[],
  attempt: number,
  work: (span: Span | undefined) => Promise<Answer>,
): Promise<Answer> => {
  const [parent, ...links] = rows.flatMap(({ traceparent }) => readTraceparent(traceparent, false) ?? [])
  const span = parent && {
    parent,
    links,
    kind: 'client' as const,
    attributes: { 'mimamori.attempt': attempt, 'mimamori.notices': rows.length },
  }
  return inSpan(name, span, work)
}

/** Notes on a span what came of an attempt: sent, or by a word why not. */
export const noteDelivery = (span: Span | undefined, outcome: string): void => {
  span?.setAttribute('mimamori.outcome', outcome)
  if (outcome !== 'sent') span?.setStatus({ code: 2, message: outcome })
}
