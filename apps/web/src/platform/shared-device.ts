import { sharedIdleMinutes } from '@mimamori/contract/worker-card'

// In the storage that all tabs share, so that a touch in one keeps the others open, and a page that is opened again knows of it.
const touchedKey = 'mimamori-last-touch'
const choiceKey = 'mimamori-shared-device'

/** Notes that somebody uses the device. @param at epoch ms */
export const noteTouch = (at: number): void => localStorage.setItem(touchedKey, String(at))

/** More than this in the future is a touch of before the clock was set back, of which nobody knows how long ago it was. */
const aheadMs = 1_000

/** How many seconds are left before the session ends for lack of a touch; 0 where none is known. @param now epoch ms */
export const idleSecondsLeft = (now: number): number => {
  const touchedAt = Number(localStorage.getItem(touchedKey) ?? 0)
  if (touchedAt > now + aheadMs) return 0
  return Math.max(0, Math.ceil((touchedAt + sharedIdleMinutes * 60_000 - now) / 1_000))
}

/** Whether somebody said of this device that several people use it: asked once, then proposed. */
export const wasShared = (): boolean => localStorage.getItem(choiceKey) === '1'

/** Notes that several people use the device. One of them who signs in otherwise changes nothing for the next. */
export const noteShared = (): void => localStorage.setItem(choiceKey, '1')
