import { expect, test } from 'vitest'
import { type Changes, shareOut, sizeOf } from './changes.ts'

const nothing: Changes = { people: [], alerts: [], devices: [], displays: [], maps: [] }
const people = (companyId: number, count: number) => Array.from({ length: count }, (_, userId) => ({ companyId, userId }))

test('of a company that changes everywhere a part is read at once where another has news too, its alerts first', () => {
  const alerts = [{ companyId: 1, alertId: 7 }]
  const { now, later, behind } = shareOut({ ...nothing, people: [...people(1, 2_500), ...people(2, 3)], alerts })
  expect(now.alerts).toEqual(alerts)
  expect(now.people.filter(({ companyId }) => companyId === 2)).toEqual(people(2, 3))
  expect(sizeOf(now)).toBe(250 + 3)
  expect(sizeOf(now) + sizeOf(later)).toBe(2_500 + 3 + 1)
  expect([...behind]).toEqual([1])
  // The oldest first.
  expect(now.people.filter(({ companyId }) => companyId === 1)).toEqual(people(1, 249))
})

test('more where nobody else has news, and all that fits leaves nobody behind', () => {
  expect(sizeOf(shareOut({ ...nothing, people: people(1, 2_500) }).now)).toBe(1_000)
  expect(shareOut({ ...nothing, people: people(1, 1_000) })).toMatchObject({ later: nothing, behind: new Set() })
})
