import { createWorld } from '@mimamori/simulator'
import { expect, test } from 'vitest'
import { crewOf, type Member } from './crew.ts'
import { ariake } from './site-ariake.ts'
import { konan } from './site-konan.ts'
import { scenarioOf } from './site-scenario.ts'
import { shinonome } from './site-shinonome.ts'

const plans = [shinonome, ariake, konan]
const crews: Member[][] = []
for (const plan of plans) crews.push(crewOf(plan, crews.flat().length))
const everybody = crews.flat()

test('three sites, 120 workers, no name, login or worker code twice', () => {
  expect(crews.map((crew) => crew.length)).toEqual([60, 30, 30])
  for (const key of ['fullName', 'loginId', 'workerCode'] as const) expect(new Set(everybody.map((member) => member[key])).size).toBe(120)
})

test('names are as the forms ask for them', () => {
  for (const { fullName, furigana } of everybody) {
    expect(fullName).toContain('　')
    expect(furigana).toMatch(/^[ァ-ヶー]+(　[ァ-ヶー]+)+$/)
  }
})

test('vital devices are numbered as their type asks', () => {
  for (const { vital } of everybody)
    if (vital.type === 1) expect(Number(vital.serial)).toBeLessThanOrEqual(32_767)
    else expect(vital.serial).toMatch(/^VT3-\d+$/)
  expect(everybody.filter(({ vital }) => vital.type === 3).length).toBeGreaterThan(10)
})

test('every group has one leader and one sub-leader', () => {
  for (const crew of crews)
    for (const members of Map.groupBy(crew, ({ group }) => group.name).values()) {
      expect(members.filter(({ post }) => post === 'leader')).toHaveLength(1)
      expect(members.filter(({ post }) => post === 'subLeader')).toHaveLength(1)
    }
})

test('the simulator can play every site', () => {
  const now = Date.parse('2026-11-20T22:00:00+09:00')
  plans.forEach((plan, index) => {
    const scenario = scenarioOf(plan, index + 1, crews[index] ?? [])
    const world = createWorld({ scenario, seed: 1, anchorMs: now, fromMs: now - 60_000 })
    expect(world.advance(now).length).toBeGreaterThan(20)
  })
})

test('all parts of the demo are cast', () => {
  const roles = everybody.filter(({ plan }) => plan.castDaysAgo === undefined).map(({ plan }) => plan.cast)
  for (const role of [
    'emergency',
    'danger',
    'vigilance',
    'caution',
    'caller',
    'silent',
    'dataLost',
    'noHeartRate',
    'lowBattery',
    'unhooked',
  ])
    expect(roles).toContain(role)
})
