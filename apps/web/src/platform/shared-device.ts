import { sharedIdleMinutes } from '@mimamori/contract/worker-card'

// In the storage that all tabs share, so that a touch in one keeps the others open, and a page that is opened again knows of it.
const touchedKey = 'mimamori-last-touch'
const choiceKey = 'mimamori-shared-device'

/** Notes that somebody uses the device. @param at epoch ms */
export const noteTouch = (at: number): void => localStorage.setItem(touchedKey, String(at))

/** How many seconds are left before the session ends for lack of a touch; 0 where none is known. @param now epoch ms */
export const idleSecondsLeft = (now: number): number => {
  const touchedAt = Number(localStorage.getItem(touchedKey) ?? 0)
  return Math.max(0, Math.ceil((touchedAt + sharedIdleMinutes * 60_000 - now) / 1_000))
}

/** Whether somebody said of this device that several people use it: asked once, then proposed. */
export const wasShared = (): boolean => localStorage.getItem(choiceKey) === '1'

export const noteShared = (isShared: boolean): void => localStorage.setItem(choiceKey, isShared ? '1' : '0')
