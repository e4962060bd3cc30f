import { BarometerDraft } from '@mimamori/contract/barometer'
import { DeviceDraft } from '@mimamori/contract/device'
import { GatewayDraft } from '@mimamori/contract/gateway'
import { HeatWatcherDraft } from '@mimamori/contract/heat-watcher'
import { expect, test } from 'vitest'
import { check, requiredNames } from '../../kit/form/check.ts'
import { companyOf, newInstallation } from './device-draft.ts'

const place = { companyId: 1, officeId: 1 }
const watcher = HeatWatcherDraft.extend(companyOf(true))
const gateway = GatewayDraft.extend(companyOf(true))
const barometer = BarometerDraft.extend(companyOf(true))
const worn = DeviceDraft.safeExtend(companyOf(true))

const needed = 'この項目は必須です。'
const spelling = '半角の英数字と . _ - で入力してください。'
const short = '体調デバイスの番号は、0から32767までの数字で入力してください。'

const faultOf = (result: ReturnType<typeof check>, name: string) => (result.good ? undefined : result.errors[name])

test('what must be filled in is marked and asked for', () => {
  expect([...requiredNames(watcher)].toSorted()).toEqual(['companyId', 'officeId', 'serialNumber'])
  expect([...requiredNames(gateway)].toSorted()).toEqual(['companyId', 'gatewayType', 'officeId', 'serialNumber'])
  expect([...requiredNames(barometer)].toSorted()).toEqual(['companyId', 'id', 'officeId'])
  expect([...requiredNames(worn)].toSorted()).toEqual(['companyId', 'deviceType', 'officeId', 'serialNumber'])
  expect(check(gateway, { ...newInstallation, companyId: null, officeId: null, gatewayType: null, serialNumber: '' })).toEqual({
    good: false,
    errors: { companyId: needed, officeId: needed, gatewayType: needed, serialNumber: needed },
  })
})

test('a device that has its site needs no company to find it by', () => {
  expect(check(HeatWatcherDraft.extend(companyOf(false)), { ...newInstallation, officeId: 1, serialNumber: '000123' }).good).toBe(true)
})

test.each([
  ['', needed],
  ['12A456', '6桁の数字で入力してください。'],
  // A spreadsheet cuts zeros, a person does not.
  ['123', '6桁の数字で入力してください。'],
  ['1234567', '6桁の数字で入力してください。'],
  ['1'.repeat(26), '25文字以内で入力してください。'],
])('SisMil ID %o', (serialNumber, fault) => {
  expect(faultOf(check(watcher, { ...place, ...newInstallation, serialNumber }), 'serialNumber')).toBe(fault)
})

test.each([
  ['１２３４５６', '123456'],
  [' 000007 ', '000007'],
])('SisMil ID %o is %o', (serialNumber, whole) => {
  expect(check(watcher, { ...place, ...newInstallation, serialNumber })).toMatchObject({ good: true, values: { serialNumber: whole } })
})

test.each([
  ['GW 01', spelling],
  ['親機1', spelling],
  // An address that ends in dots is another address.
  ['..', spelling],
  ['x'.repeat(21), '20文字以内で入力してください。'],
  ['ＧＷ－01.a_b', undefined],
])('gateway and barometer %o', (serial, fault) => {
  expect(faultOf(check(gateway, { ...place, ...newInstallation, gatewayType: '1', serialNumber: serial }), 'serialNumber')).toBe(fault)
  expect(faultOf(check(barometer, { ...place, ...newInstallation, id: serial }), 'id')).toBe(fault)
})

test.each([
  ['1', '', needed],
  ['1', '32768', short],
  ['1', '-1', short],
  ['1', '1.5', short],
  ['1', 'A1', short],
  ['1', '0', undefined],
  ['1', '32767', undefined],
  ['3', 'ABC', '数字を1文字以上含めてください。'],
  ['3', 'VT3-1', undefined],
  ['3', '99999', undefined],
  ['2', 'ABC', undefined],
  ['2', 'x'.repeat(17), '16文字以内で入力してください。'],
  ['2', '安1', spelling],
])('type %o with number %o', (deviceType, serialNumber, fault) => {
  expect(faultOf(check(worn, { ...place, deviceType, serialNumber }), 'serialNumber')).toBe(fault)
})

test('a place has at most 100 characters, and a status is one of three', () => {
  const long = { ...place, ...newInstallation, serialNumber: '000123', locationName: 'あ'.repeat(101) }
  expect(faultOf(check(watcher, long), 'locationName')).toBe('100文字以内で入力してください。')
  expect(faultOf(check(watcher, { ...long, locationName: '', installationStatus: '2' }), 'installationStatus')).toBe(
    '選べる値ではありません。',
  )
})
