import { expect, test } from 'vitest'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { compareNotices, type GraveAlert, type PersonNotice } from './compare-notices.ts'

const at = (minute: number) => Date.parse('2026-07-20T09:00:00+09:00') + minute * 60_000
const written = (minute: number) => toJapanIso(new Date(at(minute)))
const condition = (minute: number, level = 3): PersonNotice => ({ at: at(minute), kind: 'condition', level })
const emergency = (minute: number): PersonNotice => ({ at: at(minute), kind: 'emergency', level: 3 })
const bout = (from: number, to: number) => ({ from: at(from), to: at(to) })
const grave = (from: number, to: number, over: Partial<GraveAlert> = {}): GraveAlert => ({
  ...bout(from, to),
  kind: 'condition',
  level: 3,
  outcome: 'rested',
  wasNotified: true,
  ...over,
})

const compare = (before: readonly PersonNotice[], after: readonly PersonNotice[], of: readonly GraveAlert[] = [], bouts = [bout(0, 60)]) =>
  compareNotices({ notices: before, bouts }, after, of)

test('the same notices change nothing', () => {
  const notices = [condition(5), emergency(20)]
  expect(compare(notices, notices)).toEqual({ later: [], missed: [] })
})

test('a notice that comes later is named with its minutes; one that comes sooner is not', () => {
  expect(compare([condition(5)], [condition(12)]).later).toEqual([{ at: written(5), kind: 'condition', level: 3, minutes: 7 }])
  expect(compare([condition(5)], [condition(-10)])).toEqual({ later: [], missed: [] })
})

test('a notice that does not come is missed, with what became of the person', () => {
  const missed = { at: written(5), kind: 'condition', level: 3 }
  expect(compare([condition(5)], []).missed).toEqual([{ ...missed, outcome: null }])
  expect(compare([condition(5)], [], [grave(5, 50)]).missed).toEqual([{ ...missed, outcome: 'rested' }])
  expect(compare([condition(5)], [condition(61)], [grave(5, 50)]).missed).toEqual([{ ...missed, outcome: 'rested' }])
})

test('a notice of a lower level does not replace a graver one', () => {
  expect(compare([condition(5, 2), condition(9, 3)], [condition(5, 2)]).missed).toEqual([
    { at: written(9), kind: 'condition', level: 3, outcome: null },
  ])
})

test('an emergency is compared apart: a notice of the alert does not make up for it', () => {
  expect(compare([condition(5), emergency(20)], [condition(5)]).missed).toMatchObject([{ at: written(20), kind: 'emergency' }])
  expect(compare([condition(5), emergency(20)], [condition(5), emergency(35)]).later).toMatchObject([{ kind: 'emergency', minutes: 15 }])
})

test('a notice of the bout before does not count for the next one', () => {
  const bouts = [bout(0, 20), bout(40, 60)]
  const { missed } = compare([condition(5), condition(42)], [condition(5)], [], bouts)
  expect(missed).toMatchObject([{ at: written(42) }])
})

test('a person who rested is missed where people were notified then, and neither settings would do it now', () => {
  expect(compare([], [], [grave(5, 50)], []).missed).toEqual([{ at: written(5), kind: 'condition', level: 3, outcome: 'rested' }])
  expect(compare([], [], [grave(5, 50, { wasNotified: false })], []).missed).toEqual([])
  expect(compare([], [condition(30)], [grave(5, 50)], []).missed).toEqual([])
})
