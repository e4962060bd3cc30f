import type { Context } from '../../platform/context.ts'
import './mqtt/held-shares.ts'
import { startEmbeddedBroker } from './mqtt/embedded-broker.ts'
import type { Mqtt } from './mqtt/mqtt.ts'
import type { Receive } from './receive.ts'

/** Opens MQTT: as a client of the broker that MQTT_URL names, else the embedded one, else (MQTT_PORT 0) not at all. */
export const startMqtt = async (context: Context, receive: Receive): Promise<Mqtt | null> => {
  const { mqttUrl, mqttPort } = context.config
  if (mqttUrl !== undefined) {
    // The client's library takes 2 MB, which the embedded broker does without.
    const { connectExternalBroker } = await import('./mqtt/external-broker.ts')
    return connectExternalBroker(context, receive, mqttUrl)
  }
  return mqttPort === 0 ? null : startEmbeddedBroker(context, receive)
}
