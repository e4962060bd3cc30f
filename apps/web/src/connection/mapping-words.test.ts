import { expect, test } from 'vitest'
import { resultInWords, unitOf, unreadNames, valueInWords } from './mapping-words.ts'

test('values fit a column: the end of a number of a device, the clock of a time', () => {
  expect([312, 34.6, true, '24e124713c490108', '2026-07-21T13:41:38+09:00', 'OK'].map(valueInWords)).toEqual([
    '312',
    '34.6',
    'true',
    '…490108',
    '13:41:38',
    'OK',
  ])
})

test('a result has its unit, or the highest of its grades', () => {
  expect(unitOf('wbgt')).toBe('℃')
  expect(unitOf('battery')).toBe('／5')
  expect(unitOf('hook')).toBe('')
  expect(unitOf('at')).toBe('')
  expect(resultInWords('at', '2026-07-21T13:41:38+09:00')).toBe('13:41:38')
  expect(resultInWords('call', true)).toBe('あり')
})

test('what nothing reads is named: what was measured by value, the rest by part', () => {
  const message = { deviceInfo: { devEui: '24e124713c490108', deviceName: 'wbgt-gate' }, fCnt: 1, rxInfo: [], object: { co2: 417 } }
  expect(unreadNames(['co2'], message, ['object', 'deviceInfo.devEui'])).toEqual(['co2', 'fCnt', 'rxInfo'])
  expect(unreadNames([], null, [])).toEqual([])
})
