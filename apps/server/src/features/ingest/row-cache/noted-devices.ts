import type { ReadingKind } from '@mimamori/contract'
import { keyOf } from './device-cache.ts'
import { LatestEntries } from './latest-entries.ts'

/** A device that sends without being registered. */
export type NotedDevice = {
  readonly officeId: number
  readonly kind: ReadingKind
  readonly serial: string
  /** Epoch ms, to the minute: a device that sends each second is noted once a minute. */
  readonly heardAt: number
}

const nameOf = ({ officeId, kind, serial }: NotedDevice): string => keyOf({ office_id: officeId, kind, serial })

/** The unregistered devices that this process noted last, so that each is looked up once a minute. */
export class NotedDevices {
  readonly #noted = new LatestEntries<string, NotedDevice>(nameOf)

  /** Whether the device was noted in its minute, or later. */
  has(device: NotedDevice): boolean {
    return (this.#noted.get(nameOf(device))?.heardAt ?? -Infinity) >= device.heardAt
  }

  set(devices: readonly NotedDevice[]): void {
    this.#noted.set(devices)
  }
}
