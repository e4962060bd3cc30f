import {
  type ConnectionPresetKey,
  connectionPresets,
  keysOf,
  type MappedField,
  Mapping,
  mappingOfPreset,
  type MappingEntry,
  MessagePath,
  type ReadingKind,
} from '@mimamori/contract'
import { expect, test } from 'vitest'
import { withoutHidden } from './hidden-values.ts'
import { mapUplink } from './map-uplink.ts'
import { readNetworkMessage, type Uplink } from './network-message.ts'
import { radioQuality } from './radio-quality.ts'
import { chirpstackUplink, ttsUplink } from './test-connection.ts'

const devEui = '24e124713c490108'
const now = '2026-07-20T13:00:00+09:00'

const uplinkOf = (object: object, type: 'chirpstack' | 'tts' = 'chirpstack'): Uplink => {
  const read = readNetworkMessage(type, type === 'tts' ? ttsUplink(devEui, object) : chirpstackUplink(devEui, object))
  if (!('devEui' in read)) throw new Error(JSON.stringify(read))
  return read
}

type Device = Parameters<typeof mapUplink>[1]
const heat: Device = { kind: 'heat', serial: '000108' }
const readingOf = (object: object, mapping: readonly MappingEntry[], device = heat, type?: 'tts') =>
  mapUplink(uplinkOf(object, type), device, mapping, now).reading

// As the decoders of github.com/TheThingsNetwork/lorawan-devices name and shape their values.
const decentlab = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { displayName: name, value, unit: '' }]))
const samples: Record<ConnectionPresetKey, { decoded: object; reading: object }> = {
  'decentlab-dl-blg': { decoded: decentlab({ temperature: 44.1, battery_voltage: 2.61 }), reading: { globe: 44.1, battery: 3 } },
  'decentlab-dl-sht35': {
    decoded: decentlab({ air_temperature: 34.6, air_humidity: 58.2, battery_voltage: 3.04 }),
    reading: { temperature: 34.6, humidity: 58.2, battery: 5 },
  },
  'decentlab-dl-atm41g2': {
    decoded: decentlab({ air_temperature: 33, relative_humidity: 55.5, wind_speed: 1.25, solar_radiation: 812.3, battery_voltage: 2.9 }),
    reading: { temperature: 33, humidity: 55.5, windSpeed: 1.25, solarRadiation: 812.3 },
  },
  'milesight-em300-th': {
    decoded: { temperature: 31.2, humidity: 61.5, battery: 92 },
    reading: { temperature: 31.2, humidity: 61.5, battery: 5 },
  },
  'dragino-lht65n': {
    decoded: { BatV: 3.05, Bat_status: 3, TempC_SHT: 29.87, Hum_SHT: 66.1, Ext_sensor: 'No external sensor' },
    reading: { temperature: 29.87, humidity: 66.1, battery: 5 },
  },
}

test.each(keysOf(samples))('the preset %s reads what its decoder answers', (key) => {
  expect(Mapping.safeParse(mappingOfPreset(key)).success).toBe(true)
  for (const type of ['chirpstack', 'tts'] as const) {
    const { decoded, reading } = samples[key]
    expect(
      mapUplink(uplinkOf(decoded, type), { ...heat, kind: connectionPresets[key].kind }, mappingOfPreset(key), now).reading,
    ).toMatchObject(reading)
  }
})

test('what is absent is 0 only outside the decoded payload, and never of a sensor that failed or of what heat is judged by', () => {
  const zero = (from: string, to: MappedField): MappingEntry => ({ from, to, absentIsZero: true })
  const meter = [zero('wbgt', 'wbgt'), zero('t.value', 'temperature'), zero('g', 'globe'), zero('h', 'humidity'), zero('wind', 'windSpeed')]
  const status = readingOf({ bat_v: 3.3, t: { unit: '°C' } }, meter, heat, 'tts')
  expect(status).toMatchObject({ windSpeed: 0 })
  for (const field of ['wbgt', 'temperature', 'globe', 'humidity']) expect(status).not.toHaveProperty(field)
  expect(readingOf({ wind: null }, meter, heat, 'tts')).not.toHaveProperty('windSpeed')
  for (const { entries } of Object.values(connectionPresets)) expect(entries.every(({ absentIsZero }) => absentIsZero === false)).toBe(true)
})

test('a truth value is no temperature, and a word for a pressed button is a call', () => {
  const vital: Device = { kind: 'vital', serial: '12' }
  const truth = mapUplink(uplinkOf({ wbgt: true }), heat, [{ from: 'wbgt', to: 'wbgt' }], now)
  expect(truth.fields).toMatchObject([{ fault: '数値ではありません。' }])
  const call = (given: unknown) =>
    readingOf(
      { hr: 90, sos: given },
      [
        { from: 'sos', to: 'call' },
        { from: 'hr', to: 'heartRate' },
      ],
      vital,
    )
  for (const pressed of [true, 1, '1', 'pressed', 'Short Press', 'ALARM']) expect(call(pressed)).toMatchObject({ call: true })
  for (const released of [false, 0, 'none', 'released', '']) expect(call(released)).toMatchObject({ call: false })
  for (const unknown of ['battery', {}, [1]]) expect(call(unknown)).toMatchObject({ heartRate: 90 })
  expect(call('battery')).not.toHaveProperty('call')
  const alarms: MappingEntry[] = ['status', 'fall', 'man.no_motion', 'sos'].map((from) => ({ from, to: 'alarm' }))
  const alarm = (object: object) => readingOf({ hr: 90, ...object }, alarms, vital)['alarm']
  expect(alarm({ fall: false, sos: true })).toBe('help')
  expect(alarm({ man: { no_motion: 1 } })).toBe('noMotion')
  expect(alarm({ status: 'Fall detected' })).toBe('fall')
  expect(alarm({ status: 'strange', fall: 0 })).toBeUndefined()
})

test('the first of several entries counts, battery and signal are grades, and no kind gets a field that it has not', () => {
  const mapping: MappingEntry[] = [
    { from: 'a', to: 'battery' },
    { from: 'b', to: 'battery', factor: 0.05 },
    { from: 'hr', to: 'heartRate' },
    { from: 'help', to: 'call' },
    { from: 'p', to: 'pressure', factor: 100 },
  ]
  expect(readingOf({ b: 71, hr: 96, help: true, p: 1_005.2 }, mapping, { kind: 'vital', serial: '12' })).toEqual({
    kind: 'vital',
    device: '12',
    at: '2026-07-20T12:59:00+09:00',
    battery: 4,
    heartRate: 96,
    call: true,
    signal: 4,
  })
  expect(readingOf({ a: 9, b: 71, hr: 96, p: 1_005.2 }, mapping, { kind: 'barometer', serial: 'B' })).toMatchObject({
    battery: 5,
    pressure: 100_520,
  })
  expect(readingOf({ a: 1, hr: 96 }, mapping)).not.toHaveProperty('heartRate')
  expect(readingOf({ a: 1 }, mapping)).not.toHaveProperty('signal')
  expect(readingOf({ a: 1 }, mapping, { kind: 'gateway', serial: 'G' })).toMatchObject({ waveLevel: 4 })
})

test("a device's own time is read as a text, seconds or milliseconds; another leaves the network's", () => {
  const at = (time: unknown) => readingOf({ time, t: 1 }, [{ from: 'time', to: 'at' }])['at']
  expect(at('2026-07-20T12:00:00Z')).toBe('2026-07-20T12:00:00.000Z')
  expect(at(1_784_548_800)).toBe('2026-07-20T12:00:00.000Z')
  expect(at('1784548800000')).toBe('2026-07-20T12:00:00.000Z')
  const unread = ['2026-07-20 12:00', '2026-02-30T12:00:00Z', '1970-01-01T00:03:00Z', '2000-01-01T00:00:00+09:00']
  for (const bad of [...unread, 0, 180, -5, 1e300, {}, null, true])
    expect(Date.parse(String(at(bad)))).toBe(Date.parse('2026-07-20T12:59:00+09:00'))
})

test("ChirpStack's time is a gateway's clock: one ahead of the network server or of another day is not believed", () => {
  const at = (time: string, ...nsTimes: unknown[]) => {
    const message = { ...chirpstackUplink(devEui, { t: 1 }, time), rxInfo: nsTimes.map((nsTime) => ({ rssi: -97, nsTime })) }
    const read = readNetworkMessage('chirpstack', message)
    return 'devEui' in read ? read.receivedAt : null
  }
  const own = '2026-07-20T04:00:00.5Z'
  expect(at('2026-07-20T04:00:00Z', own)).toBe('2026-07-20T04:00:00Z')
  expect(at('2026-07-20T02:00:00Z', own)).toBe('2026-07-20T02:00:00Z')
  for (const wrong of ['2026-07-20T04:02:00Z', '2006-12-04T04:00:00Z', 'soon']) expect(at(wrong, own)).toBe(own)
  expect(at('2026-07-20T05:00:00Z', '2026-07-20T04:00:09Z', own, 7)).toBe(own)
  expect(at('2006-12-04T04:00:00Z')).toBe('2006-12-04T04:00:00Z')
  expect(readingOf({ t: 1 }, [{ from: 't', to: 'temperature' }])['at']).toBe('2026-07-20T12:59:00+09:00')
})

test('radio quality follows from the margin of the spreading factor, else by strength', () => {
  const of = (snr: number | null, spreadingFactor: number | null, rssi: number | null = null) =>
    radioQuality({ snr, spreadingFactor, rssi })
  expect([2.5, -2.5, -5, -7.5, -8].map((snr) => of(snr, 7))).toEqual([4, 3, 2, 1, 0])
  expect(of(-10, 12)).toBe(4)
  expect([-80, -95, -105, -115, -130].map((rssi) => of(null, null, rssi))).toEqual([4, 3, 2, 1, 0])
  expect(of(null, null)).toBeNull()
})

test('paths are brought to one form, and lead to nothing that is inherited', () => {
  expect(MessagePath.parse(' rxInfo[0].rssi ')).toBe('rxInfo.0.rssi')
  for (const bad of ['', '.a', 'a..b', 'a.', 'a[x]', 'x'.repeat(201)]) expect(MessagePath.safeParse(bad).success).toBe(false)
  expect(
    readingOf({ t: 1 }, [
      { from: 'constructor.length', to: 'wbgt' },
      { from: 'rxInfo.0.rssi', to: 'temperature' },
    ]),
  ).toMatchObject({ temperature: -97 })
  expect(readingOf({ t: 1 }, [{ from: '__proto__.x', to: 'wbgt' }])).not.toHaveProperty('wbgt')
})

test('places, vital values and the undecoded payload are in no message that is kept', () => {
  const message = { ...chirpstackUplink(devEui, { hr: 171, ch3: 172, gps: { x: 35.1 }, wbgt: 31 }) }
  const text = JSON.stringify(withoutHidden(message, { mapping: [{ from: 'object.ch3', to: 'heartRate' }], kind: 'heat' }))
  for (const hidden of ['171', '172', '35.1', '35.68', '139.76', 'AQ==']) expect(text).not.toContain(hidden)
  for (const shown of ['"wbgt":31', '-97', devEui]) expect(text).toContain(shown)
})

test('of a device that is worn or unknown a kept message shows the names, and values only of what is surely no vital value and no place', () => {
  const keptOf = (object: object, kind: ReadingKind | null, mapping: readonly MappingEntry[] = []) =>
    JSON.stringify(withoutHidden(chirpstackUplink(devEui, object), { mapping, kind }))
  const badge = { batt: 88, x1: 139.71, list: [{ type: 'Longitude', measurementValue: 139.72 }], hr1: 171, sbp: 172, resp: 17.3, ch: 'far' }
  for (const kind of ['vital', 'belt', null] as const)
    for (const hidden of ['139.7', '171', '172', '17.3', 'far']) expect(keptOf(badge, kind)).not.toContain(hidden)
  expect(keptOf(badge, 'vital', [{ from: 'batt', to: 'battery' }])).toContain('88')
  expect(keptOf(badge, 'vital')).not.toContain('88')
  expect(keptOf({ temperature: { displayName: '気温', value: 31.5 } }, null)).toContain('31.5')
  expect(keptOf({ list: [{ type: 'Longitude', measurementValue: 139.72 }] }, 'heat')).not.toContain('139.72')
  expect(keptOf({ data: { temperature: 31.25 }, payload: { wbgt: 27.75 } }, 'heat')).toMatch(/31\.25.*27\.75/)
})
