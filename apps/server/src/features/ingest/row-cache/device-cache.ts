import type { ReadingKind } from '@mimamori/contract'
import { LatestEntries } from './latest-entries.ts'

/** A device as it is registered, with its row's version: the transaction that wrote it, as PostgreSQL numbers them (`xmin`). */
export type RegisteredDevice = {
  readonly office_id: number
  readonly kind: ReadingKind
  readonly serial: string
  readonly device_id: number
  readonly linked_device_id: number | null
  readonly altitude_offset_cm: number
  readonly version: string
  /** Of a gateway: its map, that row's version, and where the map's heat comes from first. */
  readonly map_id: number | null
  readonly map_version: string | null
  readonly sismil_type: number | null
}

/** The name that a reading gives a device. */
export type DeviceName = Pick<RegisteredDevice, 'office_id' | 'kind' | 'serial'>

/** A device's name as one text, the key of devices in maps. */
export const keyOf = ({ office_id: officeId, kind, serial }: Omit<DeviceName, 'kind'> & { readonly kind: string }): string =>
  `${officeId}/${kind}/${serial}`

/** Devices as this process read them last, by their names. */
export class DeviceCache {
  /** About 10 MB when full. */
  readonly #devices: LatestEntries<string, RegisteredDevice>
  /** The numbers of those whose clocks were never wrong. */
  readonly #rightClocks: LatestEntries<number, number>

  constructor(limit?: number) {
    this.#devices = new LatestEntries<string, RegisteredDevice>(keyOf, limit)
    this.#rightClocks = new LatestEntries<number, number>((deviceId) => deviceId, limit)
  }

  find(name: DeviceName): RegisteredDevice | undefined {
    return this.#devices.get(keyOf(name))
  }

  set(devices: readonly RegisteredDevice[]): void {
    this.#devices.set(devices)
  }

  delete(name: DeviceName): void {
    this.#devices.delete(keyOf(name))
  }

  hasRightClock(deviceId: number): boolean {
    return this.#rightClocks.get(deviceId) !== undefined
  }

  setRightClocks(deviceIds: readonly number[]): void {
    this.#rightClocks.set(deviceIds)
  }

  deleteRightClock(deviceId: number): void {
    this.#rightClocks.delete(deviceId)
  }
}
