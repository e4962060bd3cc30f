import { Parser } from '@asyncapi/parser'
import { expect, test } from 'vitest'
import { testConfig } from '../../../platform/test-context.ts'
import { asyncApiDocument } from './asyncapi-document.ts'

const embedded = testConfig({ mqttPort: 1_883 })
const documentOf = (overrides: Partial<typeof embedded> = {}) => asyncApiDocument({ ...embedded, ...overrides }, 'mimamori.example')

// Severities of the parser: 0 is an error, 1 a warning; what is below is advice.
const faultsOf = async (document: object) => {
  const diagnostics = await new Parser().validate(JSON.stringify(document))
  return diagnostics.filter(({ severity }) => severity <= 1).map(({ message, path }) => `${path.join('.')}: ${message}`)
}

test.each([
  ['the product’s own broker', {}],
  ['a broker outside', { mqttUrl: 'mqtts://mimamori:geheim@mosquitto.internal' }],
  ['no broker', { mqttPort: 0 }],
])('it is a valid AsyncAPI document with %s', async (_, overrides) => {
  expect(await faultsOf(documentOf(overrides))).toEqual([])
})

test('the validator sees an operation that is wrong', async () => {
  const wrong = JSON.stringify(documentOf()).replace('"action":"receive"', '"action":"hear"')
  expect((await faultsOf(JSON.parse(wrong) as object)).join()).toContain('operations.receiveReadings.action')
})
