import type { MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import { inOrder } from './redelivery.ts'
import { leaveSession, openSession, pauseAfter, type SessionName } from './session-client.ts'

/** Messages taken and not yet stored; at these numbers the broker has to wait. */
export type InFlight = { readonly messages: number; readonly bytes: number }

/** One message on its way to the database; when it resolves, the message may be acknowledged. */
export type Take = (topic: string, payload: Buffer) => Promise<void>

export type Reader = {
  readonly client: MqttClient
  /**
   * Resolves with whether the broker knew the session, once its first messages are in order and taken; with undefined
   * where the connection ended before.
   */
  readonly opened: Promise<boolean | undefined>
  /** The connection ended since its first messages were not in order. */
  readonly isMixed: () => boolean
  /** Resolves when the connection is over, on either side. */
  readonly closed: Promise<void>
  /** Resolves with how many messages came in all, once none is in flight and none has come for so long; at once where the connection is over. */
  readonly quiet: (ms: number) => Promise<number>
  /** Takes nothing more, waits for the messages in flight, and leaves: the broker keeps all the rest, in order. */
  readonly finish: () => Promise<void>
  readonly end: () => void
}

/** So often in a row; RabbitMQ also marks what a device itself has sent twice. */
export const mostChecks = 3

// Half of what the library waits for before it pings.
const signOfLifeMs = 10_000

// Made once: an error notes where it was made, which took a twentieth of the process's time.
const acknowledgedLater = new Error('acknowledged once it is stored')

/** Acknowledges a message; the acknowledgements of a moment leave in one write. */
const acknowledge = ({ stream }: MqttClient, messageId: number): void => {
  stream.cork()
  stream.write(Buffer.from([0x40, 0x02, messageId >> 8, messageId & 0xff]))
  process.nextTick(() => stream.uncork())
}

/**
 * Takes over a session and hands its messages on in order, many at a time. They are acknowledged in order, each when
 * it and all before it are stored. At the first that cannot be stored the connection ends: on the next, the broker
 * gives it and all after it again.
 * @param isChecked the connection also ends, before anything is taken, where what comes first is not in order
 */
export const readMessages = (session: SessionName, take: Take, most: InFlight, log: Logger, isChecked = true): Reader => {
  const began = performance.now()
  const client = openSession(session)
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const { promise: opened, resolve: open } = Promise.withResolvers<boolean | undefined>()
  let [isOver, isMixed] = [false, false]
  const end = (): void => {
    if (isOver) return
    isOver = true
    taken.resumeTaking()
    client.end(true, () => close())
  }
  const taken = takeInOrder(client, take, most, {
    isOver: () => isOver,
    fail: (error) => {
      log.warn({ reason: error.message }, 'an MQTT message could not be stored; the broker is asked for it again')
      end()
    },
  })
  const finish = async (): Promise<void> => {
    taken.hold()
    await Promise.race([taken.stored(), closed])
    if (!isOver) {
      isOver = true
      // What the broker has sent beyond what was taken is let pass, so that its farewell is heard.
      taken.resumeTaking()
      await leaveSession(client)
      close()
    }
    await closed
  }
  client.on('connect', ({ sessionPresent }) => {
    // What comes first is looked at for a moment before anything is taken: decisions/0062.
    setTimeout(
      () => {
        if (isOver) return
        if (taken.settle(isChecked)) return open(sessionPresent)
        isMixed = true
        log.warn({ session: session.name }, 'the MQTT broker gave messages back after newer ones; it is asked for all of them again')
        return void finish()
      },
      pauseAfter(performance.now() - began),
    )
  })
  client.on('error', (error) => log.warn({ reason: error.message }, 'the MQTT broker does not answer'))
  client.on('close', end)
  void closed.then(() => open(undefined))
  const quiet = (ms: number) => Promise.race([taken.quiet(ms), closed.then(() => taken.count())])
  return { client, opened, isMixed: () => isMixed, closed, end, quiet, finish }
}

type Message = { readonly topic: string; readonly payload: Buffer; readonly messageId: number | undefined; readonly isRepeated: boolean }
type Ends = { readonly isOver: () => boolean; readonly fail: (error: Error) => void }

const takeInOrder = (client: MqttClient, take: Take, most: InFlight, { isOver, fail }: Ends) => {
  let [messages, bytes, count, lastAt, isHeld, isSettled] = [0, 0, 0, performance.now(), false, false]
  const first: Message[] = []
  let resume: (() => void) | undefined
  let acknowledged: Promise<void> = Promise.resolve()
  const resumeTaking = (): void => {
    const next = resume
    resume = undefined
    next?.()
  }
  let signAt = performance.now()
  /**
   * What the broker sends shows that it lives. The library knows no sign but the answer to its ping, and a broker with
   * many messages sends that after them. It is pinged all the same, since it counts our silence.
   */
  const noteLife = (): void => {
    if (performance.now() - signAt < signOfLifeMs) return
    signAt = performance.now()
    client.sendPing()
    client.reschedulePing(true)
  }
  const hasRoom = () => messages < most.messages && bytes < most.bytes

  const handOn = ({ topic, payload, messageId }: Message): void => {
    const stored = take(topic, payload)
    // The first failure is reported at once, also while the message before is still being stored.
    stored.catch(fail)
    acknowledged = acknowledged
      .then(() => stored)
      .then(() => {
        if (messageId !== undefined && !isOver()) acknowledge(client, messageId)
      })
      .finally(() => {
        messages -= 1
        bytes -= payload.length
        lastAt = performance.now()
        if (!isHeld) resumeTaking()
      })
    acknowledged.catch(() => undefined)
  }

  // With an error the library does not acknowledge; it continues with the next message, and we acknowledge later.
  client.handleMessage = (packet, callback) => {
    const next = () => callback(acknowledgedLater)
    if (packet.cmd !== 'publish' || isOver()) return next()
    // Taken up again by `resumeTaking`, when the connection is over.
    if (isHeld) return void (resume = next)
    noteLife()
    const { topic, messageId, dup: isRepeated } = packet
    const message = { topic, messageId, isRepeated, payload: Buffer.from(packet.payload) }
    messages += 1
    bytes += message.payload.length
    count += 1
    if (isSettled) handOn(message)
    else first.push(message)
    if (hasRoom()) next()
    else resume = next
    return undefined
  }

  return {
    resumeTaking,
    /** Takes what came first; false, with nothing taken, where it is not in order. */
    settle: (isChecked: boolean): boolean => {
      if (isChecked && !inOrder(first.map(({ isRepeated }) => isRepeated))) return false
      isSettled = true
      for (const message of first.splice(0)) handOn(message)
      return true
    },
    quiet: async (ms: number): Promise<number> => {
      while (!isOver() && (messages > 0 || performance.now() - lastAt < ms)) await new Promise((resolve) => setTimeout(resolve, 50))
      return count
    },
    count: () => count,
    hold: () => (isHeld = true),
    stored: () => acknowledged.catch(() => undefined),
  }
}
