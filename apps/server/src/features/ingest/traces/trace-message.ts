import type { SpanContext } from '@opentelemetry/api'
import type { Sender } from '../../../platform/http/route.ts'
import { readTraceparent } from '../../../platform/tracing/traceparent.ts'
import { currentTracing, inSpan, spanTime } from '../../../platform/tracing/tracing.ts'

/** The span of a message, which its readings carry through the queue. */
export type MessageTrace = { readonly span: SpanContext; readonly queuedAt: number }

type TracedMessage = {
  readonly via: 'http' | 'mqtt'
  readonly sender: Sender
  /** Readings in it. */
  readonly size: number
  /** The span of its sender that it belongs to, which a trace of our own links to. */
  readonly traceparent: string | undefined
}

/** Takes a message as a span; `trace` is undefined where it is not recorded. */
export const traceMessage = async <Answer>(
  { via, sender, size, traceparent }: TracedMessage,
  work: (trace: MessageTrace | undefined) => Promise<Answer>,
): Promise<Answer> => {
  if (currentTracing() === undefined) return work(undefined)
  const attributes = {
    'mimamori.via': via,
    'mimamori.company.id': sender.companyId,
    'mimamori.office.id': sender.officeId,
    'mimamori.readings': size,
  }
  // Who may send readings chooses the number: as our own, it would lead into the traces of other companies.
  const ofSender = readTraceparent(traceparent, true)
  return inSpan(
    'receive readings',
    { links: ofSender === undefined ? [] : [ofSender], kind: via === 'http' ? 'server' : 'consumer', attributes },
    (span) => work(span?.isRecording() === true ? { span: span.spanContext(), queuedAt: spanTime() } : undefined),
  )
}
