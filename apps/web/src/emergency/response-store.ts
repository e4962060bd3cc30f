import type { AlertEpisode } from '@mimamori/contract/alert'
import { giveFocusBack } from '../kit/dialogs.ts'

let current: AlertEpisode | null = null
let opener: Element | null = null
const listeners = new Set<() => void>()

const change = (next: AlertEpisode | null) => {
  current = next
  for (const listener of listeners) listener()
}

/** Opens the dialog in which a person answers an episode. It is rendered once, beside the banner. */
export const openResponse = (episode: AlertEpisode): void => {
  opener = document.activeElement
  change(episode)
}

/** Closes it; the focus goes back to where it was opened. */
export const closeResponse = (): void => {
  if (current === null) return
  change(null)
  queueMicrotask(() => giveFocusBack(opener))
}

export const subscribeResponse = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentResponse = (): AlertEpisode | null => current
