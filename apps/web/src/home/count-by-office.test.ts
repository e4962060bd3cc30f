import { expect, test } from 'vitest'
import { byOfficeNeed, countByOffice } from './count-by-office.ts'

const row = (officeId: number, alertLevel: number | null, emergency: '0' | '1' = '0') => ({ officeId, alertLevel, emergency }) as never

test('an emergency counts at its level too; no record counts at none', () => {
  const counts = countByOffice([row(1, 3, '1'), row(1, 3), row(1, 1), row(2, null, '1'), row(2, -1)])
  expect(counts.get(1)).toEqual({ emergency: 1, 3: 2, 2: 0, 1: 1 })
  expect(counts.get(2)).toEqual({ emergency: 1, 3: 0, 2: 0, 1: 0 })
  expect(counts.has(3)).toBe(false)
})

test('one emergency comes before any number of people in danger, and those before a site without any', () => {
  const counts = countByOffice([row(1, 3), row(1, 3), row(2, 0, '1'), row(3, 2)])
  expect([4, 3, 1, 2].toSorted((a, b) => byOfficeNeed(counts.get(a), counts.get(b)))).toEqual([2, 1, 3, 4])
})
