import type { Mapping, ReadingKind } from '@mimamori/contract'
import { type MappedUplink, mapUplink } from './map-uplink.ts'
import type { Uplink } from './network-message.ts'

/** Why a message is not taken, in words, and the field of the reading that this is about; null for the message as a whole. */
export type UplinkRefusal = { readonly reason: string; readonly field: string | null }

/** The reading that a message becomes, or why it becomes none. */
export type UplinkReading = MappedUplink & { readonly refusal: UplinkRefusal | null }

const refusals = {
  unknownDevice: {
    reason: 'DevEUI：見守りの機器が決まっていません。連携の画面で、このDevEUIの機器を決めてください。',
    field: 'device',
  },
  noMapping: {
    reason: '項目の対応：決まっていません。連携の画面で、届いた項目と見守りの項目を対応させてください。',
    field: null,
  },
  nothingMapped: { reason: '項目の対応：対応させた項目が、届いた内容に1つもありません。', field: null },
} as const satisfies Record<string, UplinkRefusal>

/**
 * The reading of a message, and why it is refused before it is received: no device, or nothing that the mapping reads.
 * @param now ISO 8601, of our own clock
 */
export const readUplink = (
  uplink: Uplink,
  device: { readonly kind: ReadingKind; readonly serial: string } | null,
  mapping: Mapping,
  now: string,
): UplinkReading => {
  const mapped = mapUplink(uplink, device ?? { kind: 'heat', serial: '' }, mapping, now)
  const isRead = mapped.fields.some(({ entry, result }) => entry.to !== 'at' && result !== undefined)
  if (device === null) return { ...mapped, refusal: refusals.unknownDevice }
  if (mapping.length === 0) return { ...mapped, refusal: refusals.noMapping }
  return { ...mapped, refusal: isRead ? null : refusals.nothingMapped }
}
