import { mappingOfPreset } from '@mimamori/contract/connection-presets'
import { expect, test } from 'vitest'
import { emptyRow, entriesOf, fieldsOfKind, isSameMapping, likelyKind, pathOf, presetOf, rowsOf, sourcesOf } from './mapping-draft.ts'

const message = {
  deviceInfo: { devEui: '24e124713c490108' },
  time: '2026-07-21T13:41:38+09:00',
  object: { wbgt: 312, time: 5, temperature: { value: 34.6 } },
}

test('what the device measured is named without the part that holds it, and is found before the rest', () => {
  const sources = sourcesOf(message, 'chirpstack')
  expect(sources.map(({ from }) => from)).toEqual(['wbgt', 'time', 'temperature.value', 'deviceInfo.devEui'])
  expect(pathOf('temperature.value', sources)).toBe('object.temperature.value')
  expect(pathOf('object.wbgt', sources)).toBe('object.wbgt')
  expect(pathOf('time', sources)).toBe('object.time')
  expect(pathOf('humidity', sources)).toBeUndefined()
  const tts = { uplink_message: { decoded_payload: { wbgt: 31.2 }, f_port: 1 } }
  expect(sourcesOf(tts, 'tts').map(({ from }) => from)).toEqual(['wbgt', 'uplink_message.f_port'])
})

test('values whose names hold dots or brackets are not offered: a path could not name them', () => {
  const odd = { object: { 'Temp[C]': 31, 'a.b': 1, 'part.x': { inner: 2 }, wbgt: 30 } }
  expect(sourcesOf(odd, 'chirpstack').map(({ from }) => from)).toEqual(['wbgt'])
})

test('a mapping that is a preset is called so, until somebody changes it', () => {
  const rows = rowsOf(mappingOfPreset('milesight-em300-th'))
  expect(presetOf(entriesOf(rows))).toBe('milesight-em300-th')
  expect(presetOf(entriesOf(rows.map((row) => (row.to === 'temperature' ? { ...row, factor: 0.1 } : row))))).toBeUndefined()
})

test('a row without a choice is not saved, and a factor of 1 is none', () => {
  expect(entriesOf([emptyRow('wbgt'), emptyRow('globe', 'tg')])).toEqual([
    { from: 'tg', to: 'globe', factor: null, offset: null, absentIsZero: false },
  ])
  expect(isSameMapping([{ from: 'tg', to: 'globe' }], [{ from: 'tg', to: 'globe', factor: 1, offset: 0, absentIsZero: false }])).toBe(true)
  expect(isSameMapping([{ from: 'tg', to: 'globe' }], [{ from: 'tg', to: 'globe', absentIsZero: true }])).toBe(false)
})

test('the fields to choose from are those of the kind', () => {
  expect(fieldsOfKind('heat')).toContain('globe')
  expect(fieldsOfKind('heat')).not.toContain('heartRate')
  expect(fieldsOfKind('gateway')).toEqual(['at', 'battery', 'waveLevel'])
  expect(fieldsOfKind(null)).toContain('heartRate')
})

test('a mapping is tried as for a meter, unless it fills what no meter has', () => {
  expect(likelyKind([])).toBe('heat')
  expect(likelyKind([{ from: 'p', to: 'pressure' }])).toBe('belt')
  expect(likelyKind([{ from: 'h', to: 'heartRate' }])).toBe('vital')
})
