import { batteryLevel } from './battery.ts'
import { followPerson, type Presence, type Setting } from './player.ts'
import { type Hear, radioOf, wornBattery } from './radio.ts'
import { chance, fork, normal, smoothNoise } from './random.ts'
import type { Location, ScenarioPerson } from './scenario.ts'
import { japanTime, minuteMs } from './site-clock.ts'
import { phaseOf, rounded, type Source, commandedIntervalMs } from './source.ts'

const usualIntervalMs = 2 * minuteMs
const seaLevelPascal = 100_820
const kelvinAtZero = 273.15
// The barometric formula backwards (ISO 2533:1975): the server finds the height from the two pressures.
const gasConstant = 287.05
const gravity = 9.80665
/** Noise of a pressure sensor, Pa: about 7 cm of height (project choice after data sheets). */
const noisePascal = 0.8
// Law and training ask for the hook from 2 m up; below it hangs loose (project choice: hooked from 1.8 m).
const hookFromMetres = 1.8
// Once in a while somebody forgets for some minutes; about one worker in two hundred at any moment at height.
const forgetBlockMinutes = 6
const forgetShare = 0.005

/** The air pressure at the site's ground in Pa: highs and lows pass within days, the tide of the air twice a day. */
export const groundPressure = (seed: number, atMs: number): number => {
  const hours = atMs / (60 * minuteMs)
  const tide = 60 * Math.cos((2 * Math.PI * (hours - 0.5)) / 12)
  return seaLevelPascal + 350 * smoothNoise(seed, 'pressure', hours / 30) + tide
}

/** The pressure in Pa some metres above a place with a pressure (Pa) and an air temperature (°C). */
export const pressureAbove = (pascal: number, metres: number, celsius: number): number =>
  pascal * Math.exp((-metres * gravity) / (gasConstant * (celsius + kelvinAtZero)))

/** The height above the ground of somebody at a place, metres: they move about half a floor up and down. */
export const heightOf = (seed: number, who: string, place: Location, presence: Pick<Presence, 'duty' | 'time'>): number => {
  const working = presence.duty.activity === 'work'
  if (!working || place.heightMetres <= 0) return Math.max(0, place.heightMetres)
  const minutes = presence.time.day * 1_440 + presence.time.minute
  return Math.max(0, place.heightMetres + 0.7 * smoothNoise(seed, `height ${who}`, minutes / 9))
}

/** A person's safety belt: height by pressure, the hook as the work wants it, sometimes forgotten. */
export const beltSource = (
  setting: Setting,
  person: ScenarioPerson & { readonly beltSerial: string },
  hear: Hear,
  celsiusOfBarometer: (atMs: number) => number,
): Source => {
  const follow = followPerson(setting, person)
  const { seed } = setting
  const device = person.beltSerial
  const random = fork(seed, 'belt', device)
  let intervalMs = usualIntervalMs
  let checksAltitude = true
  return {
    get intervalMs() {
      return intervalMs
    },
    phaseMs: phaseOf(seed, device, intervalMs),
    terminal: {
      kind: 'belt',
      device,
      battery: (atMs) => {
        const presence = follow(atMs, atMs)
        return presence.duty.activity === 'away' ? undefined : wornBattery(seed, device, presence)
      },
      apply: (payload) => {
        intervalMs = commandedIntervalMs(payload) ?? intervalMs
        checksAltitude = payload['checkAltitude'] === undefined ? checksAltitude : payload['checkAltitude'] !== '0'
      },
    },
    read: (atMs) => {
      const presence = follow(atMs, atMs - intervalMs)
      if (presence.duty.activity === 'away') return undefined
      const metres = heightOf(seed, device, presence.place, presence)
      const ambient = groundPressure(seed, atMs)
      const pressure = pressureAbove(ambient, metres, celsiusOfBarometer(atMs)) + noisePascal * normal(random)
      const block = Math.floor(atMs / (forgetBlockMinutes * minuteMs))
      const forgotten = !presence.isScripted && chance(seed, 'forget', device, block) < forgetShare
      const hooked = metres >= hookFromMetres && !forgotten && !presence.cue.unhooked
      return {
        kind: 'belt',
        device,
        at: japanTime(atMs),
        hook: hooked ? 1 : 0,
        ...(checksAltitude ? { pressure: rounded(pressure, 1) } : {}),
        battery: wornBattery(seed, device, presence),
        slaveBattery: batteryLevel(seed, `${device} slave`, presence.duty.minutesIn),
        ...radioOf(seed, device, presence, hear(presence.place.name, device), random),
        interval: intervalMs / minuteMs,
      }
    },
  }
}
