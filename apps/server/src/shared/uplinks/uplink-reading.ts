import type { Mapping, ReadingKind } from '@mimamori/contract'
import { type MappedUplink, mapUplink } from './map-uplink.ts'
import type { Uplink } from './network-message.ts'

/** The reading that a message becomes, or why it becomes none. */
export type UplinkReading = MappedUplink & { readonly reason: string | null }

const reasons = {
  unknownDevice: 'DevEUI：見守りの機器が決まっていません。連携の画面で、このDevEUIの機器を決めてください。',
  noMapping: '項目の対応：決まっていません。連携の画面で、届いた項目と見守りの項目を対応させてください。',
  nothingMapped: '項目の対応：対応させた項目が、届いた内容に1つもありません。',
}

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
  if (device === null) return { ...mapped, reason: reasons.unknownDevice }
  if (mapping.length === 0) return { ...mapped, reason: reasons.noMapping }
  return { ...mapped, reason: isRead ? null : reasons.nothingMapped }
}
