import { channelStepOf } from '@mimamori/contract/settings'
import { expect, test } from 'vitest'
import { settingsOf, stepsOf, withStep } from './escalation-steps.ts'

const teams = channelStepOf('0123456789abcdef')

test('minutes and targets make steps, and steps make them again', () => {
  const targets = `GroupLeader,${teams},AdminUnitContract`
  const steps = stepsOf('3,,10', targets)
  expect(steps).toEqual([
    { minutes: '3', target: 'GroupLeader' },
    { minutes: '', target: teams },
    { minutes: '10', target: 'AdminUnitContract' },
  ])
  expect(settingsOf(steps)).toEqual({ minutes: '3,,10', targets })
})

test('a step without minutes follows five minutes after the one before', () =>
  expect(stepsOf('4', 'GroupLeader,HeadquartersAdmin,AdminUnitContract').map(({ minutes }) => minutes)).toEqual(['4', '9', '14']))

test('one more step is for a role that is in none yet, then for a channel', () => {
  const all = [1, 2, 3, 4, 5, 6, 7].reduce<ReturnType<typeof withStep>>((steps) => withStep(steps, [teams]), [])
  expect(settingsOf(all)).toEqual({
    minutes: '5,10,15,20,25,30',
    targets: `GroupSubLeader,GroupLeader,HeadquartersAdmin,AdminUnitContract,DutyRota,${teams}`,
  })
})
