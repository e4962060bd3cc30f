import { IngestAnswer } from '@mimamori/contract'
import { type IngestKey, Refused, type Sender, TryLater } from './sender.ts'

export type HttpSenderOptions = {
  /** The server's own address, `http://127.0.0.1:8080`. */
  readonly url: string
  readonly key: IngestKey
  /** Milliseconds after which an unanswered request is given up and tried again. */
  readonly timeoutMs?: number
}

const waitOf = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined
}

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** Sends over `POST /api/ingest`. */
export const createHttpSender = ({ url, key, timeoutMs = 30_000 }: HttpSenderOptions): Sender => {
  const address = new URL('/api/ingest', url)
  const headers = { authorization: `Bearer ${key.id}.${key.secret}`, 'content-type': 'application/json' }
  const closing = new AbortController()
  return {
    send: async (readings) => {
      let response: Response
      try {
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])
        response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ readings }), signal })
      } catch (cause) {
        throw new TryLater(`no answer from ${address.host}`, undefined, { cause })
      }
      if (!response.ok) {
        const text = await response.text().catch(() => '')
        const message = `${response.status} ${text.slice(0, 200)}`
        throw isPassing(response.status) ? new TryLater(message, waitOf(response)) : new Refused(message)
      }
      // An answer cut short leaves open whether the readings were kept; sending them again does no harm.
      const answer = IngestAnswer.safeParse(await response.json().catch(() => undefined))
      if (!answer.success) throw new TryLater('the answer broke off')
      const { accepted, duplicates, rejected } = answer.data
      return { accepted, duplicates, rejected: rejected.length }
    },
    close: async () => closing.abort(),
  }
}
