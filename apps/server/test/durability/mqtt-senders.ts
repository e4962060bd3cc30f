import { setTimeout as after } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import type { Crew } from './crew.ts'
import { messagesOf } from './http-senders.ts'

export type MqttSendOptions = {
  readonly url: string
  readonly protocolVersion?: 4 | 5
  readonly onAcknowledged?: () => void
  /** Between a message and the next of the same gateway: an outside broker acknowledges faster than any server stores. */
  readonly pauseMs?: number | (() => number)
}

/** A gateway's client: it connects again by itself and then sends what was not acknowledged. */
export const openGateway = (url: string, crew: Crew, protocolVersion: 4 | 5 = 4): MqttClient => {
  const { keyId, secret } = crew.key
  const client = connect(url, {
    username: keyId,
    password: secret,
    protocolVersion,
    reconnectPeriod: 100,
    connectTimeout: 5_000,
    reconnectOnConnackError: true,
  })
  client.on('error', () => undefined)
  return client
}

/** Publishes and waits for the PUBACK, over as many connections as it takes. */
export const publishReadings = (client: MqttClient, crew: Crew, readings: readonly object[]): Promise<unknown> =>
  client.publishAsync(`mimamori/v1/${crew.key.keyId}/readings`, JSON.stringify({ readings }), { qos: 1 })

/** Sends a crew's day over MQTT, every gateway on a connection of its own, each waiting for its PUBACK. */
export const publishDay = async (
  crew: Crew,
  gateways: number,
  { url, protocolVersion, onAcknowledged, pauseMs = 0 }: MqttSendOptions,
): Promise<void> => {
  await Promise.all(
    messagesOf(crew, gateways).map(async (messages) => {
      const client = openGateway(url, crew, protocolVersion)
      for (const message of messages) {
        await publishReadings(client, crew, message)
        onAcknowledged?.()
        await after(typeof pauseMs === 'number' ? pauseMs : pauseMs())
      }
      await client.endAsync()
    }),
  )
}
