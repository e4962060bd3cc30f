import { type DeviceAlarm, deviceAlarms, labelOf, readingKinds, type ReadingKind, readingNumbers } from '@mimamori/contract'
import { type AlarmWord, type DecodedReading, isCalling, noValues } from './reading.ts'
import { storableText } from './storable-text.ts'
import { readInstant } from '../../platform/instant.ts'
import { hintFor } from './unread-hint.ts'
import { allFields, fieldsOf, isOnRadio, type NumberField, numberFields } from './reading-fields.ts'

/** Why a reading was not taken, as the sender's integrator reads it, and the field that this is about; null for the reading as a whole. */
export type Rejected = { readonly reason: string; readonly field: string | null }

const named = (field: string, remedy: string): Rejected => ({ reason: `${labelOf('reading', field) ?? field}：${remedy}`, field })

/** A field of a reading that is not read, and the one that seems to be meant. `kind`: null where that could not be read. */
export type Unread = { readonly kind: ReadingKind | null; readonly field: string; readonly hint: string | null }

/** Of a reading that is older, by its corrected time, than readings are kept. */
export const tooOld: Rejected = named('at', '保存期間より前の測定値です。')

/** Of a reading whose device the sender's site does not have. */
export const notRegistered: Rejected = named('device', 'この拠点に登録されていない機器です。')

const numeric = /^\s*-?\d+(\.\d+)?\s*$/
// PostgreSQL refuses a number too small for its column, and with it the whole batch.
const smallest = 1e-30

/** A number, which some systems send as text; NaN where it is none. */
const readNumber = (value: unknown): number => {
  if (typeof value === 'string') return numeric.test(value) ? readNumber(Number(value)) : Number.NaN
  if (typeof value !== 'number' || !Number.isFinite(value)) return Number.NaN
  return Math.abs(value) < smallest ? 0 : value
}

const empty: Record<NumberField, number | null> = { ...noValues, interval: null }

/** What an integrator has to mend in a number field; undefined where it can be stored. */
const faultOf = (field: NumberField, value: number): Rejected | undefined => {
  const rule: { readonly min: number; readonly max: number; readonly whole?: true } = readingNumbers[field]
  if (Number.isNaN(value)) return named(field, '数値にしてください。')
  if (value < rule.min || value > rule.max) return named(field, `${rule.min}以上${rule.max}以下にしてください。`)
  if (rule.whole && !Number.isInteger(value)) return named(field, '整数にしてください。')
  return undefined
}

// An unreadable heart rate is no heart rate: the reading still shows that the device is heard, and where. Phones say -1 where
// they do not know the accuracy. Without wind and sun a WBGT is still estimated.
const optional: ReadonlySet<NumberField> = new Set(['heartRate', 'accuracy', 'windSpeed', 'solarRadiation'])

/** The number fields of a kind. A call or an alarm is taken without those that are out of range. 0/0 is no position: devices without a fix send that. */
const readNumbers = (kind: ReadingKind, sent: Record<string, unknown>, calls: boolean): Record<NumberField, number | null> | Rejected => {
  const numbers = { ...empty }
  for (const field of numberFields[kind]) {
    const given = sent[field]
    if (given === undefined || given === null) continue
    const value = readNumber(given)
    const fault = faultOf(field, value)
    if (fault === undefined) numbers[field] = value
    else if (!calls && !optional.has(field)) return fault
  }
  if (numbers.latitude === 0 && numbers.longitude === 0) numbers.latitude = numbers.longitude = null
  return numbers
}

const kinds: ReadonlySet<unknown> = new Set(readingKinds)
const isKind = (value: unknown): value is ReadingKind => kinds.has(value)

const spelling = new Map([...allFields].map((key) => [key.toLowerCase(), key]))
const fieldsByKind = new Map<unknown, ReadonlySet<string>>(Object.entries(fieldsOf))

/** So many fields of a reading that are not read are named to its sender. */
const mostUnread = 20

/**
 * The fields under the contract's spelling, in whatever case they came; the exact spelling wins over others.
 * @param unread gets the fields that no reading of its kind has, or that came in two spellings
 */
const foldKeys = (sent: Record<string, unknown>, unread: Unread[]): Record<string, unknown> => {
  const keys = Object.keys(sent)
  const exact = fieldsByKind.get(sent['kind']) ?? allFields
  if (keys.every((key) => exact.has(key))) return sent
  const folded: Record<string, unknown> = {}
  const names = keys.map((key) => {
    const name = spelling.get(key.toLowerCase())
    if (name === undefined || (name !== key && Object.hasOwn(sent, name))) return undefined
    folded[name] = sent[key]
    return name
  })
  const kind = isKind(folded['kind']) ? folded['kind'] : null
  const own = kind === null ? allFields : fieldsOf[kind]
  for (let index = 0; index < keys.length && unread.length < mostUnread; index++) {
    const name = names[index]
    if (name !== undefined && own.has(name)) continue
    const field = storableText(keys[index] ?? '')
    unread.push({ kind, field, hint: hintFor(kind, field) })
  }
  return folded
}

/** A text column cannot store the character NUL. */
const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest && !value.includes('\0')

type Radio = Pick<DecodedReading, 'gateway' | 'call' | 'alarm'>
const offRadio: Radio = { gateway: null, call: false, alarm: null }

const kindsOfAlarms: Record<DeviceAlarm, AlarmWord> = { fall: 'fall', noMotion: 'noMotion', heat: 'deviceHeat', help: 'help' }
const alarmsByWord = new Map<unknown, AlarmWord | null>([
  ...deviceAlarms.map((alarm) => [alarm.toLowerCase(), kindsOfAlarms[alarm]] as const),
  // Left out, it says nothing; null cancels.
  [undefined, null],
  [null, 'none'],
])

const callsByValue = new Map<unknown, boolean>([
  ...[true, 1, 'true', '1'].map((value) => [value, true] as const),
  ...[false, 0, 'false', '0', null, undefined].map((value) => [value, false] as const),
])

// With a call a word that says nothing costs nothing: the call counts. An alarm makes up for a call that cannot be read.
const readCalls = ({ call: givenCall, alarm: givenAlarm }: Record<string, unknown>): Pick<Radio, 'call' | 'alarm'> | Rejected => {
  const call = callsByValue.get(givenCall)
  const alarm = alarmsByWord.get(typeof givenAlarm === 'string' ? givenAlarm.trim().toLowerCase() : givenAlarm)
  if (call === undefined && (alarm === undefined || alarm === null || alarm === 'none')) return named('call', 'trueかfalseにしてください。')
  if (alarm === undefined && call !== true)
    return named('alarm', `${deviceAlarms.join('、')}のどれか、取り消しのときはnullにしてください。`)
  return { call: call ?? false, alarm: alarm ?? null }
}

const readRadio = (sent: Record<string, unknown>): Radio | Rejected => {
  const { gateway } = sent
  const calls = readCalls(sent)
  if ('reason' in calls) return calls
  if (gateway === undefined || gateway === null || gateway === '') return { gateway: null, ...calls }
  if (isText(gateway, 20)) return { gateway, ...calls }
  return isCalling(calls) ? { gateway: null, ...calls } : named('gateway', '20文字以内の文字列にしてください。')
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Checks one reading of a message without a schema library, which at ten thousand a second would cost more than
 * judging. A test compares it with the contract's schema. Whether its time can be right depends on its device's clock.
 * A call for help, or an alarm of the device, is refused for its kind, device or time alone.
 * @param unread gets the fields that are not read, also where the reading is refused
 */
export const decode = (sent: unknown, unread: Unread[] = []): DecodedReading | Rejected => {
  if (!isObject(sent)) return { reason: '測定値をオブジェクトにしてください。', field: null }
  const fields = foldKeys(sent, unread)
  const { kind, device } = fields
  if (!isKind(kind)) return named('kind', `${readingKinds.join('、')}のどれかにしてください。`)
  if (!isText(device, 25) || device.length === 0) return named('device', '1文字以上25文字以内の文字列にしてください。')
  const at = readInstant(fields['at'])
  if (at === undefined) return named('at', '時差の付いた日時（ISO 8601）にしてください。')
  if (Number.isNaN(at)) return named('at', '暦にない日時です。')
  const radio = isOnRadio[kind] ? readRadio(fields) : offRadio
  if ('reason' in radio) return radio
  const numbers = readNumbers(kind, fields, isCalling(radio))
  if ('reason' in numbers) return numbers
  const { interval, hook, ...rest } = numbers
  return { kind, device, at, ...radio, intervalMinutes: interval, hook: hook === 0 || hook === 1 ? hook : null, ...rest }
}
