import { expect, test } from 'vitest'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { placeAndGroupOf, reasonOf } from '../../emergency/alert-words.ts'
import { listColumns } from './list-columns.tsx'

const all = () => true
const choice = {
  shows: all,
  withBase: true,
  withCompany: false,
  compact: false,
  tight: false,
  wayOf: () => 'alone' as const,
  isTicked: all,
  onTick: () => undefined,
}
const keysOf = (change: Partial<Parameters<typeof listColumns>[0]> = {}) => listColumns({ ...choice, ...change }).map(({ key }) => key)
const without = (...hidden: readonly string[]) => ({ shows: (item: string) => !hidden.includes(item) })

test('the items that the master settings hide are not there; who and what is, whatever they say', () => {
  const whole = ['tick', 'alertLevel', 'fullName', 'baseName', 'startedAt', 'heartRate', 'excess', 'reason', 'handling', 'outcome']
  expect(keysOf()).toEqual(whole)
  expect(keysOf(without('BASE_NAME', 'DATETIME_OF_OCCURRENCE', 'HEART_RATE'))).toEqual(
    whole.filter((key) => !['baseName', 'startedAt', 'heartRate'].includes(key)),
  )
  expect(keysOf(without('WBGT_EXCESSIVE'))).toEqual(whole.map((key) => (key === 'excess' ? 'point' : key)))
  expect(keysOf({ shows: () => false })).toEqual(['tick', 'alertLevel', 'fullName', 'reason', 'handling', 'outcome'])
})

test('narrow screens have fewer columns', () => {
  expect(keysOf({ compact: true })).not.toContain('baseName')
  expect(keysOf({ compact: true, tight: true })).not.toContain('outcome')
})

test('a place is shown where neither of its items is hidden', () => {
  const alert = episodeOf(1, { locationName: '東側 外部足場', groupName: '足場班' })
  expect(placeAndGroupOf(alert, all)).toBe('東側 外部足場・足場班')
  for (const item of ['LOCATION', 'LOCATION_INFORMATION']) expect(placeAndGroupOf(alert, without(item).shows)).toBe('足場班')
})

test('where the heart rate or the excess is hidden the reason says no number', () => {
  const alert = episodeOf(1, { reason: '継続心拍122を5超過・8分', plainReason: '心拍が継続心拍の限度を超えています' })
  expect(reasonOf(alert, all)).toBe('継続心拍122を5超過・8分')
  for (const item of ['HEART_RATE', 'WBGT_EXCESSIVE'])
    expect(reasonOf(alert, without(item).shows)).toBe('心拍が継続心拍の限度を超えています')
})
