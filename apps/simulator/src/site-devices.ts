import { batteryLevel } from './battery.ts'
import { groundPressure } from './belt.ts'
import { heatAt } from './heat-of-day.ts'
import { locationFinder } from './movement.ts'
import type { Setting } from './player.ts'
import { chance } from './random.ts'
import type { ScenarioBarometer, ScenarioGateway, ScenarioWatcher } from './scenario.ts'
import { dayMs, japanTime, minuteMs, siteTime } from './site-clock.ts'
import { phaseOf, rounded, type Source, commandedIntervalMs } from './source.ts'

const watcherMs = 5 * minuteMs
const gatewayMs = 5 * minuteMs
const usualBarometerMs = 2 * minuteMs
const onTheMains = 5
// Watchers and gateways run on batteries that last some weeks; barometers are on the mains.
const watcherLifeDays = 20
const gatewayLifeDays = 40
// Everybody behind a gateway goes silent with it, so its battery is changed in time.
const gatewayChangedAt = 2

const isSilent = ({ scriptStart }: Setting, silentFromMinutes: number | undefined, atMs: number): boolean =>
  silentFromMinutes !== undefined && atMs >= scriptStart.atMs + silentFromMinutes * minuteMs

/** The level of a battery that lasts so many days, scaled so that a whole life takes what a worn device loses in a shift. */
const lastingBattery = (seed: number, device: string, lifeDays: number, atMs: number): number => {
  const offsetDays = chance(seed, 'changed', device) * lifeDays * 0.7
  return batteryLevel(seed, device, (((atMs / dayMs + offsetDays) % lifeDays) / lifeDays) * 600)
}

/** A heat-index watcher: the heat at its place every five minutes, day and night. */
export const watcherSource = (setting: Setting, watcher: ScenarioWatcher): Source => {
  const { seed, shiftMs, hotDay } = setting
  const device = watcher.serial
  return {
    intervalMs: watcherMs,
    phaseMs: phaseOf(seed, device, watcherMs),
    read: (atMs) => {
      if (isSilent(setting, watcher.silentFromMinutes, atMs)) return undefined
      const heat = heatAt(seed, watcher.place, watcher.exposure, siteTime(atMs, shiftMs), hotDay)
      return {
        kind: 'heat',
        device,
        at: japanTime(atMs),
        ...(watcher.isDry === true ? {} : { wbgt: rounded(heat.wbgt, 1) }),
        temperature: rounded(heat.temperature, 1),
        humidity: rounded(heat.humidity, 0),
        globe: rounded(heat.globe, 1),
        battery: lastingBattery(seed, device, watcherLifeDays, atMs),
      }
    },
  }
}

/** The air temperature a barometer reports, °C. */
export const barometerCelsius = ({ seed, shiftMs, hotDay, scenario }: Setting, { place }: ScenarioBarometer) => {
  const { name, exposure } = locationFinder(scenario)(place)
  return (atMs: number): number => rounded(heatAt(seed, name, exposure, siteTime(atMs, shiftMs), hotDay).temperature, 1)
}

/** A reference barometer: it is at the ground, and heights are measured from it. */
export const barometerSource = (setting: Setting, barometer: ScenarioBarometer): Source => {
  const device = barometer.serial
  const celsius = barometerCelsius(setting, barometer)
  let intervalMs = usualBarometerMs
  return {
    get intervalMs() {
      return intervalMs
    },
    phaseMs: phaseOf(setting.seed, device, intervalMs),
    terminal: {
      kind: 'barometer',
      device,
      battery: (atMs) => (isSilent(setting, barometer.silentFromMinutes, atMs) ? undefined : onTheMains),
      apply: (payload) => {
        intervalMs = commandedIntervalMs(payload) ?? intervalMs
      },
    },
    read: (atMs) => {
      if (isSilent(setting, barometer.silentFromMinutes, atMs)) return undefined
      const pressure = rounded(groundPressure(setting.seed, atMs), 1)
      return { kind: 'barometer', device, at: japanTime(atMs), pressure, temperature: celsius(atMs) }
    },
  }
}

/** A gateway's sign of life every five minutes with the strength of its own link and its battery. */
export const gatewaySource = (setting: Setting, gateway: ScenarioGateway): Source => {
  const { seed } = setting
  const device = gateway.serial
  return {
    intervalMs: gatewayMs,
    phaseMs: phaseOf(seed, device, gatewayMs),
    read: (atMs) => {
      if (isSilent(setting, gateway.silentFromMinutes, atMs)) return undefined
      const strength = chance(seed, 'uplink', device) < 0.3 ? 3 : 4
      const weaker = chance(seed, 'uplink now', device, Math.floor(atMs / gatewayMs)) < 0.1 ? 1 : 0
      const battery = Math.max(gatewayChangedAt, lastingBattery(seed, device, gatewayLifeDays, atMs))
      return { kind: 'gateway', device, at: japanTime(atMs), waveLevel: strength - weaker, battery }
    },
  }
}
