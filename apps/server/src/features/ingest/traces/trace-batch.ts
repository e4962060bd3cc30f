import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, SpanContext } from '@opentelemetry/api'
import { withTracedSubjects } from '../../../platform/tracing/traced-subjects.ts'
import { currentTracing, failSpan, spanTime, type Tracing } from '../../../platform/tracing/tracing.ts'
import type { AttachedReading, ReceivedReading } from '../reading.ts'
import { deviceSubject, officeHeatSubject, userSubject } from '../../alerts/notices/trace-subjects.ts'
import type { MessageTrace } from './trace-message.ts'

type Step = { readonly name: string; readonly startedAt: number; readonly endedAt: number }

/** The traces that meet in a batch. */
type BatchTraces = {
  /** Of each message the span of the transaction that stores it. */
  readonly spans: ReadonlyMap<MessageTrace, Span>
  readonly steps: Step[]
  readonly subjects: Map<string, Span>
}

const current = new AsyncLocalStorage<BatchTraces>()

/** Does a step of a batch, and notes how long it took where a message of the batch is recorded. */
export const step = async <Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> => {
  const steps = currentTracing() === undefined ? undefined : current.getStore()?.steps
  if (steps === undefined) return work()
  const startedAt = spanTime()
  try {
    return await work()
  } finally {
    steps.push({ name, startedAt, endedAt: spanTime() })
  }
}

/** Notes whose readings are recorded, so that an alert which they open is part of their trace. */
export const noteTracedSubjects = (readings: readonly AttachedReading[]): void => {
  const traces = currentTracing() === undefined ? undefined : current.getStore()
  if (traces === undefined) return
  for (const { trace, wear, deviceId, officeId, kind } of readings) {
    const span = trace === undefined ? undefined : traces.spans.get(trace)
    if (span === undefined) continue
    if (wear !== null) traces.subjects.set(userSubject(wear.userId), span)
    traces.subjects.set(deviceSubject(deviceId), span)
    if (kind === 'heat') traces.subjects.set(officeHeatSubject(officeId), span)
  }
}

const record = (tracing: Tracing, name: string, parent: SpanContext, startedAt: number, endedAt: number) =>
  tracing.start(name, { parent, startedAt }).end(endedAt)

/**
 * Takes a batch through its work. Each recorded message has its wait in the queue and its transaction in its own trace; the steps
 * are in the trace of the first message and of those that led to notices, the others link there: a batch of hundreds of messages
 * would have a thousand equal spans.
 */
export const traceBatch = async <Answer>(received: readonly ReceivedReading[], work: () => Promise<Answer>): Promise<Answer> => {
  const tracing = currentTracing()
  if (tracing === undefined) return work()
  const messages = [...new Set(received.flatMap(({ trace }) => trace ?? []))]
  const [first] = messages
  if (first === undefined) return work()
  const startedAt = spanTime()
  const attributes = { 'mimamori.batch.readings': received.length, 'mimamori.batch.recorded_messages': messages.length }
  const spans = new Map<MessageTrace, Span>()
  for (const message of messages) {
    record(tracing, 'wait in queue', message.span, message.queuedAt, startedAt)
    const detailed = spans.get(first)?.spanContext()
    spans.set(
      message,
      tracing.start('transaction', { parent: message.span, startedAt, attributes, links: detailed === undefined ? [] : [detailed] }),
    )
  }
  const detailed = new Set([...spans.values()].slice(0, 1))
  const traces: BatchTraces = { spans, steps: [], subjects: new Map() }
  const findSpan = (subject: string) => {
    const span = traces.subjects.get(subject)
    if (span !== undefined) detailed.add(span)
    return span?.spanContext()
  }
  try {
    return await current.run(traces, () => withTracedSubjects(findSpan, work))
  } catch (error) {
    for (const span of spans.values()) failSpan(span, error)
    throw error
  } finally {
    for (const span of detailed)
      for (const { name, startedAt: from, endedAt } of traces.steps) record(tracing, name, span.spanContext(), from, endedAt)
    for (const span of spans.values()) span.end()
  }
}
