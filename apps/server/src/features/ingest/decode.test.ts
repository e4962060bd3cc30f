import { dayMs } from '@mimamori/contract/day'
import { deviceAlarms, Reading, readingKinds } from '@mimamori/contract'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decode, type Unread } from './decode.ts'

const now = Date.parse('2026-07-20T13:00:00+09:00')
const oldest = now - 400 * dayMs
const read = decode

const pulse = { kind: 'vital', device: '12345', at: '2026-07-20T13:00:00+09:00' }
const blank = {
  call: false,
  alarm: null,
  gateway: null,
  intervalMinutes: null,
  heartRate: null,
  wbgt: null,
  temperature: null,
  humidity: null,
  globe: null,
  windSpeed: null,
  solarRadiation: null,
  hook: null,
  pressure: null,
  battery: null,
  slaveBattery: null,
  signal: null,
  waveLevel: null,
  latitude: null,
  longitude: null,
  accuracy: null,
}

// Within what the columns hold: beyond it a value is no slip of a sensor, and decode says so.
const value = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const orLess = <T>(what: fc.Arbitrary<T>) => fc.option(fc.option(what, { nil: null }), { nil: undefined })
const text = (maxLength: number, minLength = 0) =>
  fc.string({
    unit: fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom('あ', '-', 'ﾊ', '\u{20bb7}')),
    minLength,
    maxLength,
  })
const offsets = ['Z', '+09:00', '-03:30', '+00:00'] as const

/** An instant up to the retention ago, in some time zone, with or without fractions of a second. */
const instant = fc
  .tuple(fc.integer({ min: oldest, max: now + 600_000 }), fc.constantFrom(...offsets), fc.boolean())
  .map(([at, offset, precise]) => {
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? []
    const local = at + (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
    const whole = precise ? at : at - (((at % 1_000) + 1_000) % 1_000)
    return {
      at: Math.max(whole, oldest),
      text: new Date(local + Math.max(whole, oldest) - at).toISOString().replace(precise ? 'Z' : /\.\d+Z/, offset),
    }
  })

const isTiny = (given: unknown) => typeof given === 'number' && Math.abs(given) < 1e-30

/** Anything that might be in a message, right or wrong, under the names of the contract. */
const message = fc.record(
  {
    kind: fc.constantFrom(...readingKinds),
    device: text(26),
    battery: orLess(fc.integer({ min: -1, max: 6 })),
    signal: orLess(fc.integer({ min: -1, max: 5 })),
    gateway: fc.option(fc.oneof(text(21), fc.integer()), { nil: undefined }),
    latitude: orLess(value(-91, 91)),
    longitude: orLess(value(-181, 181)),
    // What is too small for a column is 0: the contract would call it less than that where it is negative.
    accuracy: orLess(value(-1, 100_001).map((metres) => (isTiny(metres) ? 0 : metres))),
    call: fc.option(fc.oneof(fc.boolean(), fc.constantFrom('yes', 0, 1)), { nil: undefined }),
    alarm: fc.option(fc.constantFrom(...deviceAlarms, null, 'faint'), { nil: undefined }),
    interval: orLess(value(-1, 1_500)),
    heartRate: orLess(value(-32_768, 32_767)),
    wbgt: orLess(value(-1_000, 1_000)),
    temperature: orLess(value(-1_000, 1_000)),
    humidity: orLess(value(-1_000, 1_000)),
    globe: orLess(value(-1_000, 1_000)),
    windSpeed: orLess(value(-1, 101).map((speed) => (isTiny(speed) ? 0 : speed))),
    solarRadiation: orLess(value(-1, 2_001).map((watts) => (isTiny(watts) ? 0 : watts))),
    hook: orLess(fc.integer({ min: 0, max: 2 })),
    pressure: orLess(value(0, 200_000)),
    slaveBattery: orLess(fc.integer({ min: 0, max: 6 })),
    waveLevel: orLess(fc.integer({ min: 0, max: 5 })),
    comment: fc.anything(),
  },
  { requiredKeys: ['kind', 'device'] },
)

test('whatever the contract’s schema accepts is read, with the same values', () => {
  let accepted = 0
  fc.assert(
    fc.property(message, instant, (fields, { at, text: time }) => {
      const { success, data } = Reading.safeParse({ ...fields, at: time })
      if (!success) return
      accepted++
      const { interval = null, ...rest } = data as Reading & { interval?: number }
      const given = Object.entries(rest).map(([key, item]) => [key, item === undefined ? null : isTiny(item) ? 0 : item] as const)
      const { gateway = null, call = false, alarm = null, ...expected } = Object.fromEntries(given)
      const says = 'alarm' in rest && rest.alarm !== undefined
      const isFixed = expected.latitude !== 0 || expected.longitude !== 0
      expect(read({ ...fields, at: time })).toEqual({
        ...blank,
        ...expected,
        ...(isFixed ? {} : { latitude: null, longitude: null }),
        at,
        gateway: gateway === '' ? null : gateway,
        call: call === true || call === 1,
        alarm: says ? (alarm === 'heat' ? 'deviceHeat' : (alarm ?? 'none')) : null,
        intervalMinutes: interval,
      })
    }),
    { numRuns: 3_000 },
  )
  expect(accepted).toBeGreaterThan(100)
})

test('no message makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        message.chain((fields) => fc.anything().map((at) => ({ ...fields, at }))),
      ),
      (sent) => {
        expect(read(sent)).toBeTypeOf('object')
      },
    ),
  )
})

test('keys are read without regard to case; of several the one spelt rightly counts', () => {
  expect(read({ KIND: 'belt', Device: 'B-7', AT: pulse.at, slavebattery: 4, GateWay: 'GW', HOOK: 1, Comment: 'x' })).toMatchObject({
    kind: 'belt',
    device: 'B-7',
    at: now,
    slaveBattery: 4,
    gateway: 'GW',
    hook: 1,
  })
  expect(read({ ...pulse, HeartRate: 99, heartRate: 88, heartrate: 77 })).toMatchObject({ heartRate: 88 })
  expect(read({ heartRate: 88, heartRATE: 77, ...pulse })).toMatchObject({ heartRate: 88 })
})

test('numbers may come as text', () => {
  expect(read({ ...pulse, heartRate: '128', battery: ' 4 ', latitude: '35.68', longitude: '-139.5' })).toMatchObject({
    heartRate: 128,
    battery: 4,
    latitude: 35.68,
    longitude: -139.5,
  })
})

test.each(['windSpeed', 'solarRadiation'] as const)('a %s that makes no sense is none, and costs the reading nothing', (field) => {
  const meter = { ...pulse, kind: 'heat', temperature: 31 }
  for (const given of [-1, 2_001, '?', true, null])
    expect(read({ ...meter, [field]: given })).toMatchObject({ temperature: 31, [field]: null })
  expect(read({ ...meter, [field]: '1.5' })).toMatchObject({ [field]: 1.5 })
})

test.each([-1, 100_001, Number.NaN, '?', true, {}, null])('an accuracy of %j is none, and costs the reading nothing', (accuracy) => {
  const sent = { ...pulse, heartRate: 91, call: true, latitude: 35.6, longitude: 139.7, accuracy }
  expect(read(sent)).toMatchObject({ heartRate: 91, call: true, latitude: 35.6, longitude: 139.7, accuracy: null })
})

test.each([
  [0, 0],
  ['0', '0.0'],
  [-0, 1e-40],
])('%j/%j is how a device without a fix says that it has no position', (latitude, longitude) => {
  expect(read({ ...pulse, heartRate: 91, call: true, latitude, longitude })).toMatchObject({
    heartRate: 91,
    call: true,
    latitude: null,
    longitude: null,
  })
  expect(read({ ...pulse, latitude, longitude: 0.001 })).toMatchObject({ latitude: 0, longitude: 0.001 })
})

test.each(['fast', '', '--', Number.NaN, true, '1e5', [90], 40_000, '-40000'])(
  'a heart rate of %j is none, and costs the reading nothing',
  (heartRate) => {
    const sent = { ...pulse, heartRate, battery: 4, latitude: 35.6, longitude: 139.7, call: false }
    expect(read(sent)).toMatchObject({ heartRate: null, battery: 4, latitude: 35.6, longitude: 139.7, call: false })
  },
)

describe('a call for help', () => {
  it.each([true, 1, 'true', '1'])('is read from %j', (call) => expect(read({ ...pulse, call })).toMatchObject({ call: true }))
  it.each([false, 0, 'false', '0', null, undefined])('is not read from %j', (call) =>
    expect(read({ ...pulse, call })).toMatchObject({ call: false }),
  )

  it.each<[string, Record<string, unknown>]>([
    ['battery', { battery: 80 }],
    ['battery', { battery: 'full' }],
    ['interval', { interval: 0 }],
    ['heartRate', { heartRate: '--' }],
    ['latitude', { latitude: 200, longitude: 139.7 }],
    ['longitude', { latitude: 35.6, longitude: 'east' }],
    ['gateway', { gateway: 7 }],
    ['gateway', { gateway: 'x'.repeat(21) }],
    ['signal', { signal: 2.5 }],
    ['accuracy', { accuracy: -1 }],
  ])('is taken without a %s that is out of range: %j', (field, fault) => {
    const rest = { ...pulse, heartRate: 91, battery: 4, signal: 3, gateway: 'GW-1', call: true }
    const decoded = read({ ...rest, ...fault })
    expect(decoded).toMatchObject({ call: true, device: '12345', at: now })
    expect(decoded).toHaveProperty(field === 'interval' ? 'intervalMinutes' : field, null)
  })

  it('of a belt is taken without its other values', () => {
    const fault = { kind: 'belt', hook: 2, pressure: -1, slaveBattery: 9, call: 1 }
    expect(read({ ...pulse, ...fault })).toMatchObject({ call: true, hook: null, pressure: null, slaveBattery: null })
  })

  it.each([
    ['device', { device: '' }],
    ['time', { at: 'now' }],
    ['kind', { kind: 'shoe' }],
  ])('is refused without a %s', (_, fault) => expect(read({ ...pulse, call: true, ...fault })).toHaveProperty('reason'))
})

describe('an alarm that the device judged itself', () => {
  it.each([
    ['fall', 'fall'],
    ['noMotion', 'noMotion'],
    ['heat', 'deviceHeat'],
    ['help', 'help'],
    [' FALL ', 'fall'],
    [null, 'none'],
    [undefined, null],
  ])('is read from %j as %j', (given, alarm) => {
    expect(read({ ...pulse, alarm: given })).toMatchObject({ alarm })
    expect(read({ ...pulse, kind: 'belt', Alarm: given })).toMatchObject({ alarm })
  })

  it.each(['faint', '', 0, false, true, {}])('is refused by its name where it is %j, except with a call', (alarm) => {
    expect(read({ ...pulse, alarm })).toMatchObject({
      reason: '機器の警報：fall、noMotion、heat、helpのどれか、取り消しのときはnullにしてください。',
    })
    expect(read({ ...pulse, alarm, call: true })).toMatchObject({ call: true, alarm: null })
  })

  it('is taken without other fields that are out of range, a call among them', () => {
    const rest = { ...pulse, heartRate: '--', battery: 9, signal: 2.5, gateway: 7, latitude: 200, call: 'pressed' }
    expect(read({ ...rest, alarm: 'help' })).toMatchObject({ alarm: 'help', call: false, battery: null, signal: null, gateway: null })
    expect(read({ ...rest, alarm: null })).toMatchObject({ reason: call })
  })

  it('of other devices says nothing', () => {
    expect(read({ ...pulse, kind: 'heat', alarm: 'fall' })).toMatchObject({ alarm: null })
  })
})

test('what a kind does not know is left aside, whatever it holds', () => {
  expect(read({ ...pulse, kind: 'heat', wbgt: 29.4, gateway: 5, call: 'yes', heartRate: 'fast', interval: [] })).toEqual({
    ...blank,
    kind: 'heat',
    device: '12345',
    at: now,
    wbgt: 29.4,
  })
})

describe('times', () => {
  it.each([
    ['2026-07-20T04:00:00Z', 0],
    ['2026-07-20T13:00+09:00', 0],
    ['2026-07-20T13:00:00+0900', 0],
    ['2026-07-20T12:59:59.5+09:00', -500],
    ['2026-07-20T13:10:00+09:00', 600_000],
    ['2000-07-20T13:00:00+09:00', -9_496 * dayMs],
    ['2099-07-20T13:00:00+09:00', 26_663 * dayMs],
    ['2025-12-31T23:59:60+09:00', undefined],
  ])('%s', (at, after) => {
    const decoded = read({ ...pulse, at })
    if (after === undefined) expect(decoded).toEqual({ reason: '測定時刻：暦にない日時です。', field: 'at' })
    else expect(decoded).toMatchObject({ at: now + after })
  })

  it('know the leap year', () => {
    expect(read({ ...pulse, at: '2028-02-29T00:00:00Z' })).toMatchObject({
      at: Date.parse('2028-02-29'),
    })
  })
})

const notObject = '測定値をオブジェクトにしてください。'
const kind = '種別：vital、heat、belt、barometer、gatewayのどれかにしてください。'
const device = '機器の番号：1文字以上25文字以内の文字列にしてください。'
const time = '測定時刻：時差の付いた日時（ISO 8601）にしてください。'
const calendar = '測定時刻：暦にない日時です。'
const gateway = '親機・子機の番号：20文字以内の文字列にしてください。'
const call = '呼び出し：trueかfalseにしてください。'

test.each<[string, unknown]>([
  [notObject, null],
  [notObject, undefined],
  [notObject, 5],
  [notObject, 'vital'],
  [notObject, [pulse]],
  [kind, {}],
  [kind, { ...pulse, kind: 'shoe' }],
  [kind, { ...pulse, kind: 'Vital' }],
  [kind, { ...pulse, kind: 1 }],
  [kind, { ...pulse, kind: ['vital'] }],
  [device, { ...pulse, device: '' }],
  [device, { ...pulse, device: 'x'.repeat(26) }],
  [device, { ...pulse, device: 12_345 }],
  [device, { ...pulse, device: undefined }],
  [device, { ...pulse, device: 'a\0b' }],
  [time, { ...pulse, at: undefined }],
  [time, { ...pulse, at: now }],
  [time, { ...pulse, at: '2026-07-20 13:00' }],
  [time, { ...pulse, at: '2026-07-20T13:00:00' }],
  [time, { ...pulse, at: '2026/07/20T13:00:00Z' }],
  [time, { ...pulse, at: '' }],
  [calendar, { ...pulse, at: '2026-02-30T10:00:00Z' }],
  [calendar, { ...pulse, at: '2026-06-31T10:00:00+09:00' }],
  [calendar, { ...pulse, at: '2026-02-29T10:00:00Z' }],
  [calendar, { ...pulse, at: '2026-13-01T10:00:00Z' }],
  [calendar, { ...pulse, at: '2026-07-00T10:00:00Z' }],
  [calendar, { ...pulse, at: '2026-07-20T25:00:00Z' }],
  [calendar, { ...pulse, at: '2026-07-20T10:00:00+99:00' }],
  [calendar, { ...pulse, at: '0000-12-31T00:00:00Z' }],
  [calendar, { ...pulse, at: '0001-01-01T00:00:00+09:00' }],
  [calendar, { ...pulse, at: '9999-12-31T23:00:00-09:00' }],
  [gateway, { ...pulse, gateway: 'x'.repeat(21) }],
  [gateway, { ...pulse, gateway: 7 }],
  [gateway, { ...pulse, kind: 'belt', gateway: 'a\0' }],
  [call, { ...pulse, call: 'yes' }],
  [call, { ...pulse, call: 2 }],
  ['電池：0以上5以下にしてください。', { ...pulse, battery: 6 }],
  ['電池：整数にしてください。', { ...pulse, battery: 2.5 }],
  ['電波：0以上4以下にしてください。', { ...pulse, signal: -1 }],
  ['緯度：-90以上90以下にしてください。', { ...pulse, latitude: 91 }],
  ['経度：-180以上180以下にしてください。', { ...pulse, longitude: '-181' }],
  ['送信間隔：0.001以上1440以下にしてください。', { ...pulse, interval: 0 }],
  ['フックの状態：0以上1以下にしてください。', { ...pulse, kind: 'belt', hook: 2 }],
  ['フックの状態：整数にしてください。', { ...pulse, kind: 'belt', hook: 0.5 }],
  ['子機の電池：0以上5以下にしてください。', { ...pulse, kind: 'belt', slaveBattery: 9 }],
  ['気圧：0以上200000以下にしてください。', { ...pulse, kind: 'barometer', pressure: -1 }],
  ['WBGT：-1000以上1000以下にしてください。', { ...pulse, kind: 'heat', wbgt: 1e9 }],
  ['気温：数値にしてください。', { ...pulse, kind: 'heat', temperature: {} }],
  ['湿度：-1000以上1000以下にしてください。', { ...pulse, kind: 'heat', humidity: -1_001 }],
  ['黒球温度：数値にしてください。', { ...pulse, kind: 'heat', globe: 'hot' }],
  ['電波：整数にしてください。', { ...pulse, kind: 'gateway', waveLevel: 1.5 }],
])('%s: %j', (reason, sent) => expect(read(sent)).toMatchObject({ reason }))

test.each<[string | null, unknown]>([
  [null, 'vital'],
  ['kind', { ...pulse, kind: 'shoe' }],
  ['device', { ...pulse, device: '' }],
  ['at', { ...pulse, AT: 'now', at: undefined }],
  ['call', { ...pulse, call: 'yes' }],
  ['waveLevel', { ...pulse, kind: 'gateway', waveLevel: 1.5 }],
])('a refusal names the field that it is about: %s in %j', (field, sent) => expect(read(sent)).toMatchObject({ field }))

const unreadOf = (sent: object) => {
  const unread: Unread[] = []
  read({ ...pulse, ...sent }, unread)
  return unread.map(({ field, hint }) => [field, hint])
}

test.each<[object, [string, string | null][]]>([
  [{ heartRate: 90, BATTERY: 4 }, []],
  [{ heart_rate: 90 }, [['heart_rate', 'heartRate']]],
  [
    { 'heart-rate': 90, heatRate: 91 },
    [
      ['heart-rate', 'heartRate'],
      ['heatRate', 'heartRate'],
    ],
  ],
  [{ longtitude: 139.7 }, [['longtitude', 'longitude']]],
  [
    { kind: 'heat', wgbt: 28.1, co2: 400 },
    [
      ['wgbt', 'wbgt'],
      ['co2', null],
    ],
  ],
  // A field of another kind: nothing else is meant.
  [{ wbgt: 28.1 }, [['wbgt', null]]],
  [{ kind: 'heat', heart_rate: 90 }, [['heart_rate', 'heartRate']]],
  // The exact spelling is read.
  [{ heartRate: 90, HEARTRATE: 91 }, [['HEARTRATE', 'heartRate']]],
  // Also where the reading is refused.
  [{ device: undefined, devise: '12345' }, [['devise', 'device']]],
  [{ kind: undefined, type: 'vital' }, [['type', null]]],
  [{ ['x'.repeat(100)]: 1 }, [['x'.repeat(40), null]]],
])('fields that are not read are named with the one that seems to be meant: %j', (sent, unread) => expect(unreadOf(sent)).toEqual(unread))

test('of a reading with many unknown fields some are named', () => {
  expect(unreadOf(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, 1])))).toHaveLength(20)
})
