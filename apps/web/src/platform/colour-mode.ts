import { useSyncExternalStore } from 'react'
import type { ColourMode } from './tokens.ts'

export type ModeChoice = ColourMode | 'auto'

const key = 'theme'
const listeners = new Set<() => void>()
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

let held: ColourMode | undefined

const readChoice = (): ModeChoice => {
  if (held !== undefined) return held
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

const effective = (): ColourMode => {
  const choice = readChoice()
  if (choice !== 'auto') return choice
  return systemIsDark.matches ? 'dark' : 'light'
}

const announce = () => {
  const choice = readChoice()
  if (choice === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  for (const listener of listeners) listener()
}

systemIsDark.addEventListener('change', announce)
// Another tab changed the choice.
addEventListener('storage', (event) => {
  if (event.key === key) announce()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the person's choice of light, dark or the system's, and shows it at once in every tab. */
export const chooseMode = (choice: ModeChoice): void => {
  if (choice === 'auto') localStorage.removeItem(key)
  else localStorage.setItem(key, choice)
  announce()
}

/**
 * Shows a mode whatever anybody chose, until the returned function is called: a screen on a wall has an address of its own.
 */
export const holdMode = (mode: ColourMode): (() => void) => {
  held = mode
  announce()
  return () => {
    held = undefined
    announce()
  }
}

/** What the person chose. */
export const useModeChoice = (): ModeChoice => useSyncExternalStore(subscribe, readChoice)

/** The mode on screen now, for what CSS variables do not reach: antd's theme, charts, map tiles. */
export const useColourMode = (): ColourMode => useSyncExternalStore(subscribe, effective)
