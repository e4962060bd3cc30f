import { expect, test } from 'vitest'
import { plainReasonText } from './plain-reason.ts'

const condition = { kind: 'condition', cause: 'sustained', excess: 3.5 } as const

test('no reason of the heart says a number', () => {
  for (const kind of [
    'sustained',
    'sustainedLong',
    'instantaneous',
    'instantaneousLong',
    'maximum',
    'low',
    'ownPeak',
    'ownMean',
    'shiftMean',
    'ageMean',
    'lowMean',
  ])
    expect(plainReasonText({ kind, limit: 122, over: 5, minutes: 8, compared: 117 }, condition)).toMatch(/^心拍(の30分平均)?\D+$/)
  expect(plainReasonText(null, condition)).toBe('心拍が継続心拍の限度を超えています')
})

test('heat says whom it is too much for, not by how much', () => {
  const reason = { kind: 'heat', limit: 28, names: ['佐々木　隆'] }
  expect(plainReasonText(reason, { kind: 'siteHeat', cause: 'heat', excess: 3.5 })).toBe('28.0℃の基準値を超過・1名（佐々木　隆）')
  expect(plainReasonText(reason, { kind: 'siteHeat', cause: 'heat', excess: 0 })).toContain('基準値に到達')
})

test('what reveals no vital sign stays as it is', () => {
  expect(plainReasonText({ kind: 'accumulated', minutes: 15 }, { kind: 'emergency', cause: 'accumulated', excess: 3.5 })).toBe(
    '危険の累計が 15分に到達',
  )
})
