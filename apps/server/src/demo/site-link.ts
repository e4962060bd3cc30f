import { createHttpSender, createMqttSender, createUplink, type CommandChannel, readKey, type Uplink } from '@mimamori/simulator'
import type { Server } from '../start.ts'
import type { DemoSite } from './demo-file.ts'

/** How a site's readings reach the server. */
export type Transport = 'HTTP' | 'MQTT'

const schemeOf = ({ context }: Server): '' | 's' => (context.config.tlsCert === undefined ? '' : 's')

/** The server's address on this machine, whatever address it shows to people. */
export const localUrl = (server: Server): string => {
  const { publicUrl, port } = server.context.config
  return publicUrl === undefined ? server.url : `http${schemeOf(server)}://localhost:${port}`
}

/** MQTT where the server runs its own broker: an outside one does not know the demo's keys. */
export const transportOf = ({ context }: Server, wanted: Transport): Transport =>
  wanted === 'MQTT' && context.config.mqttUrl === undefined && context.config.mqttPort > 0 ? 'MQTT' : 'HTTP'

/** Opens a site's link to the server: readings go up by the uplink, commands come down by the channel. */
export const openLink = (
  server: Server,
  site: DemoSite,
  transport: Transport,
  onTrouble: (message: string) => void,
): { uplink: Uplink; commands: CommandChannel } => {
  const key = readKey(site.ingestKey)
  const sender =
    transport === 'MQTT'
      ? createMqttSender({ url: `mqtt${schemeOf(server)}://localhost:${server.context.config.mqttPort}`, key })
      : createHttpSender({ url: localUrl(server), key })
  return { uplink: createUplink({ sender, random: Math.random, onTrouble }), commands: sender }
}
