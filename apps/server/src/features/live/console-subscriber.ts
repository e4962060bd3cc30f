import type { PieceStream } from '../../platform/http/event-stream.ts'
import type { StreamPiece } from '../../platform/http/stream-piece.ts'
import type { Actor } from '../../platform/http/route.ts'

/** The part of their scope that a listener asked for. */
export type Narrowing = {
  readonly officeId: number | undefined
  readonly groupId: number | undefined
  /** Receives the places of people on maps too. */
  readonly places: boolean
}

/** Who listens, and to what: what decides which rows a stream carries. */
export type Viewer = { readonly actor: Actor; readonly narrowing: Narrowing }

/** One open stream. */
export type ConsoleSubscriber = Viewer & {
  /** The signed-in person as of the last check of the session. */
  actor: Actor
  /** Where the call came from, for the log of reads. */
  readonly address: string
  /**
   * The client has what was committed before this moment of the database's clock, epoch milliseconds; undefined where it
   * has nothing yet.
   */
  resumesFrom: number | undefined
  /** @param isMissed whether all of this may wait beyond the limit: what a client missed may be more than it */
  readonly write: (piece: StreamPiece, isMissed?: boolean) => void
  /** Writes a sign of life, unless something was written since the one before. */
  readonly beat: (piece: StreamPiece) => void
  readonly end: () => void
}

// A console that reads more slowly than its office changes had better reconnect: it then gets each row once, as it is now.
const mostWaitingBytes = 1_000_000

/** Wraps a stream that was begun. */
export const openConsole = (
  { response, bytesOf }: PieceStream,
  who: Pick<ConsoleSubscriber, 'actor' | 'address' | 'narrowing' | 'resumesFrom'>,
): ConsoleSubscriber => {
  let allowance = 0
  let isSilent = true
  const write = (piece: StreamPiece, isMissed = false) => {
    if (response.destroyed || response.writableEnded) return
    const bytes = bytesOf(piece)
    if (response.writableLength <= mostWaitingBytes) allowance = 0
    if (isMissed) allowance += bytes.length
    isSilent = false
    response.write(bytes)
    if (response.writableLength > mostWaitingBytes + allowance) response.destroy()
  }
  return {
    ...who,
    write,
    beat: (piece) => {
      if (isSilent) write(piece)
      isSilent = true
    },
    end: () => void response.end(),
  }
}
