import { setTimeout as after } from 'node:timers/promises'
import { mostChecks, type Reader, readMessages, type Take } from './mqtt-reader.ts'
import type { SessionLine } from './mqtt-session.ts'
import { knock } from './session-client.ts'
import { sessionNameOf } from './shares.ts'
import { keepSubscriptions, type ShareOptions } from './share-subscriptions.ts'

const retryMs = 1_000
// Connecting again after a break takes its time; only beyond it the broker counts as away.
const graceMs = 5_000
// Taken and not yet stored, of all shares of a process that holds all.
const mostMessages = 2_000
const leastMessages = 100
const mostBytes = 32_000_000

/** One share of the keys, read by this process. */
export type ShareReading = {
  readonly share: number
  readonly isConnected: () => boolean
  /** Keys may have changed. */
  readonly follow: () => void
  /** Stores and acknowledges the messages in flight, and leaves everything else to the next process. */
  readonly stop: () => Promise<void>
}

export type ReadOptions = ShareOptions & {
  readonly url: string
  readonly line: SessionLine
  /** Makes what stores the messages of one connection. */
  readonly takeOfConnection: () => Take
}

/** How much one of so many sessions may have in flight. */
export const inFlightLimitsOf = (shares: number) => ({
  messages: Math.max(leastMessages, Math.ceil(mostMessages / shares)),
  bytes: mostBytes / shares,
})

/** Reads a share's session for as long as this process has the right to it, over as many connections as it takes. */
export const readShare = (options: ReadOptions): ShareReading => {
  const { context, shares, share, url, line, takeOfConnection } = options
  const { log } = context
  const session = { url, name: sessionNameOf(shares, share) }
  const stopping = new AbortController()
  const over = AbortSignal.any([line.lost, stopping.signal])
  let reader: Reader | undefined
  // When the session was last known to be read; not before it was subscribed once.
  let readAt: number | undefined
  let follow = (): void => undefined
  let mixed = 0

  const readOnce = async (): Promise<void> => {
    await knock(session)
    if (over.aborted) return
    const current = readMessages(session, takeOfConnection(), inFlightLimitsOf(shares), log, mixed < mostChecks)
    reader = current
    // Another process may have the right by now; what it is given must not wait for us.
    line.lost.addEventListener('abort', current.end, { once: true })
    try {
      const isKnown = await current.opened
      mixed = current.isMixed() ? mixed + 1 : 0
      if (isKnown === false)
        log.warn({ session: session.name }, 'the MQTT broker did not know the session: messages sent before now may be lost')
      const update = keepSubscriptions(options, current.client)
      follow = () =>
        void update().then(
          (isWhole) => {
            readAt = performance.now()
            if (!isWhole) setTimeout(() => follow(), retryMs).unref()
          },
          (error: Error) => {
            if (!over.aborted) log.warn({ reason: error.message, session: session.name }, 'the MQTT session could not follow the keys')
            current.end()
          },
        )
      if (isKnown !== undefined) follow()
      await current.closed
    } finally {
      follow = () => undefined
      reader = undefined
      if (readAt !== undefined && (await current.opened) !== undefined) readAt = performance.now()
      line.lost.removeEventListener('abort', current.end)
    }
  }

  const run = async (): Promise<void> => {
    while (!over.aborted) {
      await readOnce().catch((error: Error) =>
        log.warn({ reason: error.message, session: session.name }, 'the MQTT broker does not answer'),
      )
      await after(retryMs, undefined, { signal: over }).catch(() => undefined)
      // Another process that took the session has disconnected us; without the right we must not disconnect it ourselves.
      if (!over.aborted) await line.query('select').catch(() => undefined)
    }
  }
  const running = run()

  return {
    share,
    isConnected: () => readAt !== undefined && (reader?.client.connected === true || performance.now() - readAt < graceMs),
    follow: () => follow(),
    stop: async () => {
      stopping.abort()
      await reader?.finish()
      await running
    },
  }
}
