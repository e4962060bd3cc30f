import { useEffect, useState } from 'react'

const stepMs = 3 * 60_000
/** The places of the picture, one after the other, in units: a ring around the middle, so that no edge burns in. */
const places = [
  [0, 0],
  [3, 0],
  [3, 3],
  [0, 3],
  [-3, 3],
  [-3, 0],
  [-3, -3],
  [0, -3],
  [3, -3],
] as const

/** The current place of the picture: a few points beside the one of minutes ago. */
export const useShift = (now: number): readonly [number, number] => places[Math.floor(now / stepMs) % places.length] ?? places[0]

/** Prevents the screen from going dark while the board is on it, if the browser can (https or localhost). */
export const useWakeLock = (): void => {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      const held = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) return held?.release()
      lock = held
    }
    void hold()
    // The browser takes it back whenever the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}

export type Room = { readonly width: number; readonly height: number }

/** The size of the window, kept current. */
export const useWindowSize = (): Room => {
  const read = () => ({ width: innerWidth, height: innerHeight })
  const [size, setSize] = useState(read)
  useEffect(() => {
    const take = () => setSize(read())
    addEventListener('resize', take)
    return () => removeEventListener('resize', take)
  }, [])
  return size
}
