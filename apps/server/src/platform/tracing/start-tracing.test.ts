import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { startTracing } from './start-tracing.ts'
import { readTraceparent, traceparentOf } from './traceparent.ts'
import { currentTracing } from './tracing.ts'

const log = pino({ level: 'silent' })
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }

test.each([
  ['without a collector', {}],
  ['where nothing is to be traced', { ...collector, OTEL_TRACES_SAMPLER: 'always_off' }],
])('%s nothing is recorded', async (_, environment) => {
  const stop = await startTracing(readConfig(environment), log)
  expect(currentTracing()).toBeUndefined()
  await stop()
})

test('the library is loaded by one import, which only a collector leads to', () => {
  const source = join(import.meta.dirname, '../..')
  const importing = globSync('**/*.ts', { cwd: source }).filter((path) => {
    const text = readFileSync(join(source, path), 'utf8')
    return /^import (?!type ).*'@opentelemetry\//m.test(text) || /^import (?!type ).*\/(?:export-traces|sampler)\.ts'/m.test(text)
  })
  expect(importing.toSorted()).toEqual(['platform/tracing/export-traces.ts', 'platform/tracing/sampler.ts'])
})

const spanId = '00f067aa0ba902b7'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

test.each([
  ['a usual one', `00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`],
  ['one of a later version, with more than we know', `01-${traceId}-${spanId}-03-more`, `00-${traceId}-${spanId}-01`],
  ['none', undefined, undefined],
  ['zeros for a trace', `00-${'0'.repeat(32)}-${spanId}-01`, undefined],
  ['zeros for a span', `00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  ['capital letters', `00-${traceId.toUpperCase()}-${spanId}-01`, undefined],
  ['more than version 00 has', `00-${traceId}-${spanId}-01-more`, undefined],
  ['the version that is none', `ff-${traceId}-${spanId}-01`, undefined],
  ['a text', 'trace me', undefined],
])('a traceparent: %s', (_, text, read) => {
  const context = readTraceparent(text, true)
  expect(context === undefined ? undefined : traceparentOf(context)).toBe(read)
})
