import { z } from 'zod'
import type { SamplerSettings, TracingSettings } from './tracing-settings.ts'
import { webAddress } from './forms.ts'
import { schemasOf, type Variables } from './variable.ts'

const pair = /^\s*([^\s=,;]+)\s*=\s*([^,;]*?)\s*$/

/** Pairs by commas as the standard writes them, their values percent-encoded; undefined where it is something else. */
const pairsIn = (text: string): Record<string, string> | undefined => {
  try {
    const pairs = text.split(',').map((one) => pair.exec(one))
    return pairs.includes(null)
      ? undefined
      : Object.fromEntries(pairs.map((found) => [found?.[1] ?? '', decodeURIComponent(found?.[2] ?? '')]))
  } catch {
    return undefined
  }
}

const pairList = z
  .string()
  .refine((text) => pairsIn(text) !== undefined, '名前=値 をカンマで区切って並べてください。')
  .transform((text) => pairsIn(text) ?? {})
  .optional()

const samplers = ['always_on', 'always_off', 'traceidratio'] as const
const ofParents = samplers.map((kind) => `parentbased_${kind}` as const)

// What follows from a message is always recorded with it, and what a sender decided counts for nothing: both forms mean the same.
const sampler = z
  .enum([...samplers, ...ofParents], `${[...samplers, ...ofParents].join('、')} のどれかにしてください。`)
  .transform((name) => name.replace('parentbased_', '') as SamplerSettings['kind'])

const isShare = (text: string) => /^\d*\.?\d+$/.test(text) && Number(text) <= 1

/** Where the way of a reading through the product is shown, by the names that OpenTelemetry gives its variables. */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: webAddress,
    absent: 'no traces are recorded',
    example: 'http://127.0.0.1:4318',
    comment: 'The OpenTelemetry collector that gets traces of readings by OTLP over HTTP; /v1/traces is added.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: pairList,
    absent: 'none',
    example: 'authorization=Bearer%20TOKEN',
    comment: 'Headers for the collector, name=value by commas, values percent-encoded.',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string(),
    default: 'mimamori',
    comment: 'What traces call this installation.',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    schema: pairList,
    absent: 'none',
    example: 'deployment.environment.name=production',
    comment: 'Further attributes of this process in traces, name=value by commas.',
  },
  OTEL_TRACES_SAMPLER: {
    schema: sampler,
    default: 'parentbased_always_on',
    comment:
      'Which messages are traced: parentbased_always_on, parentbased_traceidratio or parentbased_always_off.\nWhat a sender says of it does not count.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.string().refine(isShare, '0から1までの数にしてください。').transform(Number),
    default: '1',
    comment: 'The share of messages that parentbased_traceidratio traces, 0 to 1.',
  },
} satisfies Variables

const TraceEnvironment = z.object(schemasOf(traceVariables))

/** Where traces go; undefined where nothing is recorded. */
export const tracingSettings = (env: z.infer<typeof TraceEnvironment>): TracingSettings | undefined =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || env.OTEL_TRACES_SAMPLER === 'always_off'
    ? undefined
    : {
        endpoint: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        serviceName: env.OTEL_SERVICE_NAME,
        resource: env.OTEL_RESOURCE_ATTRIBUTES ?? {},
        sampler: { kind: env.OTEL_TRACES_SAMPLER, share: env.OTEL_TRACES_SAMPLER_ARG },
      }
