import { batteryLevel, signalLevel } from './battery.ts'
import type { Presence } from './player.ts'
import type { Random } from './random.ts'

/** Which gateway hears a place, and where it stands. */
export type Hearing = { readonly serial: string; readonly latitude: number; readonly longitude: number } | undefined
export type Hear = (placeName: string, who: string) => Hearing

// A satellite fix varies by a few metres around the gateway.
const wanderDegrees = 0.00012
const accuracyMetres = 8

/** Radio fields of a worn device at a moment. */
export const radioOf = (seed: number, device: string, presence: Presence, hearing: Hearing, random: Random) => ({
  signal: signalLevel(seed, device, presence.place.name, presence.time.minute),
  ...(hearing === undefined
    ? {}
    : {
        gateway: hearing.serial,
        latitude: Number((hearing.latitude + wanderDegrees * (random() - 0.5)).toFixed(6)),
        longitude: Number((hearing.longitude + wanderDegrees * (random() - 0.5)).toFixed(6)),
        accuracy: accuracyMetres,
      }),
})

/** Battery of a worn device at a moment; low where the script says so. */
export const wornBattery = (seed: number, device: string, presence: Presence): number => {
  const level = batteryLevel(seed, device, presence.duty.minutesIn)
  return presence.cue.lowBattery ? Math.min(1, level) : level
}
