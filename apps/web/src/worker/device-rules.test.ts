import type { Device } from '@mimamori/contract/device'
import { expect, test } from 'vitest'
import { holderOf, refusalOf } from './device-rules.ts'

const device = (deviceType: string, values: Partial<Device> = {}): Device => ({
  id: '10482',
  serialNumber: '10482',
  deviceType,
  deviceTypeValue: '',
  officeId: 1,
  officeName: '',
  warnings: [],
  companyName: '',
  version: 1,
  userId: null,
  userName: null,
  fullName: null,
  isAlive: false,
  lastAt: null,
  elapsedTime: null,
  bateryLevel: null,
  heartRate: null,
  referenceBarometerId: null,
  ...values,
})

test('both body types go on the body, the belt goes on the belt', () => {
  expect(refusalOf(device('1'), 'body', null)).toBeUndefined()
  expect(refusalOf(device('3'), 'body', { serial: 'B-1', type: '2' })).toBeUndefined()
  expect(refusalOf(device('2'), 'belt', { serial: '10482', type: '1' })).toBeUndefined()
})

test('two of one type are refused, by the number already chosen', () => {
  expect(refusalOf(device('2'), 'body', { serial: 'B-1', type: '2' })).toBe('安全帯は1人に1台です。すでに B-1 を選んでいます。')
  expect(refusalOf(device('3'), 'belt', { serial: '10482', type: '1' })).toBe('体調デバイスは1人に1台です。すでに 10482 を選んでいます。')
})

test('the wrong kind for a slot is refused', () => {
  expect(refusalOf(device('2'), 'body', null)).toBe('この欄では体調デバイスを選んでください。')
})

test("a device somebody else wears is held, one's own is not", () => {
  const worn = device('1', { userId: 7, fullName: '佐々木　隆' })
  expect(holderOf(worn, undefined)).toBe('佐々木　隆さんが使用中')
  expect(holderOf(worn, 7)).toBeUndefined()
  expect(holderOf(device('1'), 7)).toBeUndefined()
})
