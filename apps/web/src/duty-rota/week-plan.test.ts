import { expect, test } from 'vitest'
import { placeOf, rotaOf } from './test-rota.ts'
import { plannedOf, type PlannedPlace, withChanges, withinPlaces, withPerson, withRow, withWeekBefore } from './week-plan.ts'

const at = (date: string, place: number, userId: number): PlannedPlace => ({ date, shift: 'day', place, userId })
const tuesday = '2026-07-21'
const wednesday = '2026-07-22'

test('a plan holds who was planned, not who takes their place', () => {
  const override = { id: 1, insteadOf: '岩本　鉄男', plannedUserId: 2 }
  expect(plannedOf([placeOf(2, 1, 3, { override }), placeOf(1, 1, 1), placeOf(3, 1, null)])).toEqual([
    at(tuesday, 1, 1),
    at(wednesday, 1, 2),
  ])
})

test('somebody is put at a place, in the place of somebody else, and taken away', () => {
  const plan = withPerson([at(tuesday, 1, 1)], at(tuesday, 1, 0), 2)
  expect(plan).toEqual([at(tuesday, 1, 2)])
  expect(withPerson(plan, at(tuesday, 1, 0), undefined)).toEqual([])
})

test('a row is filled but on days on which the person is at another place of the shift', () => {
  expect(withRow([at(tuesday, 2, 1)], { shift: 'day', place: 1 }, 1, [tuesday, wednesday])).toEqual({
    plan: [at(tuesday, 2, 1), at(wednesday, 1, 1)],
    skipped: [tuesday],
  })
})

test('the week before is copied to days that may be changed, without those who may not be called any more', () => {
  const rota = rotaOf()
  const before = rotaOf({
    days: rota.days.map((day, index) => ({ ...day, date: `2026-07-${13 + index}`, holiday: null, isOff: index === 6 })),
    places: [
      { ...placeOf(0, 1, 1), date: '2026-07-19' },
      { ...placeOf(0, 1, 2), date: '2026-07-14' },
      { ...placeOf(0, 2, 9), date: '2026-07-14' },
      { ...placeOf(0, 1, 3), date: '2026-07-15' },
    ],
  })
  const plan = withWeekBefore([at(wednesday, 1, 4)], before, rota, ({ date }) => date !== wednesday)
  expect(plan).toEqual([at('2026-07-20', 1, 1), at(tuesday, 1, 2), at(wednesday, 1, 4), at('2026-07-26', 1, 1)])
})

test('own changes are put onto what somebody else has saved', () => {
  const began = [at(tuesday, 1, 1), at(tuesday, 2, 2)]
  const changed = [at(tuesday, 1, 3), at(wednesday, 1, 4)]
  const latest = [at(tuesday, 1, 1), at(tuesday, 2, 2), at(wednesday, 2, 1)]
  expect(withChanges(began, changed, latest)).toEqual([at(tuesday, 1, 3), at(wednesday, 1, 4), at(wednesday, 2, 1)])
})

test('places beyond the number of a shift fall away', () => {
  expect(withinPlaces([at(tuesday, 1, 1), at(tuesday, 2, 2)], { dayPlaces: 1, nightPlaces: 2 })).toEqual([at(tuesday, 1, 1)])
})
