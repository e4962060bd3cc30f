import type { MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import { leaveSession, openSession, type SessionName } from './session-client.ts'

/** Messages taken and not yet stored; at these numbers the broker has to wait. */
export type InHand = { readonly messages: number; readonly bytes: number }

/** One message on its way to the database; when it resolves, the message may be acknowledged. */
export type Take = (topic: string, payload: Buffer) => Promise<void>

export type Reader = {
  readonly client: MqttClient
  /** Resolves with whether the broker knew the session; with undefined where the connection ended before. */
  readonly opened: Promise<boolean | undefined>
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>
  /** Resolves with how many messages came in all, once none is in hand and none has come for so long; at once where the connection is over. */
  readonly quiet: (ms: number) => Promise<number>
  /** Takes nothing more, waits for what is in hand, and leaves: the broker keeps all the rest, in order. */
  readonly finish: () => Promise<void>
  readonly end: () => void
}

const pubackOf = (messageId: number): Buffer => Buffer.from([0x40, 0x02, messageId >> 8, messageId & 0xff])

/**
 * Takes over a session and hands its messages on in order, many at a time. They are acknowledged in order, each when
 * it and all before it are stored. At the first that cannot be stored the connection ends: on the next, the broker
 * gives it and all after it again.
 */
export const readMessages = (session: SessionName, take: Take, most: InHand, log: Logger): Reader => {
  const client = openSession(session)
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<boolean | undefined>()
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    taken.letGo()
    client.end(true, () => close())
  }
  const taken = takeInOrder(client, take, most, {
    isOver: () => isOver,
    fail: (error) => {
      log.warn({ reason: error.message }, 'an MQTT message could not be stored; the broker is asked for it again')
      end()
    },
  })
  client.on('connect', ({ sessionPresent }) => open(sessionPresent))
  client.on('error', (error) => log.warn({ reason: error.message }, 'the MQTT broker does not answer'))
  client.on('close', end)
  void closed.then(() => open(undefined))
  return {
    client,
    opened,
    closed,
    end,
    quiet: (ms) => Promise.race([taken.quiet(ms), closed.then(() => taken.count())]),
    finish: async () => {
      taken.hold()
      await Promise.race([taken.stored(), closed])
      if (!isOver) {
        isOver = true
        // What the broker has sent beyond what was taken is let pass, so that its farewell is heard.
        taken.letGo()
        await leaveSession(client)
        close()
      }
      await closed
    },
  }
}

type Ends = { readonly isOver: () => boolean; readonly fail: (error: Error) => void }

const takeInOrder = (client: MqttClient, take: Take, most: InHand, { isOver, fail }: Ends) => {
  let [messages, bytes, count, lastAt, isHeld] = [0, 0, 0, performance.now(), false]
  let resume: (() => void) | undefined
  let acknowledged: Promise<void> = Promise.resolve()
  const letGo = (): void => {
    resume?.()
    resume = undefined
  }

  const receive = (packet: Parameters<MqttClient['handleMessage']>[0], next: () => void): void => {
    if (packet.cmd !== 'publish' || isOver()) return next()
    // Taken up again by `letGo`, when the connection is over.
    if (isHeld) return void (resume = next)
    const { stream } = client
    const { messageId } = packet
    const payload = Buffer.from(packet.payload)
    messages += 1
    bytes += payload.length
    count += 1
    const stored = take(packet.topic, payload)
    // The first failure is reported at once, also while the message before is still being stored.
    stored.catch(fail)
    acknowledged = acknowledged
      .then(() => stored)
      .then(() => {
        if (messageId !== undefined && !isOver()) stream.write(pubackOf(messageId))
      })
      .finally(() => {
        messages -= 1
        bytes -= payload.length
        lastAt = performance.now()
        if (!isHeld) letGo()
      })
    acknowledged.catch(() => undefined)
    if (messages < most.messages && bytes < most.bytes && !isHeld) next()
    else resume = next
    return undefined
  }
  // An error here tells the library not to acknowledge; it goes on to the next message, and we acknowledge later.
  client.handleMessage = (packet, callback) => receive(packet, () => callback(new Error('acknowledged once it is stored')))

  const quiet = async (ms: number): Promise<number> => {
    while (!isOver() && (messages > 0 || performance.now() - lastAt < ms)) await new Promise((resolve) => setTimeout(resolve, 50))
    return count
  }
  return {
    letGo,
    quiet,
    count: () => count,
    hold: () => (isHeld = true),
    stored: () => acknowledged.catch(() => undefined),
  }
}
