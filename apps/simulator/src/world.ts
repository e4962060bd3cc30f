import type { DownlinkMessage, Reading } from '@mimamori/contract'
import { beltSource } from './belt.ts'
import { vitalSource } from './person.ts'
import type { Setting } from './player.ts'
import type { Hear } from './radio.ts'
import { chance } from './random.ts'
import { faultsOf, type Scenario, type ScenarioGateway, type ScenarioPerson } from './scenario.ts'
import { shiftFor, siteTime } from './site-clock.ts'
import { barometerCelsius, barometerSource, gatewaySource, watcherSource } from './site-devices.ts'
import { firstDue, type Source } from './source.ts'

/** A reading with the moment it was taken, and whether it belongs to a scripted part. */
export type TimedReading = { readonly atMs: number; readonly reading: Reading; readonly scripted: boolean }

export type WorldOptions = {
  readonly scenario: Scenario
  readonly seed: number
  /** The instant that falls on 13:40 of the hot day, epoch ms. */
  readonly anchorMs: number
  /** The first instant that readings are generated for, epoch ms. */
  readonly fromMs: number
}

/** A site and everything on it, advanced step by step. */
export type World = {
  /** Milliseconds from the real clock to the site's. */
  readonly shiftMs: number
  /** All readings after the last call's instant up to and including this one, in time order. */
  readonly advance: (toMs: number) => TimedReading[]
  /**
   * Sets minute 0 of the scripted parts, epoch ms. Filling in the past takes minutes, so the caller sets it before the
   * last two hours are generated; until then it is the anchor.
   */
  readonly startScript: (atMs: number) => void
  /** The battery, 0 to 5, of a device that receives commands at a moment; undefined where there is no such device, or it is off. */
  readonly batteryOf: (device: Addressee, atMs: number) => number | undefined
  /** Applies a command to a device from a moment on: a new interval counts from the reading before. */
  readonly applyCommand: (command: Addressee & Pick<DownlinkMessage, 'payload'>, atMs: number) => void
}

type Addressee = Pick<DownlinkMessage, 'kind' | 'device'>

const hearing = (seed: number, gateways: readonly ScenarioGateway[]): Hear => {
  const byPlace = Map.groupBy(gateways, (gateway) => gateway.place)
  return (placeName, who) => {
    const near = byPlace.get(placeName) ?? []
    return near[Math.floor(chance(seed, 'hears', who) * near.length)]
  }
}

const hasBelt = (person: ScenarioPerson): person is ScenarioPerson & { readonly beltSerial: string } => person.beltSerial !== undefined

type Scheduled = { readonly source: Source; readonly scripted: boolean; nextMs: number }

const sourcesOf = (setting: Setting): { source: Source; scripted: boolean }[] => {
  const { scenario, seed } = setting
  const hear = hearing(seed, scenario.gateways)
  const barometerOf = (person: ScenarioPerson) =>
    scenario.barometers.find(({ serial }) => serial === person.barometerSerial) ?? scenario.barometers[0]
  const belts = scenario.people.filter(hasBelt).flatMap((person) => {
    const barometer = barometerOf(person)
    if (barometer === undefined) return []
    const source = beltSource(setting, person, hear, barometerCelsius(setting, barometer))
    return [{ source, scripted: person.cast !== undefined }]
  })
  return [
    ...scenario.watchers.map((watcher) => ({ source: watcherSource(setting, watcher), scripted: false })),
    ...scenario.barometers.map((barometer) => ({ source: barometerSource(setting, barometer), scripted: false })),
    ...scenario.gateways.map((gateway) => ({ source: gatewaySource(setting, gateway), scripted: false })),
    ...scenario.people.map((person) => ({ source: vitalSource(setting, person, hear), scripted: person.cast !== undefined })),
    ...belts,
  ]
}

/**
 * Builds a site. The same scenario, seed, anchor, script start and first instant give the same readings, in however
 * many steps the world advances.
 */
export const createWorld = ({ scenario, seed, anchorMs, fromMs }: WorldOptions): World => {
  const faults = faultsOf(scenario)
  if (faults.length > 0) throw new Error(`scenario: ${faults.slice(0, 3).join('; ')}`)
  const shiftMs = shiftFor(anchorMs)
  const scriptStart = { atMs: anchorMs }
  const setting: Setting = { seed, scenario, shiftMs, hotDay: siteTime(anchorMs, shiftMs).day, scriptStart }
  const schedule = sourcesOf(setting).map(({ source, scripted }): Scheduled => ({ source, scripted, nextMs: firstDue(source, fromMs) }))
  const scheduledOf = ({ kind, device }: Addressee) =>
    schedule.find(({ source: { terminal } }) => terminal?.kind === kind && terminal.device === device)
  return {
    shiftMs,
    batteryOf: (device, atMs) => scheduledOf(device)?.source.terminal?.battery(atMs),
    applyCommand: (command, atMs) => {
      const item = scheduledOf(command)
      if (item === undefined) return
      const lastMs = item.nextMs - item.source.intervalMs
      item.source.terminal?.apply(command.payload)
      item.nextMs = Math.max(atMs, lastMs + item.source.intervalMs)
    },
    startScript: (atMs) => {
      scriptStart.atMs = atMs
    },
    advance: (toMs) => {
      const taken: TimedReading[] = []
      for (const item of schedule) {
        for (; item.nextMs <= toMs; item.nextMs += item.source.intervalMs) {
          const reading = item.source.read(item.nextMs)
          if (reading !== undefined) taken.push({ atMs: item.nextMs, reading, scripted: item.scripted })
        }
      }
      // The sort is stable, so devices of one moment keep the scenario's order.
      return taken.toSorted((one, other) => one.atMs - other.atMs)
    },
  }
}
