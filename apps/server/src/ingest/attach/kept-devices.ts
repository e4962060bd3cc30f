import type { ReadingKind } from '@mimamori/contract'
import { LatestKept } from '../latest-kept.ts'

/** A device as it is registered, with its row's version: the transaction that wrote it, as PostgreSQL numbers them (`xmin`). */
export type RegisteredDevice = {
  readonly office_id: number
  readonly kind: ReadingKind
  readonly serial: string
  readonly device_id: number
  readonly linked_device_id: number | null
  readonly altitude_offset_cm: number
  readonly version: string
}

/** By what a reading names a device. */
export type DeviceName = Pick<RegisteredDevice, 'office_id' | 'kind' | 'serial'>

export const keyOf = ({ office_id: officeId, kind, serial }: DeviceName): string => `${officeId}/${kind}/${serial}`

/**
 * Devices as this process found them last, by their names. Whoever needs one asks for the version of its row by its number, which
 * costs less than finding it by its name, and finds it anew where that is another: whatever wrote the row changed it.
 */
export class KeptDevices {
  /** Some 10 MB of them. */
  readonly #devices: LatestKept<string, RegisteredDevice>

  constructor(most?: number) {
    this.#devices = new LatestKept<string, RegisteredDevice>(keyOf, most)
  }

  find(name: DeviceName): RegisteredDevice | undefined {
    return this.#devices.get(keyOf(name))
  }

  keep(devices: readonly RegisteredDevice[]): void {
    this.#devices.keep(devices)
  }
}
