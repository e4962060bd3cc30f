import type { JudgeSettings } from './judge-settings.ts'
import { LatestKept } from '../latest-kept.ts'
import type { Wear } from '../reading.ts'
import type { RowVersions } from './row-versions.ts'

/** A wear with the versions of the rows that it was made of. */
export type KeptWear = {
  readonly wear: Wear
  /** Whether the wearer has withdrawn their consent: the device's readings are nobody's then. */
  readonly withdrawn: boolean
  /** The settings in force at the wearer's office, as `stampsOf` writes them. */
  readonly stamp: string
  readonly version: string
  readonly ofOffice: string
  /** Null for who is in no group. */
  readonly ofGroup: string | null
  /** Null where the device has no settings of a belt. */
  readonly ofBelt: string | null
}

/** Who wore a device since some time. */
export type DeviceWears = {
  readonly deviceId: number
  /** All wears are there that were not over by then; epoch ms. */
  readonly from: number
  /** The day in Japan for which ages and acclimatisation were counted, YYYY-MM-DD. */
  readonly day: string
  /** The one that began last first: of two that overlap it holds. */
  readonly wears: readonly KeptWear[]
}

/** The settings of offices, each as one text to compare. */
export const stampsOf = (settings: ReadonlyMap<number, JudgeSettings>): Map<number, string> =>
  new Map([...settings].map(([officeId, judge]) => [officeId, JSON.stringify(judge)]))

/** What a batch compares kept wears with. */
export type WearsNow = {
  readonly versions: RowVersions
  /** Since when the versions tell of wears; epoch ms. */
  readonly since: number
  readonly day: string
  /** By the office's number, as `stampsOf` writes them. */
  readonly stamps: ReadonlyMap<number, string>
}

/** The wears of a device that were not over by a time, epoch ms. */
export const wearsSince = ({ wears }: DeviceWears, since: number): readonly KeptWear[] =>
  wears.every(({ wear }) => wear.wornTo > since) ? wears : wears.filter(({ wear }) => wear.wornTo > since)

const hasSameMembers = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false
  if (one.length <= 1) return one[0] === other[0]
  const sorted = other.toSorted()
  return one.toSorted().every((version, index) => version === sorted[index])
}

/** Whether everything that a device's wears were made of is still the same: no row was changed, none came or went. */
export const isAsKept = (kept: DeviceWears, { versions, since, day, stamps }: WearsNow): boolean => {
  if (kept.from > since || kept.day !== day) return false
  const wears = wearsSince(kept, since)
  const known = wears.map(({ version }) => version)
  if (!hasSameMembers(known, versions.wears.get(kept.deviceId) ?? [])) return false
  const belt = versions.belts.get(kept.deviceId) ?? null
  return wears.every(
    ({ wear: { userId, officeId, groupId, ofWearer }, stamp, ofOffice, ofGroup, ofBelt }) =>
      belt === ofBelt &&
      versions.wearers.get(userId) === ofWearer &&
      versions.offices.get(officeId) === ofOffice &&
      (groupId === null || versions.groups.get(groupId) === ofGroup) &&
      stamps.get(officeId) === stamp,
  )
}

/**
 * Who wore which device, as this process read it last. Whoever needs it asks for the versions of all rows it was made of, in the
 * transaction in which it is used, and reads it anew where one is another, or a wear is there that is not kept: whatever wrote one
 * of them gave it a new version, so nothing has to be announced.
 */
export class KeptWears {
  /** Some 15 MB of them. */
  readonly #devices: LatestKept<number, DeviceWears>

  constructor(most?: number) {
    this.#devices = new LatestKept(({ deviceId }) => deviceId, most)
  }

  find(deviceId: number): DeviceWears | undefined {
    return this.#devices.get(deviceId)
  }

  keep(devices: readonly DeviceWears[]): void {
    this.#devices.keep(devices)
  }
}
