import type { DownlinkAnswer, DownlinkMessage } from '@mimamori/contract'

/** The result of a message. Only HTTP says how many were taken; over MQTT refusals come on a topic of their own. */
export type Sent = { readonly accepted: number; readonly duplicates: number; readonly rejected: number }

/** A connection to the server. `send` resolves once the server has stored the readings. */
export type Sender = {
  readonly send: (readings: readonly unknown[]) => Promise<Sent>
  readonly close: () => Promise<void>
}

/** A device's answer to a command. */
export type Answer = Omit<DownlinkAnswer, 'error'> & { readonly error?: string }

/** Commands to a site's devices, and their answers. */
export type CommandChannel = {
  /** Passes on every command that comes, repetitions included, until closed. */
  readonly subscribe: (onCommand: (command: DownlinkMessage) => void) => void
  /** Resolves once the server has the answer. Throws TryLater or Refused. */
  readonly answer: (answer: Answer) => Promise<void>
}

/** The message may be accepted at a later try: no network, server starting, database away, too many requests. */
export class TryLater extends Error {
  /** Milliseconds the server asked to wait; undefined where it did not say. */
  readonly waitMs: number | undefined

  constructor(message: string, waitMs?: number, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TryLater'
    this.waitMs = waitMs
  }
}

/** The message will never be accepted: key revoked or unknown, request malformed. */
export class Refused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refused'
  }
}

/** An ingest key as it is handed out: `id.secret`. */
export type IngestKey = { readonly id: string; readonly secret: string }

/** Splits `id.secret`; throws where it is no such thing. */
export const readKey = (text: string): IngestKey => {
  const dot = text.indexOf('.')
  if (dot < 1 || dot === text.length - 1) throw new Error('the ingest key must read id.secret')
  return { id: text.slice(0, dot), secret: text.slice(dot + 1) }
}
