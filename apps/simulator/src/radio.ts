import { batteryLevel, signalLevel } from './battery.ts'
import type { Presence } from './player.ts'
import type { Random } from './random.ts'
import type { Exposure } from './scenario.ts'

/** Which gateway hears a place, and the gateway's position. */
export type Hearing = { readonly serial: string; readonly latitude: number; readonly longitude: number } | undefined
export type Hear = (placeName: string, who: string) => Hearing

/**
 * How far a satellite fix may be off, metres: a few under open sky, tens between slabs; none reaches a room (project choice
 * after what receivers of this size say of themselves).
 */
const fixes: Record<Exposure, readonly [least: number, most: number] | undefined> = {
  yard: [3, 6],
  roof: [3, 6],
  scaffold: [5, 12],
  shade: [12, 26],
  indoor: undefined,
  cooled: undefined,
}
const metresPerDegree = 111_320
const shift = (degrees: number, metres: number): number => Number((degrees + metres / metresPerDegree).toFixed(6))

/** A fix around the gateway that hears somebody; empty where no satellite is seen. */
const fixOf = (exposure: Exposure, { latitude, longitude }: NonNullable<Hearing>, random: Random) => {
  // Drawn in any case: where somebody goes must not change what their sensor measures.
  const [east, north, exactness] = [random() - 0.5, random() - 0.5, random()]
  const range = fixes[exposure]
  if (range === undefined) return {}
  const accuracy = Math.round(range[0] + exactness * (range[1] - range[0]))
  return {
    latitude: shift(latitude, north * accuracy),
    longitude: shift(longitude, (east * accuracy) / Math.cos((latitude * Math.PI) / 180)),
    accuracy,
  }
}

/** Radio fields of a worn device at a moment. */
export const radioOf = (seed: number, device: string, presence: Presence, hearing: Hearing, random: Random) => ({
  signal: signalLevel(seed, device, presence.place.name, presence.time.minute),
  ...(hearing === undefined ? {} : { gateway: hearing.serial, ...fixOf(presence.place.exposure, hearing, random) }),
})

/** Battery of a worn device at a moment; low where the script says so. */
export const wornBattery = (seed: number, device: string, presence: Presence): number => {
  const level = batteryLevel(seed, device, presence.duty.minutesIn)
  return presence.cue.lowBattery ? Math.min(1, level) : level
}
