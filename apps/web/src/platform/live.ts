import { live } from '@mimamori/contract/live'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { callRaw } from './api.ts'
import { endFirstAnswers } from './first-calls.ts'
import { createLiveHub, type LiveListener, type LiveState } from './live-hub.ts'

const hub = createLiveHub({
  // Without a session there is nothing to listen to; the call itself refreshes a token that has run out.
  open: async (signal, lastEventId, tellsPlaces) => {
    const query = { ...(lastEventId !== undefined && { lastEventId }), ...(tellsPlaces && { places: '1' }) }
    const stream = await callRaw(live.stream, { signal, query })
    // What happened between those answers and this stream is in neither.
    if (endFirstAnswers()) hub.tell('reset', {})
    return stream
  },
  silenceMs: 60_000,
  firstRetryMs: 1_000,
  lastRetryMs: 30_000,
  whenOnline: (callback) => {
    addEventListener('online', callback)
    return () => removeEventListener('online', callback)
  },
})

/**
 * Listens to the server's changes while `on`. The listener may change at every render without reopening anything, except
 * one that listens for places: the stream sends those only if somebody listens for them.
 */
export const useLive = (on: boolean, listener: LiveListener): void => {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  const hearsPlaces = listener.place !== undefined
  useEffect(() => {
    if (!on) return undefined
    return hub.listen({
      condition: (rows) => latest.current.condition?.(rows),
      alert: (episodes) => latest.current.alert?.(episodes),
      belt: (belts) => latest.current.belt?.(belts),
      ...(hearsPlaces && { place: (workers) => latest.current.place?.(workers) }),
      device: (devices) => latest.current.device?.(devices),
      display: (offices) => latest.current.display?.(offices),
      map: (offices) => latest.current.map?.(offices),
      reset: () => latest.current.reset?.({}),
      ping: (ping) => latest.current.ping?.(ping),
      reopened: () => latest.current.reopened?.(),
    })
  }, [on, hearsPlaces])
}

/** Sends every listener of this tab what the tab did itself, without waiting for the stream. */
export const tellLive = hub.tell

/** Listens to nothing, so that the stream stays open while other listeners take the place of those before. */
export const keepStreamOpen = (): (() => void) => hub.listen({})

/** The state of the event stream, for the components that show it. */
export const useLiveState = (): LiveState => useSyncExternalStore(hub.watch, hub.state)
