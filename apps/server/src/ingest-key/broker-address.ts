import type { AnswerOf, ingestKey } from '@mimamori/contract'
import type { Config } from '../platform/config.ts'

type BrokerAddress = AnswerOf<typeof ingestKey.create>['mqtt']

const usualPort = { plain: 1_883, tls: 8_883 } as const

/**
 * Where an office's gateways reach the broker: `host` null where that is this server, whatever name they know it by; null
 * where nothing listens to MQTT at all.
 */
export const brokerAddress = ({ mqttUrl, mqttPort, tlsCert }: Pick<Config, 'mqttUrl' | 'mqttPort' | 'tlsCert'>): BrokerAddress => {
  if (mqttUrl === undefined) return mqttPort === 0 ? null : { host: null, port: mqttPort, tls: tlsCert !== undefined }
  const { protocol, hostname, port } = new URL(mqttUrl)
  const tls = protocol === 'mqtts:' || protocol === 'wss:'
  // The server itself may come by WebSocket; a gateway takes the broker's usual way in.
  const own = protocol.startsWith('mqtt') && port !== '' ? Number(port) : tls ? usualPort.tls : usualPort.plain
  return { host: hostname, port: own, tls }
}
