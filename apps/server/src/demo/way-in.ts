import { createHttpSender, createMqttSender, createUplink, type Line, readKey, type Uplink } from '@mimamori/simulator'
import type { Server } from '../start.ts'
import type { DemoSite } from './demo-file.ts'

/** How a site's readings get in. */
export type Way = 'HTTP' | 'MQTT'

const schemeOf = ({ context }: Server): '' | 's' => (context.config.tlsCert === undefined ? '' : 's')

/** Where this machine reaches the server, whatever address it shows to people. */
export const localUrl = (server: Server): string => {
  const { publicUrl, port } = server.context.config
  return publicUrl === undefined ? server.url : `http${schemeOf(server)}://localhost:${port}`
}

/** Over MQTT where the server brings its own broker: an outside one knows nothing of the demo's keys. */
export const wayOf = ({ context }: Server, wanted: Way): Way =>
  wanted === 'MQTT' && context.config.mqttUrl === undefined && context.config.mqttPort > 0 ? 'MQTT' : 'HTTP'

/** Opens a site's link to the real server: its readings go up by one, commands come down by the other. */
export const openLink = (
  server: Server,
  site: DemoSite,
  way: Way,
  onTrouble: (message: string) => void,
): { uplink: Uplink; line: Line } => {
  const key = readKey(site.ingestKey)
  const sender =
    way === 'MQTT'
      ? createMqttSender({ url: `mqtt${schemeOf(server)}://localhost:${server.context.config.mqttPort}`, key })
      : createHttpSender({ url: localUrl(server), key })
  return { uplink: createUplink({ sender, random: Math.random, onTrouble }), line: sender }
}
