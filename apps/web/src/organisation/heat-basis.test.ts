import { expect, test } from 'vitest'
import { acclimatisedSince, heatLimitOf, resolveLayers, type HeatLayer } from './heat-basis.ts'

const silent: HeatLayer = { metabolicClass: null, acclimatised: null, clothing: null }
const site: HeatLayer = { metabolicClass: 1, acclimatised: true, clothing: 'workClothes' }

test('the last layer that says something decides, part by part', () => {
  expect(resolveLayers([site, { ...silent, metabolicClass: 3 }, { ...silent, acclimatised: false }])).toEqual({
    metabolicClass: 3,
    acclimatised: false,
    clothing: 'workClothes',
  })
})

test("where nobody says anything, the product's own choice holds", () => {
  expect(heatLimitOf([])).toBe(28)
  expect(heatLimitOf([silent, silent])).toBe(28)
})

test('clothing lowers the limit by what it holds in', () => {
  expect(heatLimitOf([site])).toBe(30)
  expect(heatLimitOf([site, { ...silent, clothing: 'impermeableCoverall' }])).toBe(20)
})

test('seven days make acclimatised; without a first day nothing is said', () => {
  expect(acclimatisedSince('2026-07-01', '2026-07-07')).toBe(false)
  expect(acclimatisedSince('2026-07-01', '2026-07-08')).toBe(true)
  expect(acclimatisedSince('', '2026-07-08')).toBeNull()
  expect(acclimatisedSince(undefined, '2026-07-08')).toBeNull()
})
