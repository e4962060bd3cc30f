import {
  type ConnectionPresetKey,
  connectionPresets,
  keysOf,
  Mapping,
  mappingOfPreset,
  type MappingEntry,
  MessagePath,
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
  expect(Mapping.safeParse(mappingOfPreset(key, 'tts')).success).toBe(true)
  for (const type of ['chirpstack', 'tts'] as const) {
    const { decoded, reading } = samples[key]
    expect(
      mapUplink(uplinkOf(decoded, type), { ...heat, kind: connectionPresets[key].kind }, mappingOfPreset(key, type), now).reading,
    ).toMatchObject(reading)
  }
})

test('a freezing meter is at 0 °C where The Things Stack left the value out, and one that said nothing is not', () => {
  const mapping = mappingOfPreset('decentlab-dl-sht35', 'tts')
  const zero = { air_temperature: { displayName: 'Air temperature', unit: '°C' } }
  expect(readingOf(zero, mapping, heat, 'tts')).toMatchObject({ temperature: 0 })
  expect(readingOf(zero, mapping, heat, 'tts')).not.toHaveProperty('humidity')
  expect(readingOf(zero, mappingOfPreset('decentlab-dl-sht35', 'chirpstack'))).not.toHaveProperty('temperature')
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
  expect(at('2026-07-20T12:00:00Z')).toBe('2026-07-20T12:00:00Z')
  expect(at(1_784_548_800)).toBe('2026-07-20T12:00:00.000Z')
  expect(at('1784548800000')).toBe('2026-07-20T12:00:00.000Z')
  for (const bad of ['2026-07-20 12:00', 0, -5, 1e300, {}, null, true]) expect(at(bad)).toMatch(/^(2026-07-20T12:59:00|1970)/)
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
