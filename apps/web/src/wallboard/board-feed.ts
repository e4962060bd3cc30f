import type { Wallboard } from '@mimamori/contract/wallboard'
import { AnswerError } from '../platform/call-error.ts'
import { createEventCutter } from '../platform/sse.ts'

/**
 * connecting: nothing came yet. live: the board is kept current. lost: the server does not answer, what is shown is old.
 * refused: the link was revoked, or the session may not see it; there is nothing to show.
 */
export type FeedState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' | 'lost'; readonly board: Wallboard }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly status: number }

type Settings = {
  /** Answers the board once. Both throw what `errorOf` makes of an answer that is no success. */
  readonly read: (signal: AbortSignal) => Promise<Response>
  /** Answers the stream of boards. */
  readonly listen: (signal: AbortSignal) => Promise<Response>
  readonly onChange: (state: FeedState) => void
  /** A stream without a byte for so long is taken for dead; the server sends a board every ten seconds. */
  readonly silenceMs: number
  readonly firstRetryMs: number
  readonly lastRetryMs: number
  /** After a refusal: a link does not come back, but a server that was set up again may know it. */
  readonly refusedRetryMs: number
}

const refusals = new Set([401, 403, 404])
const isRefusal = (error: unknown): error is AnswerError => error instanceof AnswerError && refusals.has(error.status)

/** Stops a piece of work that does not end in time, or when the feed stops. */
const within = async <T>(milliseconds: number, stopped: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), milliseconds)
  try {
    return await work(AbortSignal.any([stopped, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Keeps a board current until the returned function is called, whatever becomes of the network: it asks for the board
 * once and listens to the stream, and where that ends or falls silent does both again. So a proxy that holds streams back
 * costs speed, not the board.
 */
export const startFeed = (settings: Settings): (() => void) => {
  const stop = new AbortController()
  const { signal } = stop
  let board: Wallboard | undefined

  const enter = (state: FeedState) => {
    if (!signal.aborted) settings.onChange(state)
  }
  const show = (next: Wallboard) => {
    board = next
    enter({ kind: 'live', board: next })
  }
  const refuse = (status: number) => {
    board = undefined
    enter({ kind: 'refused', status })
  }

  /** Follows one stream to its end; false where it ended because the reader may no longer read. */
  const follow = async (): Promise<boolean> => {
    const response = await within(settings.silenceMs, signal, (inTime) =>
      settings.listen(inTime).then((answer) => answer.body?.getReader()),
    )
    if (response === undefined) return true
    const cut = createEventCutter()
    const text = new TextDecoder()
    for (;;) {
      const timer = setTimeout(() => void response.cancel().catch(() => undefined), settings.silenceMs)
      const { done, value } = await response.read().finally(() => clearTimeout(timer))
      if (done || signal.aborted) return true
      for (const { event, data } of cut(text.decode(value, { stream: true }))) {
        if (event === 'revoked') return false
        if (event === 'board') show(JSON.parse(data) as Wallboard)
      }
    }
  }

  const once = async () => {
    const answer = await within(settings.silenceMs, signal, async (inTime) => (await settings.read(inTime)).json() as Promise<Wallboard>)
    show(answer)
  }

  const run = async () => {
    let pause = settings.firstRetryMs
    while (!signal.aborted) {
      let isRefused = false
      try {
        await once()
        pause = settings.firstRetryMs
        isRefused = !(await follow())
        if (isRefused) refuse(401)
      } catch (error) {
        isRefused = isRefusal(error)
        if (isRefusal(error)) refuse(error.status)
        // Whatever else went wrong, the way on is the same: say so, wait, try again.
        else enter(board === undefined ? { kind: 'unreachable' } : { kind: 'lost', board })
      }
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, isRefused ? settings.refusedRetryMs : pause)
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve(undefined)), { once: true })
      })
      pause = Math.min(settings.lastRetryMs, pause * 2)
    }
  }

  void run()
  return () => stop.abort()
}
