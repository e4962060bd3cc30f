import type { DeviceAlarm } from '@mimamori/contract'

/** What a value that is no number becomes; the rest of the reading is taken in any case. */
type Outcome = { readonly result: string | boolean | undefined; readonly fault: string | null }

// What decoders call a button that is pressed, in small letters without separators; and one that is not.
const yes: ReadonlySet<unknown> = new Set([
  'true',
  'yes',
  'y',
  'on',
  'pressed',
  'press',
  'down',
  'active',
  'activated',
  'triggered',
  'alarm',
  'alert',
  'emergency',
  'sos',
  'help',
  'panic',
  'call',
  'short',
  'shortpress',
  'long',
  'longpress',
  'double',
  'doublepress',
  'doubleclick',
  'single',
  'singlepress',
  'click',
  'singleclick',
  'triple',
  'triplepress',
  'held',
  'hold',
  '押下',
  'あり',
  '呼び出し',
  '通報',
])
const no: ReadonlySet<unknown> = new Set([
  '',
  'false',
  'no',
  'n',
  'off',
  'none',
  'null',
  'released',
  'release',
  'up',
  'inactive',
  'idle',
  'normal',
  'ok',
  'notpressed',
  'unpressed',
  'noalarm',
  'noevent',
  'nothing',
  'cleared',
  'なし',
  '正常',
])

const wordOf = (given: unknown): string =>
  String(given)
    .toLowerCase()
    .replaceAll(/[\s_.-]/g, '')

/** Whether a value means that a button is pressed; undefined where it means neither. */
const isYes = (given: unknown): boolean | undefined => {
  if (typeof given === 'boolean') return given
  if (typeof given === 'number') return given !== 0
  if (typeof given !== 'string') return undefined
  const word = wordOf(given)
  if (/^-?\d+(\.\d+)?$/.test(given.trim())) return Number(given) !== 0
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/** Whether a call button is pressed, as a number, a truth value or a word of decoders. What means neither is no call, and is said. */
export const readCall = (given: unknown): Outcome => {
  const isPressed = isYes(given)
  if (isPressed === undefined) return { result: undefined, fault: '押されたかどうかを読み取れません。' }
  return { result: isPressed, fault: null }
}

const alarmNames: readonly (readonly [RegExp, DeviceAlarm])[] = [
  [/fall|mandown|転倒/, 'fall'],
  [/nomotion|motionless|immobil|inactiv|stationary|動きなし/, 'noMotion'],
  [/heat|暑さ/, 'heat'],
  [/help|sos|panic|emergency|alarm|call|通報/, 'help'],
]

const alarmNamedIn = (text: string): DeviceAlarm | undefined => alarmNames.find(([name]) => name.test(wordOf(text)))?.[1]

/**
 * Which alarm a device raised: by the word itself, `fall`, or where it only says yes, by the name of the field, `fall: true`. Where it says
 * no, it says nothing of alarms: another field may.
 * @param path of the value in the message
 */
export const readAlarm = (path: string, given: unknown): Outcome => {
  const isRaised = isYes(given)
  if (isRaised === false) return { result: undefined, fault: null }
  const named = typeof given === 'string' ? alarmNamedIn(given) : undefined
  const alarm = named ?? (isRaised === true ? (alarmNamedIn(path.slice(path.lastIndexOf('.') + 1)) ?? 'help') : undefined)
  return alarm === undefined ? { result: undefined, fault: '警報の種類を読み取れません。' } : { result: alarm, fault: null }
}
