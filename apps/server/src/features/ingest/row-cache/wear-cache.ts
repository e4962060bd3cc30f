import type { JudgeSettings } from '../judge-settings.ts'
import type { Wear } from '../reading.ts'
import { LatestEntries } from './latest-entries.ts'

/** A wear with the versions of the rows that it was made from. */
export type CachedWear = {
  readonly wear: Wear
  /** Whether the wearer has withdrawn their consent: then the device's readings have no wearer. */
  readonly withdrawn: boolean
  /** The settings in force at the wearer's office, as `settingsKeysOf` writes them. */
  readonly settingsKey: string
  readonly version: string
  readonly wearerVersion: string
  readonly officeVersion: string
  /** Null where the wearer is in no group. */
  readonly groupVersion: string | null
  /** Null where the device has no belt settings. */
  readonly beltVersion: string | null
}

/** The wears of a device since some time. */
export type DeviceWears = {
  readonly deviceId: number
  /** Holds all wears that had not ended by then; epoch ms. */
  readonly from: number
  /** The day in Japan for which ages and acclimatisation were counted, YYYY-MM-DD. */
  readonly day: string
  /** The one that began last comes first: where two overlap, it counts. */
  readonly wears: readonly CachedWear[]
}

/** The settings of offices, each as one text to compare, by the office's number. */
export const settingsKeysOf = (settings: ReadonlyMap<number, JudgeSettings>): Map<number, string> =>
  new Map([...settings].map(([officeId, judge]) => [officeId, JSON.stringify(judge)]))

/** The wears of a device that had not ended by a time, epoch ms. */
export const wearsSince = ({ wears }: DeviceWears, since: number): readonly CachedWear[] =>
  wears.every(({ wear }) => wear.wornTo > since) ? wears : wears.filter(({ wear }) => wear.wornTo > since)

/** The wears of devices as this process read them last, by device. */
export class WearCache {
  /** About 15 MB when full. */
  readonly #devices: LatestEntries<number, DeviceWears>

  constructor(limit?: number) {
    this.#devices = new LatestEntries(({ deviceId }) => deviceId, limit)
  }

  find(deviceId: number): DeviceWears | undefined {
    return this.#devices.get(deviceId)
  }

  set(devices: readonly DeviceWears[]): void {
    this.#devices.set(devices)
  }

  delete(deviceId: number): void {
    this.#devices.delete(deviceId)
  }
}
