import { setTimeout as after } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { version } from '../version.ts'
import { samplerOf } from './sampler.ts'
import type { Tracing } from './tracing.ts'
import type { TracingSettings } from '../config/tracing-settings.ts'

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const

/** How long a stopping process tries to send what is left. */
const graceMs = 2_000
/** A collector that is away is worth a line so often. */
const warnEveryMs = 3_600_000

/** Warns once an hour that traces are lost, and says when they arrive again. The library itself is silent. */
const withWarnings = (exporter: SpanExporter, log: Logger): SpanExporter => {
  let warnedAt: number | undefined
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = performance.now()
        if (result.error !== undefined && (warnedAt === undefined || now - warnedAt > warnEveryMs)) {
          warnedAt = now
          log.warn({ reason: result.error.message.slice(0, 200) }, 'traces do not reach their collector; nothing else is affected')
        } else if (result.error === undefined && warnedAt !== undefined) {
          warnedAt = undefined
          log.info('traces reach their collector again')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/**
 * Sends traces to a collector by OTLP over HTTP. Spans wait in a queue of 2,048; what comes beyond, as while the collector is away,
 * is dropped: recording waits for nobody.
 */
export const exportTraces = ({ endpoint, headers, serviceName, resource, sampler }: TracingSettings, log: Logger): Tracing => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...resource, 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: samplerOf(sampler) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withWarnings(new OTLPTraceExporter({ url: endpoint, headers: { ...headers } }), log),
        scheduledDelayMillis: 1_000,
        // Named here, since the library would take others from variables of its own (OTEL_BSP_…).
        maxQueueSize: 2_048,
        maxExportBatchSize: 512,
        exportTimeoutMillis: 30_000,
      }),
    ],
  })
  const tracer = provider.getTracer('mimamori', version)
  return {
    start: (name, { parent, kind = 'internal', attributes = {}, links = [], startedAt } = {}) =>
      tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes,
          links: links.map((context) => ({ context })),
          ...(startedAt !== undefined && { startTime: startedAt }),
        },
        parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent),
      ),
    stop: async () => {
      const stopped = new AbortController()
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        after(graceMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined),
      ])
      stopped.abort()
    },
  }
}
