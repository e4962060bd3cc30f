import type { endpoints } from '@mimamori/contract/endpoints'
import type { AnswerOf } from '@mimamori/contract/endpoint'

/** A key as it is shown once. */
export type MadeKey = AnswerOf<typeof endpoints.ingestKey.create>

/** The device of the examples where the site has none yet. */
export const anyGateway = 'GW-01'

// A gateway's sign of life judges nobody: trying a key out must not raise an alarm.
const readings = (device: string, at: string) => JSON.stringify({ readings: [{ kind: 'gateway', device, at, waveLevel: 4 }] })

type Destination = {
  /** The console's own address. */
  readonly origin: string
  readonly device: string
  readonly at: string
}

/** A command that sends one reading over HTTP. */
export const httpExample = ({ id, secret }: MadeKey, { origin, device, at }: Destination): string =>
  [
    `curl -X POST '${origin}/api/ingest' \\`,
    `  -H 'Authorization: Bearer ${id}.${secret}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${readings(device, at)}'`,
  ].join('\n')

/** The same over MQTT; undefined where nothing listens to it. */
export const mqttExample = ({ id, secret, mqtt }: MadeKey, { origin, device, at }: Destination): string | undefined =>
  mqtt === null
    ? undefined
    : [
        `mosquitto_pub -h '${mqtt.host ?? new URL(origin).hostname}' -p ${mqtt.port}${mqtt.tls ? ' --tls-use-os-certs' : ''} -q 1 \\`,
        `  -u '${id}' -P '${secret}' \\`,
        `  -t 'mimamori/v1/${id}/readings' \\`,
        `  -m '${readings(device, at)}'`,
      ].join('\n')
