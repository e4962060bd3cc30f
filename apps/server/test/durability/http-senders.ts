import { setTimeout as after } from 'node:timers/promises'
import type { Crew, HeatReading, Pulse } from './crew.ts'

/** What the senders saw, counted by status; 0 where there was no answer. */
export type Answers = Map<number, number>

export type SendOptions = {
  readonly url: string
  readonly answers?: Answers
  /** Called after each acknowledgement with the number of messages acknowledged so far. */
  readonly onAcknowledged?: () => void
  readonly patienceMs?: number
}

/** Sends one message again and again until it is acknowledged, as a gateway does. */
export const sendUntilAcknowledged = async (
  authorization: string,
  readings: readonly (Pulse | HeatReading)[],
  { url, answers = new Map(), onAcknowledged, patienceMs = 120_000 }: SendOptions,
): Promise<void> => {
  const until = Date.now() + patienceMs
  const body = JSON.stringify({ readings })
  for (;;) {
    let status = 0
    try {
      const response = await fetch(`${url}/api/ingest`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(20_000),
      })
      const text = await response.text()
      status = response.status
      if (status === 200) {
        const { rejected } = JSON.parse(text) as { rejected: unknown[] }
        if (rejected.length > 0) throw new RangeError(`readings were rejected: ${text}`)
      } else if (status < 500) throw new RangeError(`${status} ${text}`)
    } catch (error) {
      // A refusal is a fault of the test or the product; no answer is what these tests are about.
      if (error instanceof RangeError) throw error
    }
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (status === 200) {
      onAcknowledged?.()
      return
    }
    if (Date.now() > until) throw new Error('a message was not acknowledged in time')
    await after(100)
  }
}

/** A crew's messages by gateway: each gateway carries some of the hands, a moment of all of them in one message. */
export const messagesOf = (crew: Crew, gateways: number): Pulse[][][] =>
  Array.from({ length: gateways }, (_, gateway) => {
    const carried = crew.hands.filter((_hand, index) => index % gateways === gateway)
    const length = Math.max(0, ...carried.map(({ pulses }) => pulses.length))
    return Array.from({ length }, (_moment, index) => carried.flatMap(({ pulses }) => pulses[index] ?? []))
  })

/** Sends a crew's whole day over HTTP, every gateway on its own, each waiting for its acknowledgement. */
export const sendDay = async (crew: Crew, gateways: number, options: SendOptions): Promise<void> => {
  await sendUntilAcknowledged(crew.key.bearer, crew.heat, options)
  await Promise.all(
    messagesOf(crew, gateways).map(async (messages) => {
      for (const message of messages) await sendUntilAcknowledged(crew.key.bearer, message, options)
    }),
  )
}
