import type { ReportWorker } from '@mimamori/contract/report'
import { expect, test } from 'vitest'
import { circleOf, membersOf, rosterTree } from './roster-tree.ts'

const worker = (userId: number, groupName: string | null, more: Partial<ReportWorker> = {}): ReportWorker => ({
  userId,
  fullName: `作業者　${userId}`,
  furigana: 'サギョウシャ',
  workerCode: null,
  officeId: 1,
  officeName: '東雲',
  groupId: groupName === null ? null : groupName.length,
  groupName,
  hasLeft: false,
  ...more,
})
const roster = [worker(1, '足場班'), worker(2, '鉄筋工班'), worker(3, '足場班'), worker(4, null, { hasLeft: true })]

test('people are under their groups, in the order they come, and all of a group can be chosen', () => {
  const tree = rosterTree(roster)
  expect(tree.map(({ title, children }) => [title, children.map(({ value }) => value)])).toEqual([
    ['足場班', [1, 3]],
    ['鉄筋工班', [2]],
    ['グループなし', [4]],
  ])
  expect(membersOf(tree, tree[0]?.value ?? '')).toEqual([1, 3])
})

test('a search finds by name, reading and code; people who have left are marked', () => {
  const [group] = rosterTree([worker(1, null, { workerCode: 'A-7', hasLeft: true })])
  expect(group?.children[0]).toMatchObject({ title: '作業者　1（いまはいない人）', search: '作業者　1 サギョウシャ A-7' })
})

test('groups of several sites are distinguished by the site', () => {
  const tree = rosterTree([worker(1, '足場班'), worker(2, '足場班', { officeId: 2, officeName: '豊洲' })])
  expect(tree.map(({ title }) => title)).toEqual(['東雲　足場班', '豊洲　足場班'])
})

test('one steps through those chosen, through everybody where that is none or one', () => {
  expect(circleOf(roster, [3, 1]).map(({ userId }) => userId)).toEqual([1, 3])
  expect(circleOf(roster, [3])).toEqual(roster)
  expect(circleOf(roster, [])).toEqual(roster)
})
