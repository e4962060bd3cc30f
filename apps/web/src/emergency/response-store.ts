import type { AlertEpisode } from '@mimamori/contract/alert'

let current: AlertEpisode | null = null
const listeners = new Set<() => void>()

const change = (next: AlertEpisode | null) => {
  current = next
  for (const listener of listeners) listener()
}

/** Opens the dialog in which a person answers an episode. It stands once, beside the banner. */
export const openResponse = (episode: AlertEpisode): void => change(episode)

export const closeResponse = (): void => change(null)

export const subscribeResponse = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentResponse = (): AlertEpisode | null => current
