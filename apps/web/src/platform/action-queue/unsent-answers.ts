import { safeStorage } from '../safe-storage.ts'

const key = 'mimamori-gate-unsent'
/** So long the tablet says how many answers could not be sent: those of a day are read of on the next morning. */
const shownMs = 24 * 60 * 60_000

type Noted = { readonly number: number; readonly at: number }

const read = (): Noted | undefined => {
  const [number = Number.NaN, at = Number.NaN] = (safeStorage.get(key) ?? '').split(' ').map(Number)
  return Number.isFinite(number) && Number.isFinite(at) ? { number, at } : undefined
}

/** How many answers could not be sent from this tablet lately. @param now epoch ms */
export const unsentNumber = (now: number): number => {
  const noted = read()
  return noted === undefined || now - noted.at >= shownMs ? 0 : noted.number
}

/** Notes that answers were removed unsent: how many, not whose. @param now epoch ms */
export const noteUnsent = (number: number, now: number): void => {
  if (number > 0) safeStorage.set(key, `${String(unsentNumber(now) + number)} ${String(now)}`)
}
