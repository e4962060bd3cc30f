import { chance } from './random.ts'

const full = 5

/**
 * The battery level, 0 to 5, of a device charged between shifts: two to three levels go in a shift of ten hours, by
 * the age of the cell (project choice).
 */
export const batteryLevel = (seed: number, device: string, minutesInUse: number): number => {
  const levelsOfShift = 1.6 + 1.6 * chance(seed, 'cell', device)
  return Math.max(1, Math.min(full, Math.ceil(full - 0.01 - (levelsOfShift * minutesInUse) / 600)))
}

const weakest = 1
const strongest = 4

/** The strength of a radio link, 1 to 4: mostly the place's own, now and then a level off. */
export const signalLevel = (seed: number, device: string, place: string, minute: number): number => {
  const ofPlace = chance(seed, 'radio', place) < 0.25 ? 3 : 4
  const moment = chance(seed, 'link', device, Math.floor(minute / 5))
  const off = moment < 0.15 ? -1 : moment < 0.19 ? -2 : 0
  return Math.max(weakest, Math.min(strongest, ofPlace + off))
}
