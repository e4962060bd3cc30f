import { useSyncExternalStore } from 'react'

// In the browser's storage, so that all of its tabs are silent together.
const key = 'silenced'
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

const read = () => localStorage.getItem(key) ?? ''

/** The alerts whose sound a person has stopped. */
export const useSilenced = (): ReadonlySet<string> => new Set(useSyncExternalStore(subscribe, read).split(' '))

/** Stops the sound of these alerts, and remembers no others. */
export const silence = (keys: readonly string[]): void => {
  localStorage.setItem(key, keys.join(' '))
  for (const listener of listeners) listener()
}
