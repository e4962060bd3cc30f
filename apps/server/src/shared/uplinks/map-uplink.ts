import { type MappedField, type MappingEntry, neverZeroFields, type ReadingKind } from '@mimamori/contract'
import { readInstant } from '../../platform/instant.ts'
import { holderOf, isThere, valueAt } from './message-path.ts'
import type { Uplink } from './network-message.ts'
import { readAlarm, readCall } from './pressed-button.ts'
import { radioQuality } from './radio-quality.ts'

/** The fields that a reading of each kind has beside its device. */
const fieldsOfKind: Readonly<Record<ReadingKind, readonly MappedField[]>> = {
  heat: ['at', 'battery', 'wbgt', 'temperature', 'humidity', 'globe', 'windSpeed', 'solarRadiation'],
  vital: ['at', 'battery', 'heartRate', 'signal', 'latitude', 'longitude', 'accuracy', 'call', 'alarm', 'interval'],
  belt: ['at', 'battery', 'hook', 'pressure', 'slaveBattery', 'signal', 'latitude', 'longitude', 'accuracy', 'call', 'alarm', 'interval'],
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

// No meter that sends today was made before; a clock that was never set begins in 1970, 1980 or 2000.
const firstOfSetClocks = Date.parse('2020-01-01T00:00:00Z')
const lastOfDates = 253_402_300_800_000

/** The time that a device's own field says (epoch ms): a text with an offset from UTC, or seconds or milliseconds since 1970. NaN for others. */
const timeOf = (given: unknown): number => {
  if (typeof given === 'string' && !numeric.test(given)) return readInstant(given) ?? Number.NaN
  const since = numberOf(given)
  const at = since >= firstMillisecond ? since : since * 1_000
  return at < lastOfDates ? Math.round(at) : Number.NaN
}

type Outcome = Pick<FieldResult, 'result' | 'fault'>

const readTime = (given: unknown): Outcome => {
  const at = timeOf(given)
  if (Number.isNaN(at)) return { result: undefined, fault: '日時として読めません。届いた時刻を使います。' }
  if (at < firstOfSetClocks) return { result: undefined, fault: '機器の時計が合っていません。届いた時刻を使います。' }
  return { result: new Date(at).toISOString(), fault: null }
}

const whole = (given: unknown): string | number | boolean => (typeof given === 'object' ? '…' : (given as string | number | boolean))

const read = (entry: MappingEntry, given: unknown): Outcome => {
  if (entry.to === 'at') return readTime(given)
  if (entry.to === 'call') return readCall(given)
  if (entry.to === 'alarm') return readAlarm(entry.from, given)
  const value = converted(entry, entry.to === 'hook' && typeof given === 'boolean' ? Number(given) : given)
  if (Number.isFinite(value)) return { result: value, fault: null }
  // What is no number is sent on as it is, so that the refusal names the field as for any other sender.
  return { result: typeof given === 'object' ? '' : whole(given), fault: '数値ではありません。' }
}

/**
 * What an entry finds: in the decoded payload, else in the whole message. Null, by which a decoder says that a sensor failed, counts as
 * absent and never as 0; a temperature or WBGT that is absent is never 0 either.
 */
const find = ({ from, to, absentIsZero }: MappingEntry, { decoded, message }: Uplink): unknown => {
  const given = valueAt(decoded, from) ?? valueAt(message, from) ?? undefined
  if (given !== undefined || absentIsZero !== true || neverZeroFields.has(to)) return given
  if (isThere(decoded, from) || isThere(message, from)) return undefined
  const holder = holderOf(decoded, from) ?? holderOf(message, from)
  return typeof holder === 'object' && holder !== null ? 0 : undefined
}

/** The battery and the radio by the network server's own knowledge, where the payload does not say. */
const givenByNetwork = (kind: ReadingKind, { reception, batteryPercent }: Uplink): Readonly<Record<string, number>> => {
  const own = fieldsOfKind[kind]
  const quality = reception === null ? null : radioQuality(reception)
  return {
    ...(batteryPercent !== null && { battery: Math.min(Math.max(Math.round(batteryPercent / 20), 0), 5) }),
    ...(quality !== null && own.includes('signal') && { signal: quality }),
    ...(quality !== null && own.includes('waveLevel') && { waveLevel: quality }),
  }
}

/** The network server's time, where it can be read. */
const receivedAt = ({ receivedAt: at }: Uplink): string | null => (Number.isFinite(readInstant(at)) ? at : null)

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
  const { at = receivedAt(uplink) ?? now, ...measured } = values
  return {
    reading: { kind: device.kind, device: device.serial, at, ...givenByNetwork(device.kind, uplink), ...measured },
    fields,
    isNetworkTime,
  }
}
