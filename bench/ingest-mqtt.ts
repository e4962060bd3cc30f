import { connect } from 'node:net'
import { generate, parser } from 'mqtt-packet'
import { type Crowd, messageOfReadings } from './fill.ts'
import type { Product } from './product.ts'

const senders = 20
// What a gateway keeps under way at once before it waits for acknowledgements.
const inFlight = 50
const messageIds = 65_535

/** Where messages are sent to. */
type Receiver = Pick<Product, 'mqttPort'>

export type Sent = { readonly readings: number; readonly seconds: number }

/**
 * A gateway's connection. It has no client library: with one, which keeps a list, a promise and callbacks for each message,
 * the senders took a quarter of the two processors, and the figure was as much theirs as the product's. Devices do their
 * sending elsewhere.
 */
const openSender = async ({ mqttPort }: Receiver, { keyId, secret }: Crowd) => {
  const socket = connect(mqttPort, '127.0.0.1')
  const packets = parser()
  const welcomed = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<number>()
  const under = new Set<number>()
  let [acknowledged, messageId] = [0, 0]
  let next: () => string | undefined = () => undefined

  /** As many messages as there is place for, in one write: what waits in a gateway goes out so. */
  const send = (): void => {
    const written: Buffer[] = []
    for (let payload = next(); payload !== undefined; payload = under.size < inFlight ? next() : undefined) {
      messageId = (messageId % messageIds) + 1
      under.add(messageId)
      written.push(
        generate({ cmd: 'publish', topic: `mimamori/v1/${keyId}/readings`, payload, qos: 1, messageId, dup: false, retain: false }),
      )
    }
    if (written.length > 0) socket.write(Buffer.concat(written))
    else if (under.size === 0) socket.end(generate({ cmd: 'disconnect' }))
  }
  const fail = (error: Error): void => {
    welcomed.reject(error)
    finished.reject(error)
    socket.destroy()
  }
  packets.on('error', fail)
  packets.on('packet', (packet) => {
    if (packet.cmd === 'connack' && packet.returnCode === 0) welcomed.resolve()
    else if (packet.cmd === 'puback' && under.delete(packet.messageId ?? 0)) acknowledged += 1
    else fail(new Error(`not expected: ${JSON.stringify(packet)}`))
  })
  socket.on('error', fail)
  socket.on('close', () => (under.size === 0 ? finished.resolve(acknowledged) : fail(new Error('the connection was closed'))))
  socket.on('data', (chunk) => {
    const before = acknowledged
    packets.parse(chunk)
    if (acknowledged > before) send()
  })
  const username = keyId
  const password = Buffer.from(secret)
  socket.write(
    generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: '', keepalive: 60, username, password }),
  )
  await welcomed.promise
  return {
    /** Sends messages as fast as they are acknowledged, until there are none; answers how many were. */
    sendAll: (messages: () => string | undefined): Promise<number> => {
      next = messages
      send()
      return finished.promise
    },
  }
}

/** Sends readings over MQTT, one a message, twenty senders, acknowledged after the commit. */
export const sendOverMqtt = async (receiver: Receiver, crowd: Crowd, seconds: number, firstMinute: Date): Promise<Sent> => {
  const open = await Promise.all(Array.from({ length: senders }, () => openSender(receiver, crowd)))
  const started = performance.now()
  const over = () => performance.now() - started > seconds * 1_000
  const share = Math.floor(crowd.workers / senders)
  const acknowledged = await Promise.all(
    open.map(({ sendAll }, sender) => {
      let sent = 0
      return sendAll(() => {
        if (over()) return undefined
        const turn = sent++
        const minute = Math.floor(turn / share)
        return messageOfReadings([sender * share + (turn % share) + 1], new Date(firstMinute.getTime() + minute * 60_000), minute)
      })
    }),
  )
  return { readings: acknowledged.reduce((sum, own) => sum + own, 0), seconds: (performance.now() - started) / 1_000 }
}
