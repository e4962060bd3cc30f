import { expect, test } from 'vitest'
import { settingsOf, stepsOf, withStep } from './escalation-steps.ts'

test('minutes and roles make steps, and steps make them again', () => {
  const steps = stepsOf('3,,10', 'GroupLeader,HeadquartersAdmin,AdminUnitContract')
  expect(steps).toEqual([
    { minutes: '3', role: 'GroupLeader' },
    { minutes: '', role: 'HeadquartersAdmin' },
    { minutes: '10', role: 'AdminUnitContract' },
  ])
  expect(settingsOf(steps)).toEqual({ minutes: '3,,10', roles: 'GroupLeader,HeadquartersAdmin,AdminUnitContract' })
})

test('a step without minutes follows five minutes after the one before', () =>
  expect(stepsOf('4', 'GroupLeader,HeadquartersAdmin,AdminUnitContract').map(({ minutes }) => minutes)).toEqual(['4', '9', '14']))

test('one more step is for somebody who is in none yet', () => {
  const all = [1, 2, 3, 4, 5].reduce<ReturnType<typeof withStep>>((steps) => withStep(steps), [])
  expect(settingsOf(all)).toEqual({ minutes: '5,10,15,20', roles: 'GroupSubLeader,GroupLeader,HeadquartersAdmin,AdminUnitContract' })
})
