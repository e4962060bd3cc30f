import { useEffect, useSyncExternalStore } from 'react'

/** `blocked`: the browser waits for a first tap. `none`: it has no sound. */
export type SoundState = 'none' | 'blocked' | 'on'

let context: AudioContext | undefined
const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

const opened = (): AudioContext | undefined => {
  if (context === undefined && 'AudioContext' in globalThis) {
    // It stays open as long as the console does. So the processor is woken 43 times a second for it instead of 100, which no ear tells.
    context = new AudioContext({ latencyHint: 'playback' })
    context.addEventListener('statechange', announce)
  }
  return context
}

/** Allows the sound. Browsers allow it only in response to a tap. */
export const allowSound = (): void =>
  void opened()
    ?.resume()
    .catch(() => undefined)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Any tap will do. Its end, not its beginning: the bar goes away, and what was under the finger would move from under it.
  addEventListener('click', allowSound)
  addEventListener('keydown', allowSound)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('click', allowSound)
    removeEventListener('keydown', allowSound)
  }
}

const stateNow = (): SoundState => {
  const state = opened()?.state
  if (state === undefined || state === 'closed') return 'none'
  return state === 'running' ? 'on' : 'blocked'
}

/** Whether this tab may make a sound. */
export const useSoundState = (): SoundState => useSyncExternalStore(subscribe, stateNow)

const notes = [880, 660, 880] as const
const noteSeconds = 0.18
const gapSeconds = 0.06

/** Three notes, as clear through a hall's noise as a small speaker can: square waves have many overtones. */
const chime = (): void => {
  if (context?.state !== 'running') return
  for (const [n, hertz] of notes.entries()) {
    const start = context.currentTime + n * (noteSeconds + gapSeconds)
    const tone = new OscillatorNode(context, { type: 'square', frequency: hertz })
    const volume = new GainNode(context, { gain: 0 })
    // A tone that begins or ends at once clicks.
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.25, start + 0.01)
    volume.gain.setValueAtTime(0.25, start + noteSeconds - 0.02)
    volume.gain.linearRampToValueAtTime(0, start + noteSeconds)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + noteSeconds)
  }
}

const everyMs = 3_000
const lockName = 'mimamori-alarm'

const repeat = (): (() => void) => {
  chime()
  const timer = setInterval(chime, everyMs)
  return () => clearInterval(timer)
}

/** Holds the turn of all tabs of this browser while it sounds; the next one takes over where this one is closed. */
const takeTurn = (): (() => void) => {
  const leaving = new AbortController()
  const sounding = navigator.locks.request(lockName, { signal: leaving.signal }, async () => {
    const stop = repeat()
    if (!leaving.signal.aborted) await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve, { once: true }))
    stop()
  })
  sounding.catch(() => undefined)
  return () => leaving.abort()
}

/** On plain HTTP there is no turn to take: of several tabs the one that is looked at sounds. */
const soundWhileSeen = (): (() => void) => {
  let stop: (() => void) | undefined
  const look = () => {
    stop?.()
    stop = document.visibilityState === 'visible' ? repeat() : undefined
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop?.()
  }
}

/** Sounds again and again while `on`, in one tab of the browser. */
export const useAlarmSound = (on: boolean): void =>
  useEffect(() => {
    if (!on) return undefined
    return 'locks' in navigator ? takeTurn() : soundWhileSeen()
  }, [on])
