import type { liveEvents } from '@mimamori/contract/live'
import { type LiveName, liveNames } from '@mimamori/contract/live-names'
import type { z } from 'zod'
import { AnswerError } from './call-error.ts'
import { createEventCutter } from './sse.ts'

export type LiveData = { [Name in LiveName]: z.infer<(typeof liveEvents)[Name]> }
export type LiveListener = {
  readonly [Name in LiveName]?: (data: LiveData[Name]) => void
} & {
  /**
   * The stream came back after a loss, or the server can read its database again. What happened meanwhile follows, or a
   * `reset` asks to fetch again.
   */
  readonly reopened?: () => void
}

/** off: nobody listens; down: the stream dropped and is tried again; away: the server cannot read its database. */
export type LiveState = 'off' | 'connecting' | 'open' | 'down' | 'away'

export type LiveHub = {
  /**
   * Listens until the returned function is called. The first listener opens the stream, the last one closes it; the first
   * a listener for places has it opened again with them.
   */
  listen: (listener: LiveListener) => () => void
  /** Hands news to the listeners as if the stream had said it: what this console did itself. */
  tell: <Name extends LiveName>(name: Name, data: LiveData[Name]) => void
  state: () => LiveState
  /** Calls back whenever the state changes. */
  watch: (watcher: () => void) => () => void
}

type Settings = {
  /**
   * @param position what the stream continues from; undefined if nothing has come yet
   * @param tellsPlaces whether it sends the places of people, which most screens do not need
   */
  readonly open: (signal: AbortSignal, position: string | undefined, tellsPlaces: boolean) => Promise<Response>
  /** A stream without a byte for so long is taken for dead; the server pings more often. */
  readonly silenceMs: number
  readonly firstRetryMs: number
  readonly lastRetryMs: number
  /** Calls back when the browser has a network again, until the returned function is called: nobody then waits for the next try. */
  readonly whenOnline: (callback: () => void) => () => void
}

const isLiveName = (name: string): name is LiveName => liveNames.some((known) => known === name)

/** One event stream for the whole tab, since a browser allows a server only six connections. */
export const createLiveHub = (settings: Settings): LiveHub => {
  const listeners = new Set<LiveListener>()
  const watchers = new Set<() => void>()
  let state: LiveState = 'off'
  let current: AbortController | undefined
  /** The stream as it is open now, and whether it was asked for places. */
  let line: AbortController | undefined
  let tellsPlaces = false

  const enter = (next: LiveState) => {
    if (next === state) return
    state = next
    for (const watcher of watchers) watcher()
  }

  const tell = <Name extends LiveName>(name: Name, data: LiveData[Name]) => {
    for (const listener of listeners) (listener[name] as ((data: LiveData[Name]) => void) | undefined)?.(data)
  }
  const tellReopened = () => {
    for (const listener of listeners) listener.reopened?.()
  }
  const hand = (name: string, text: string) => {
    if (name === 'away') enter('away')
    else if (state === 'away') {
      enter('open')
      tellReopened()
    }
    if (isLiveName(name)) tell(name, JSON.parse(text) as LiveData[LiveName])
  }

  const wantsPlaces = () => [...listeners].some(({ place }) => place !== undefined)
  const askForWhatIsWanted = () => {
    if (tellsPlaces !== wantsPlaces()) line?.abort()
  }

  const read = async (response: Response, signal: AbortSignal, onPosition: (id: string) => void) => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (reader === undefined) return
    const cut = createEventCutter()
    for (;;) {
      const timer = setTimeout(() => void reader.cancel().catch(() => undefined), settings.silenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done || signal.aborted) return
      for (const { event, data, id } of cut(value)) {
        hand(event, data)
        if (id !== undefined) onPosition(id)
      }
    }
  }

  /** Waits before the next try. @returns whether the network was back before the time was over */
  const rest = (pause: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (isBack: boolean) => {
        clearTimeout(timer)
        stop()
        resolve(isBack)
      }
      const timer = setTimeout(() => end(false), pause)
      const stop = settings.whenOnline(() => end(true))
    })

  const run = async (session: AbortController) => {
    let lost: 'down' | 'away' | undefined
    // Opened again for other news: nothing dropped, and it continues where it was.
    let refetches = false
    let pause = settings.firstRetryMs
    let position: string | undefined
    while (!session.signal.aborted) {
      if (!refetches) enter(lost ?? 'connecting')
      const opened = new AbortController()
      line = opened
      tellsPlaces = wantsPlaces()
      const signal = AbortSignal.any([session.signal, opened.signal])
      let ended: 'down' | 'away' = 'down'
      try {
        const response = await settings.open(signal, position, tellsPlaces)
        enter('open')
        pause = settings.firstRetryMs
        if (lost !== undefined) tellReopened()
        if ((lost !== undefined || refetches) && position === undefined) tell('reset', {})
        await read(response, signal, (id) => (position = id))
      } catch (error) {
        // Whatever ended the stream, the way on is the same: say so, wait, try again.
        ended = error instanceof AnswerError && error.status === 503 ? 'away' : 'down'
      }
      if (session.signal.aborted) return
      refetches = opened.signal.aborted
      if (refetches) continue
      lost = ended
      enter(lost)
      pause = (await rest(pause)) ? settings.firstRetryMs : Math.min(settings.lastRetryMs, pause * 2)
    }
  }

  return {
    listen: (listener) => {
      listeners.add(listener)
      if (current === undefined) {
        current = new AbortController()
        void run(current)
      } else askForWhatIsWanted()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) {
          askForWhatIsWanted()
          return
        }
        current?.abort()
        current = undefined
        enter('off')
      }
    },
    tell,
    state: () => state,
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
