import { currentResponse } from '../emergency/response-store.ts'
import { currentDialogs } from '../kit/dialogs.ts'
import { queryClient } from '../platform/query.ts'

/** A page that was scrolled so recently may still be on its way. */
const stillMs = 300
const lookMs = 100

const until = (isSo: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => (isSo() ? resolve() : void setTimeout(look, lookMs))
    look()
  })

// Beside who is there, which is known before anything is drawn.
const hasBegun = () => queryClient.getQueryCache().getAll().length > 1
const isRead = () => hasBegun() && queryClient.isFetching() === 0

/** Resolves once the calls of the page are answered, so that nothing else takes the line from it. */
export const whenRead = (): Promise<void> => until(isRead)

/**
 * Resolves once nothing is under somebody's hands: no finger down, nothing that scrolls, no dialog open, no call on its way. What is drawn
 * in the place of the page then takes no press, and no words, away.
 */
export const whenCalm = async (): Promise<void> => {
  const heard = new AbortController()
  const options = { capture: true, passive: true, signal: heard.signal }
  const pressed = new Set<number>()
  let scrolledAt = 0
  addEventListener('pointerdown', ({ pointerId }) => void pressed.add(pointerId), options)
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(end, ({ pointerId }) => void pressed.delete(pointerId), options)
  addEventListener('scroll', () => void (scrolledAt = performance.now()), options)
  const isStill = () => pressed.size === 0 && performance.now() - scrolledAt > stillMs
  const isFree = () => currentResponse() === null && currentDialogs().length === 0 && queryClient.isMutating() === 0
  await until(() => isRead() && isStill() && isFree())
  heard.abort()
}
