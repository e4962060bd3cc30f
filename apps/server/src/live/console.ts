import type { ServerResponse } from 'node:http'
import type { Actor } from '../platform/route.ts'

/** What of their scope a listener asked for. */
export type Narrowing = { readonly officeId: number | undefined; readonly groupId: number | undefined }

/** One open stream. */
export type Console = {
  /** As the last check of their session found them. */
  actor: Actor
  readonly narrowing: Narrowing
  /** Everything of transactions below this is with the client; undefined where the client knows nothing yet. */
  readonly resumesFrom: bigint | undefined
  /** @param extraBytes how much of this may wait beyond the limit: what a client missed may be more than it */
  readonly write: (text: string, extraBytes?: number) => void
  readonly end: () => void
}

// A console that reads slower than its office changes is better off reconnecting: it then gets each row once, as it is.
const mostWaitingBytes = 1_000_000

/** Wraps a response whose head is sent. */
export const openConsole = (response: ServerResponse, who: Pick<Console, 'actor' | 'narrowing' | 'resumesFrom'>): Console => {
  let allowance = 0
  return {
    ...who,
    write: (text, extraBytes = 0) => {
      if (response.destroyed || response.writableEnded) return
      if (response.writableLength <= mostWaitingBytes) allowance = 0
      allowance += extraBytes
      response.write(text)
      if (response.writableLength > mostWaitingBytes + allowance) response.destroy()
    },
    end: () => void response.end(),
  }
}
