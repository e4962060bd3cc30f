import type { AnswerOf, ingestKey } from '@mimamori/contract'
import type { Config } from '../../platform/config/config.ts'

type BrokerAddress = AnswerOf<typeof ingestKey.create>['mqtt']

const usualPort = { plain: 1_883, tls: 8_883 } as const

const addressIn = (url: string) => {
  const { protocol, hostname, port } = new URL(url)
  const tls = protocol === 'mqtts:' || protocol === 'wss:'
  // The server may itself connect by WebSocket; a gateway takes the broker's usual MQTT port.
  const own = protocol.startsWith('mqtt') && port !== '' ? Number(port) : tls ? usualPort.tls : usualPort.plain
  return { host: hostname, port: own, tls }
}

/**
 * Where an office's gateways reach the broker: at `PUBLIC_MQTT_URL`, else where the server itself does. `host` is null where
 * that is this server, whose name the gateways know; the whole is null where MQTT is switched off.
 */
export const brokerAddress = ({
  mqttUrl,
  publicMqttUrl,
  mqttPort,
  tlsCert,
}: Pick<Config, 'mqttUrl' | 'publicMqttUrl' | 'mqttPort' | 'tlsCert'>): BrokerAddress => {
  const hasOwnPasswords = mqttUrl !== undefined
  const url = publicMqttUrl ?? mqttUrl
  if (url !== undefined) return { ...addressIn(url), hasOwnPasswords }
  return mqttPort === 0 ? null : { host: null, port: mqttPort, tls: tlsCert !== undefined, hasOwnPasswords }
}
