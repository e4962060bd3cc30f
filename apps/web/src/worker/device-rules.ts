import type { Device } from '@mimamori/contract/device'
import { deviceTypeNames } from '@mimamori/contract/kbn'

/** What a worker wears: one device on the body, one belt. */
export type Slot = 'body' | 'belt'
export type Worn = { readonly serial: string; readonly type: string }

const belt = '2'

export const slotNames: Record<Slot, string> = { body: '体調デバイス', belt: '安全帯' }

/** Which slot a device type belongs to: both body types share one. */
export const slotOf = (type: string): Slot => (type === belt ? 'belt' : 'body')

/** The types that a slot takes, for the filter that a picker opens with. */
export const typeChoices = Object.entries(deviceTypeNames).map(([value, label]) => ({ value, label }))

/**
 * Why a device cannot be picked for a slot; undefined where it can.
 * @param other what the worker's other slot holds
 */
export const refusalOf = (device: Pick<Device, 'deviceType'>, slot: Slot, other: Worn | null): string | undefined => {
  const kind = slotOf(device.deviceType)
  if (kind === slot) return undefined
  if (other !== null) return `${slotNames[kind]}は1人に1台です。すでに ${other.serial} を選んでいます。`
  return `この欄では${slotNames[slot]}を選んでください。`
}

/** Who has a device already, where it is somebody else. */
export const holderOf = (device: Device, userId: number | undefined): string | undefined =>
  device.userId === null || device.userId === userId ? undefined : `${device.fullName ?? device.userName ?? 'ほかの人'}さんが使用中`
