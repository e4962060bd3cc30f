import { expect, test } from 'vitest'
import { readDeviceFile, withFile } from './device-file.ts'

test('a file says which device a DevEUI is, in any order of columns and any case; a kind left out is a meter', () => {
  expect(
    readDeviceFile([
      ['\uFEFF機器の番号', 'deveui', '種別'],
      ['000108', '24:E1:24:71:3C:49:01:08', ''],
      ['GW-01', '24e124713c490113', '親機・子機'],
      ['', '', ''],
    ]),
  ).toEqual({
    devices: [
      { devEui: '24e124713c490108', kind: 'heat', serialNumber: '000108' },
      { devEui: '24e124713c490113', kind: 'gateway', serialNumber: 'GW-01' },
    ],
    faults: [],
  })
})

test('every fault is named with its row and column, and nothing is taken', () => {
  const { devices, faults } = readDeviceFile([
    ['DevEUI', '種別', '機器の番号'],
    ['24e124713c49010', '暑さ指数計', '000108'],
    ['24e124713c490113', '温度計', '000103'],
    ['24e124713c490127', '', ''],
    ['24e124713c490128', '', '000104'],
    ['24e124713c490128', '', '000105'],
    ['24e124713c490129', '', '000104'],
  ])
  expect(devices).toEqual([])
  expect(faults.map(({ row, column }) => `${row} ${column}`)).toEqual(['2 DevEUI', '3 種別', '4 機器の番号', '6 DevEUI', '7 機器の番号'])
  expect(faults[0]?.remedy).toBe('16桁の16進数（0から9とaからf）で入力してください。')
  expect(faults[3]?.remedy).toBe('5行目と同じです。1つにしてください。')
})

test('a file without its headings or lines says what to put there', () => {
  expect(readDeviceFile([['EUI', '番号']]).faults[0]?.remedy).toBe('1行目に「DevEUI」と「機器の番号」の見出しを入れてください。')
  expect(readDeviceFile([['DevEUI', '機器の番号']]).faults[0]?.remedy).toContain('2行目から')
})

test('what a file names is replaced, the mapping of a device stays, and so do the others', () => {
  const mapping = [{ from: 'wbgt', to: 'wbgt' as const }]
  const before = [
    { devEui: 'a', kind: 'heat' as const, serialNumber: '1', mapping },
    { devEui: 'b', kind: 'heat' as const, serialNumber: '2', mapping: null },
  ]
  expect(withFile(before, [{ devEui: 'a', kind: 'heat', serialNumber: '3' }])).toEqual([
    before[1],
    { devEui: 'a', kind: 'heat', serialNumber: '3', mapping },
  ])
})
