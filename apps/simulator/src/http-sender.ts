import { setTimeout as after } from 'node:timers/promises'
import { DownlinkMessage, IngestAnswer, listOf } from '@mimamori/contract'
import { type IngestKey, type CommandChannel, Refused, type Sender, TryLater } from './sender.ts'

export type HttpSenderOptions = {
  /** The server's own address, `http://127.0.0.1:8080`. */
  readonly url: string
  readonly key: IngestKey
  /** Milliseconds after which an unanswered request is given up and tried again. */
  readonly timeoutMs?: number
  /** Milliseconds between two questions for commands. */
  readonly pollMs?: number
}

const waitOf = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined
}

const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500

const Commands = listOf(DownlinkMessage)

/** Sends over `POST /api/ingest`, and asks for commands now and then. */
export const createHttpSender = ({ url, key, timeoutMs = 30_000, pollMs = 3_000 }: HttpSenderOptions): Sender & CommandChannel => {
  const headers = { authorization: `Bearer ${key.id}.${key.secret}`, 'content-type': 'application/json' }
  const closing = new AbortController()

  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const address = new URL(path, url)
    let response: Response
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
      response = await fetch(address, { headers, signal, ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }) })
    } catch (cause) {
      throw new TryLater(`no answer from ${address.host}`, undefined, { cause })
    }
    if (!response.ok) {
      const text = await response.text().catch(() => '')
      const message = `${response.status} ${text.slice(0, 200)}`
      throw isTransient(response.status) ? new TryLater(message, waitOf(response)) : new Refused(message)
    }
    return response.json().catch(() => undefined)
  }

  const poll = async (onCommand: (command: DownlinkMessage) => void): Promise<void> => {
    let last = 0
    while (!closing.signal.aborted) {
      let waitMs = pollMs
      try {
        for (const command of Commands.safeParse(await ask(`/api/ingest/downlink?after=${last}`)).data?.data ?? []) {
          last = Math.max(last, command.id)
          onCommand(command)
        }
      } catch (error) {
        // The readings meet the same refusal, and their uplink reports it.
        if (!(error instanceof TryLater)) return
        waitMs = error.waitMs ?? pollMs
      }
      await after(waitMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  return {
    send: async (readings) => {
      // An answer cut short leaves open whether the readings were kept; sending them again does no harm.
      const answer = IngestAnswer.safeParse(await ask('/api/ingest', { readings }))
      if (!answer.success) throw new TryLater('the answer broke off')
      const { accepted, duplicates, rejected } = answer.data
      return { accepted, duplicates, rejected: rejected.length }
    },
    subscribe: (onCommand) => void poll(onCommand),
    answer: async ({ id, ...answer }) => void (await ask(`/api/ingest/downlink/${id}`, answer)),
    close: async () => closing.abort(),
  }
}
