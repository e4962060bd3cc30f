import { Reading, readingKinds } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { createHttp } from '../../../platform/http/http.ts'
import { openApiDocument } from '../../../platform/http/openapi-document.ts'
import { createTestContext, testConfig } from '../../../platform/test-context.ts'
import { addressOf } from '../mqtt/topics.ts'
import { asyncApiDocument } from './asyncapi-document.ts'
import { registerAsyncApi } from './register-asyncapi.ts'

type Document = {
  servers: Record<string, { host: string; protocol: string; variables?: object }>
  channels: Record<string, { address: string }>
  operations: Record<string, { action: string; channel: { $ref: string }; bindings: { mqtt: { qos: number } } }>
  components: {
    schemas: Record<string, unknown>
    messages: Record<string, { examples?: { name: string; payload: { readings: unknown[] } }[] }>
  }
}

const embedded = testConfig({ mqttPort: 1_883 })
const documentOf = (overrides: Partial<typeof embedded> = {}) =>
  asyncApiDocument({ ...embedded, ...overrides }, 'mimamori.example') as Document

test('it has the topics that the broker takes, and an example of each kind', () => {
  const { channels, operations, components } = documentOf()
  const received = Object.values(operations).filter(({ action }) => action === 'receive')
  for (const { channel, bindings } of received) {
    const address = channels[channel.$ref.split('/').at(-1) ?? '']?.address ?? ''
    expect(addressOf(address.replace('{keyId}', 'key-1'))).toMatchObject({ keyId: 'key-1' })
    expect(bindings.mqtt.qos).toBe(1)
  }
  expect(Object.values(channels).map(({ address }) => address)).toEqual([
    'mimamori/v1/{keyId}/readings',
    'mimamori/v1/{keyId}/rejected',
    'mimamori/v1/{keyId}/downlink/{serial}',
    'mimamori/v1/{keyId}/downlink-ack',
    'mimamori/v1/{keyId}/signal',
    'mimamori/v1/server',
  ])
  const examples = components.messages['readings']?.examples ?? []
  expect(examples.map(({ name }) => name).toSorted()).toEqual(readingKinds.toSorted())
  for (const { payload } of examples) expect(Reading.safeParse(payload.readings[0])).toMatchObject({ success: true })
})

test('a reading is described as over HTTP', () => {
  const { schemas } = (openApiDocument() as unknown as Document).components
  const { components } = documentOf()
  for (const name of ['VitalReading', 'HeatReading', 'BeltReading', 'BarometerReading', 'GatewayReading'])
    expect(components.schemas[name]).toEqual(schemas[name])
})

test('senders see where the broker is, and nothing of the network inside', () => {
  expect(documentOf().servers['broker']).toMatchObject({ host: 'mimamori.example:1883', protocol: 'mqtt', protocolVersion: '3.1.1' })
  expect(documentOf({ tlsCert: '/etc/cert.pem' }).servers['broker']).toMatchObject({ protocol: 'secure-mqtt' })
  expect(documentOf({ mqttPort: 0 }).servers).toEqual({})
  const inside = documentOf({ mqttUrl: 'mqtts://mimamori:geheim@mosquitto.internal:8884' })
  expect(inside.servers['broker']).toMatchObject({ host: '{host}', protocol: 'secure-mqtt', variables: { host: {} } })
  expect(JSON.stringify(inside)).not.toMatch(/mosquitto|internal|geheim/)
  const named = documentOf({ mqttUrl: 'mqtt://mosquitto.internal', publicMqttUrl: 'mqtts://someone:geheim@broker.example' })
  expect(named.servers['broker']).toMatchObject({ host: 'broker.example:8883', protocol: 'secure-mqtt' })
  expect(JSON.stringify(named)).not.toMatch(/mosquitto|internal|geheim/)
})

test('everybody may read it', async () => {
  const { context, drop } = await createTestContext({ config: embedded })
  const app = await createHttp(context.config, context.log)
  registerAsyncApi(app, context.config)
  const answer = await app.inject({ url: '/api/asyncapi.json', headers: { host: 'site.example:8080' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ asyncapi: '3.0.0', servers: { broker: { host: 'site.example:1883' } } })
  await app.close()
  await drop()
})
