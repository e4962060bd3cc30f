import { MINUTE_MS } from './milliseconds.ts'

/** For so long further readings show what a person has closed before it reopens. Project choice, decisions/0036. */
export const REOPENS_AFTER_MS = 15 * MINUTE_MS

/**
 * What readings have shown of an episode since a person closed it while its condition held: the level last seen, and since
 * when, in epoch ms, they show the condition again. Plain JSON.
 */
export type ClosedEpisode = { readonly level: number | null; readonly since: number | null }

/**
 * One further reading at which the condition is not over: `shows` is whether its own values show it, null where they tell
 * nothing because data is lost. `at` is epoch ms.
 */
export type FurtherReading = { readonly at: number; readonly level: number | null; readonly shows: boolean | null }

/**
 * A closed episode after one more reading, and whether a new one opens at it: on a rise, or once readings have shown the
 * condition for long enough. Lost data opens nothing, and mere time does not either. Never throws. Source: project choice,
 * decisions/0036.
 */
export function watchClosed(closed: ClosedEpisode, { at, level, shows }: FurtherReading): { closed: ClosedEpisode; opens: boolean } {
  if (shows === null) return { closed, opens: false }
  if (!shows) return { closed: { level, since: null }, opens: false }
  const rises = level !== null && closed.level !== null && level > closed.level
  const since = closed.since ?? at
  return { closed: { level, since }, opens: rises || at - since >= REOPENS_AFTER_MS }
}
