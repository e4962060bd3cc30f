import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import type { Context } from '../platform/context.ts'
import type { Broker } from './embedded-broker.ts'
import { findKey } from '../platform/ingest-key.ts'
import { dropped, keyIdOfTopic, rejectedTopic, takeMessage } from './mqtt-message.ts'
import type { Receive } from './receive.ts'

// A client hands over one message at a time and waits for its acknowledgement, so several share the group: then one
// commit serves many messages.
const clients = 8
const shared = '$share/mimamori/mimamori/v1/+/readings'

/**
 * Listens to a broker outside. A message is acknowledged after the commit; one whose key is unknown or revoked is
 * acknowledged, dropped and counted, since the broker's own access list is what keeps tenants apart there.
 */
export const connectExternalBroker = async (context: Context, receive: Receive, url: string): Promise<Broker> => {
  const { log } = context
  const take = async (client: MqttClient, topic: string, payload: Buffer): Promise<void> => {
    const keyId = keyIdOfTopic(topic)
    const key = keyId === undefined ? undefined : await findKey(context, keyId)
    if (key === undefined) {
      dropped.inc({ reason: 'unknownKey' })
      return
    }
    const report = await takeMessage(context, receive, { keyId: key.key_id, officeId: key.office_id }, payload)
    if (report !== null) await client.publishAsync(rejectedTopic(key.key_id), JSON.stringify(report), { qos: 0 })
  }

  const open = async (): Promise<MqttClient> => {
    const options: IClientOptions = { clean: true, reconnectPeriod: 1_000, connectTimeout: 5_000, protocolVersion: 4 }
    const client = await connectAsync(url, options)
    // The library acknowledges when the callback comes, so it comes after the commit and never on a failure: the
    // broker then gives the message to another member of the group once this connection is gone.
    client.handleMessage = (packet, done) => {
      if (packet.cmd !== 'publish') return done()
      take(client, packet.topic, Buffer.from(packet.payload)).then(
        () => done(),
        (error: Error) => {
          log.error({ err: error }, 'an MQTT message could not be stored')
          client.reconnect()
        },
      )
      return undefined
    }
    client.on('error', (error) => log.warn({ reason: error.message }, 'the MQTT broker does not answer'))
    await client.subscribeAsync(shared, { qos: 1 })
    return client
  }

  const members = await Promise.all(Array.from({ length: clients }, open))
  return {
    port: Number(new URL(url).port || 1_883),
    isConnected: () => members.some((client) => client.connected),
    stop: async () => {
      await Promise.all(members.map((client) => client.endAsync(true)))
    },
  }
}
