import { episodeOf } from '@mimamori/contract/test-episodes'
import { expect, test } from 'vitest'
import { episodeByUser } from '../emergency/episodes.ts'
import { furtherDangers, shownPeople } from './shown-people.ts'
import { rowOf } from '../marks/test-rows.ts'

const condition = (id: number, over: Parameters<typeof episodeOf>[1] = {}) => episodeOf(id, { kind: 'condition', emergency: '0', ...over })

test('everybody of a group has a row, of a site the first twelve, and nobody in an emergency', () => {
  const rows = Array.from({ length: 14 }, (_, index) => rowOf(index + 1))
  expect(shownPeople([rowOf(99, { emergency: '1' }), ...rows], true)).toEqual(rows)
  expect(shownPeople([rowOf(99, { emergency: '1' }), ...rows], false)).toEqual(rows.slice(0, 12))
})

test('what no row answers is shown apart: belts, and level 3 of who has eased or found no room', () => {
  const [seen, eased, belt, loose] = [
    condition(1),
    condition(2, { alertLevel: 1, peakLevel: 3 }),
    condition(3, { kind: 'belt', userId: 1 }),
    condition(4, { kind: 'belt', userId: null, fullName: null }),
  ]
  const episodes = [
    episodeOf(5),
    condition(8, { userId: 5 }),
    seen,
    eased,
    belt,
    loose,
    condition(6, { kind: 'siteHeat', userId: null }),
    condition(7, { alertLevel: 2 }),
  ]
  const further = furtherDangers(episodes, [rowOf(1), rowOf(7)], episodeByUser(episodes))
  expect(further.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([2, 3, 4])
})
