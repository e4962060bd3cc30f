import { expect, it } from 'vitest'
import { isFound, localPage } from './local-page.ts'

const five = Array.from({ length: 5 }, (_, index) => index)

it('pages what is here already and counts all of it', () => {
  expect(localPage(five, { offset: 2, limit: 2 }).data).toEqual({ data: [2, 3], count: 5 })
  expect(localPage(five, { offset: 4, limit: 2 }).data).toEqual({ data: [4], count: 5 })
})

it('finds a device by any part of its number or place, in either width and case', () => {
  const device = { serial: 'GW-01', name: 'A工区 3F 南側' }
  expect(['', undefined, 'gw', 'ＧＷ－０１'.replace('－', '-'), '南側', ' 3F '].map((typed) => isFound(device, typed))).not.toContain(false)
  expect(isFound(device, '北側')).toBe(false)
})
