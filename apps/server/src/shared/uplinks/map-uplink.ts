import type { MappedField, MappingEntry, ReadingKind } from '@mimamori/contract'
import { holderOf, valueAt } from './message-path.ts'
import type { Uplink } from './network-message.ts'
import { radioQuality } from './radio-quality.ts'

/** The fields that a reading of each kind has beside its device. */
const fieldsOfKind: Readonly<Record<ReadingKind, readonly MappedField[]>> = {
  heat: ['at', 'battery', 'wbgt', 'temperature', 'humidity', 'globe', 'windSpeed', 'solarRadiation'],
  vital: ['at', 'battery', 'heartRate', 'signal', 'latitude', 'longitude', 'accuracy', 'call', 'interval'],
  belt: ['at', 'battery', 'hook', 'pressure', 'slaveBattery', 'signal', 'latitude', 'longitude', 'accuracy', 'call', 'interval'],
  barometer: ['at', 'battery', 'pressure', 'temperature'],
  gateway: ['at', 'battery', 'waveLevel'],
}

/** The greatest value of what is a grade from 0. */
const grades: Partial<Record<MappedField, number>> = { battery: 5, slaveBattery: 5, signal: 4, waveLevel: 4 }

/** What became of one entry of a mapping. */
export type FieldResult = {
  readonly entry: MappingEntry
  /** As it came; undefined where it is absent. */
  readonly given: unknown
  /** In our unit; undefined where it is not taken. */
  readonly result: string | number | boolean | undefined
  /** Why it is not taken, in words; null where it is, or is absent. */
  readonly fault: string | null
}

export type MappedUplink = {
  /** The reading as a sender of our own would send it. */
  readonly reading: Readonly<Record<string, unknown>>
  readonly fields: readonly FieldResult[]
  readonly isNetworkTime: boolean
}

const numeric = /^\s*-?\d+(\.\d+)?\s*$/

const numberOf = (given: unknown): number => {
  if (typeof given === 'boolean') return Number(given)
  if (typeof given === 'string' && numeric.test(given)) return Number(given)
  return typeof given === 'number' ? given : Number.NaN
}

// 312 × 0.1 is 31.200000000000003 otherwise.
const rounded = (value: number): number => Number(value.toPrecision(12))

const converted = ({ to, factor, offset }: MappingEntry, given: unknown): number => {
  const value = rounded(numberOf(given) * (factor ?? 1) + (offset ?? 0))
  const most = grades[to]
  return most === undefined ? value : Math.min(Math.max(Math.round(value), 0), most)
}

// The years that PostgreSQL and JavaScript write in four digits; later numbers of seconds are milliseconds.
const firstMillisecond = 100_000_000_000

/** The time that a device's own field says: a text with an offset from UTC, or seconds or milliseconds since 1970. */
const timeOf = (given: unknown): string | undefined => {
  if (typeof given === 'string' && !numeric.test(given)) return /(Z|[+-]\d{2}:?\d{2})$/.test(given) ? given : undefined
  const since = numberOf(given)
  const at = new Date(since >= firstMillisecond ? since : since * 1_000)
  return since > 0 && at.getTime() < 253_402_300_800_000 ? at.toISOString() : undefined
}

const whole = (given: unknown): string | number | boolean => (typeof given === 'object' ? '…' : (given as string | number | boolean))

const read = (entry: MappingEntry, given: unknown): Pick<FieldResult, 'result' | 'fault'> => {
  if (entry.to === 'at') {
    const at = timeOf(given)
    return at === undefined ? { result: undefined, fault: '日時として読めません。届いた時刻を使います。' } : { result: at, fault: null }
  }
  const value = converted(entry, given)
  if (Number.isFinite(value)) return { result: entry.to === 'call' ? value !== 0 : value, fault: null }
  // What is no number is sent on as it is, so that the refusal names the field as for any other sender.
  return { result: typeof given === 'object' ? '' : whole(given), fault: '数値ではありません。' }
}

/** What an entry finds: in the decoded payload, else in the whole message; null counts as absent. */
const find = ({ from, absentIsZero }: MappingEntry, { decoded, message }: Uplink): unknown => {
  const given = valueAt(decoded, from) ?? valueAt(message, from) ?? undefined
  if (given !== undefined || absentIsZero !== true) return given
  const holder = holderOf(decoded, from) ?? holderOf(message, from)
  return typeof holder === 'object' && holder !== null ? 0 : undefined
}

/** How strong the battery is by the network server's own knowledge, where the payload does not say. */
const givenByNetwork = (kind: ReadingKind, { reception, batteryPercent }: Uplink): Readonly<Record<string, number>> => {
  const own = fieldsOfKind[kind]
  const quality = reception === null ? null : radioQuality(reception)
  return {
    ...(batteryPercent !== null && { battery: Math.min(Math.max(Math.round(batteryPercent / 20), 0), 5) }),
    ...(quality !== null && own.includes('signal') && { signal: quality }),
    ...(quality !== null && own.includes('waveLevel') && { waveLevel: quality }),
  }
}

/**
 * Makes a reading of a message by a mapping. Of several entries for one field the first that the message has counts. The time is the
 * network server's where the payload has none, else that at which we received it.
 * @param now ISO 8601, of our own clock
 */
export const mapUplink = (
  uplink: Uplink,
  device: { readonly kind: ReadingKind; readonly serial: string },
  mapping: readonly MappingEntry[],
  now: string,
): MappedUplink => {
  const own: ReadonlySet<string> = new Set(fieldsOfKind[device.kind])
  const values: Record<string, unknown> = {}
  const fields = mapping.map((entry): FieldResult => {
    const given = find(entry, uplink)
    if (given === undefined) return { entry, given, result: undefined, fault: null }
    if (!own.has(entry.to)) return { entry, given, result: undefined, fault: 'この種別の機器にはない項目です。' }
    if (Object.hasOwn(values, entry.to)) return { entry, given, result: undefined, fault: '前の行で読んだ項目です。' }
    const outcome = read(entry, given)
    if (outcome.result !== undefined) values[entry.to] = outcome.result
    return { entry, given, ...outcome }
  })
  const isNetworkTime = !Object.hasOwn(values, 'at')
  const { at = uplink.receivedAt ?? now, ...measured } = values
  return {
    reading: { kind: device.kind, device: device.serial, at, ...givenByNetwork(device.kind, uplink), ...measured },
    fields,
    isNetworkTime,
  }
}
