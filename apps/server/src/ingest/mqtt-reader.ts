import { connect, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'

/**
 * The session's name at the broker, the same for every process and every start: whoever takes it over is given what
 * was in flight to the one before, in order. A name made anew would leave a session behind that goes on collecting.
 */
const sessionName = 'mimamori'
// Not a shared subscription, which keeps no order: decisions/0010.
const allReadings = 'mimamori/v1/+/readings'
const allAnswers = 'mimamori/v1/+/downlink-ack'

// Messages taken and not yet stored; at this number the broker has to wait.
const mostMessages = 1_000
const mostBytes = 32_000_000

/** One message on its way to the database; when it resolves, the message may be acknowledged. */
export type Take = (topic: string, payload: Buffer) => Promise<void>

export type Reader = {
  readonly isConnected: () => boolean
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>
  readonly end: () => void
}

const pubackOf = (messageId: number): Buffer => Buffer.from([0x40, 0x02, messageId >> 8, messageId & 0xff])

/**
 * Takes over the session and hands its messages on in order, many at a time. They are acknowledged in order, each when
 * it and all before it are stored. At the first that cannot be stored the connection ends: on the next, the broker
 * gives it and all after it again.
 */
export const readMessages = (url: string, take: Take, log: Logger): Reader => {
  const client = connect(url, {
    clientId: sessionName,
    clean: false,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    keepalive: 20,
    resubscribe: false,
  })
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    client.end(true, () => resolve())
  }
  takeInOrder(
    client,
    take,
    () => isOver,
    (error) => {
      log.warn({ reason: error.message }, 'an MQTT message could not be stored; the broker is asked for it again')
      end()
    },
  )
  client.on('connect', ({ sessionPresent }) => {
    if (!sessionPresent) log.warn('the MQTT broker did not know the session: messages sent before now may be lost')
    client.subscribe(allReadings, { qos: 1 }, (error, granted) => {
      if (error === null && granted?.every(({ qos }) => qos < 128) !== false) return
      log.error({ reason: error?.message ?? 'refused' }, 'the MQTT broker refused the subscription to readings')
      end()
    })
    // A broker's access list from before there were commands must not stop the readings.
    client.subscribe(allAnswers, { qos: 1 }, (error, granted) => {
      if (isOver || (error === null && granted?.every(({ qos }) => qos < 128) !== false)) return
      log.error({ reason: error?.message ?? 'refused' }, 'the MQTT broker refused the subscription to answers of devices')
    })
  })
  client.on('error', (error) => log.warn({ reason: error.message }, 'the MQTT broker does not answer'))
  client.on('close', end)
  return { isConnected: () => client.connected, closed, end }
}

const takeInOrder = (client: MqttClient, take: Take, isOver: () => boolean, fail: (error: Error) => void): void => {
  let messages = 0
  let bytes = 0
  let resume: (() => void) | undefined
  let acknowledged: Promise<void> = Promise.resolve()

  client.handleMessage = (packet, callback) => {
    // An error here tells the library not to acknowledge; it goes on to the next message, and we acknowledge later.
    const next = () => callback(new Error('acknowledged once it is stored'))
    if (packet.cmd !== 'publish' || isOver()) return next()
    const { stream } = client
    const { messageId } = packet
    const payload = Buffer.from(packet.payload)
    messages += 1
    bytes += payload.length
    const taken = take(packet.topic, payload)
    // The first failure is reported at once, also while the message before is still being stored.
    taken.catch(fail)
    acknowledged = acknowledged
      .then(() => taken)
      .then(() => {
        if (messageId !== undefined && !isOver()) stream.write(pubackOf(messageId))
      })
      .finally(() => {
        messages -= 1
        bytes -= payload.length
        resume?.()
        resume = undefined
      })
    acknowledged.catch(() => undefined)
    if (messages < mostMessages && bytes < mostBytes) next()
    else resume = next
    return undefined
  }
}
