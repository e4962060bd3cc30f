import type { HealthRow } from '@mimamori/contract/health-condition'
import { expect, test } from 'vitest'
import { inDefaultOrder, patchRows, type RowFilter } from './live-rows.ts'

const rowOf = (userId: number, over: Partial<HealthRow> = {}): HealthRow => ({
  userId,
  fullName: `作業者　${userId}`,
  furigana: '',
  age: 40,
  officeId: 1,
  baseName: '東雲',
  groupId: 1,
  groupName: '足場班',
  heartRate: 90,
  limits: { sustained: 140, instantaneous: 159, maximum: 180 },
  heartJudged: true,
  excess: 0.6,
  wbgtValue: 28.6,
  wbgtMeasurementPoint: null,
  wbgtSource: 'measured',
  bateryLevel: 4,
  waveLevel: null,
  locationName: null,
  alertLevel: 0,
  personalLevel: 0,
  ownMean: null,
  ownPeak: null,
  ownShifts: null,
  strainedAt: null,
  heatMinutesToday: null,
  heatMinutesOnEnd: null,
  heatMinutesLongest: null,
  attention: null,
  reportedAt: null,
  resting: null,
  alertTime: '2026-07-21T13:42:00+09:00',
  levelSince: null,
  emergency: '0',
  alarm: null,
  emergencySince: null,
  status: '',
  lost: [],
  reason: null,
  mapId: null,
  hideData: '0',
  deviceType: '1',
  warnings: [],
  ...over,
})

const shown = { officeId: 1, hidesNoData: true }

type Part = { readonly offset: number; readonly count: number; readonly byUrgency?: boolean }
/** A list on screen as a whole, or one page of so many rows. */
const patch = (
  rows: readonly HealthRow[],
  changes: readonly HealthRow[],
  filter: RowFilter,
  part: Part = { offset: 0, count: rows.length },
) => {
  const { data, refetch } = patchRows(filter, { offset: part.offset, byUrgency: part.byUrgency ?? true })(
    { data: [...rows], count: part.count },
    changes,
  )
  return { rows: data.data, membershipChanged: refetch }
}
const ids = (rows: readonly HealthRow[]) => rows.map((row) => row.userId)

test('a change replaces its row at its place', () => {
  const rows = [rowOf(1), rowOf(2), rowOf(3)]
  const { rows: patched, membershipChanged } = patch(rows, [rowOf(2, { heartRate: 120 })], shown)
  expect(ids(patched)).toEqual([1, 2, 3])
  expect(patched[1]?.heartRate).toBe(120)
  expect(patched[0]).toBe(rows[0])
  expect(membershipChanged).toBe(false)
})

test('an older change than the row shown does nothing, not even a new array', () => {
  const answer = { data: [rowOf(1)], count: 1 }
  const late = rowOf(1, { heartRate: 60, alertTime: '2026-07-21T13:40:00+09:00' })
  expect(patchRows(shown, { offset: 0, byUrgency: true })(answer, [late]).data).toBe(answer)
})

test('a change of grade, a newcomer and a row that no longer belongs ask for a fetch', () => {
  const rows = [rowOf(1)]
  expect(patch(rows, [rowOf(1, { alertLevel: 3 })], shown).membershipChanged).toBe(true)
  expect(patch(rows, [rowOf(9)], shown).membershipChanged).toBe(true)
  const gone = patch(rows, [rowOf(1, { hideData: '1' })], shown)
  expect(gone.membershipChanged).toBe(true)
  expect(ids(gone.rows)).toEqual([1])
})

test('newcomers are on a first page by urgency at once, and count where the list has one page', () => {
  const rows = [rowOf(1, { alertLevel: 3 }), rowOf(2, { alertLevel: 1 })]
  const patchOf = (count: number, { offset = 0, byUrgency = true } = {}) =>
    patchRows(shown, { offset, byUrgency })({ data: rows, count }, [rowOf(9, { alertLevel: 2 }), rowOf(8, { alertLevel: 0 })]).data
  const [whole, first] = [patchOf(2), patchOf(300)]
  expect([ids(whole.data), whole.count]).toEqual([[1, 9, 2, 8], 4])
  expect([ids(first.data), first.count]).toEqual([[1, 9], 300])
  expect(ids(patchOf(300, { offset: 100 }).data)).toEqual([1, 2])
  expect(ids(patchOf(2, { byUrgency: false }).data)).toEqual([1, 2])
})

test('rows of another site, another group or without data are none of this list’s', () => {
  const strangers = [rowOf(9, { officeId: 2 }), rowOf(8, { hideData: '1' }), rowOf(7, { groupId: 5 })]
  expect(patch([rowOf(1)], strangers, { ...shown, groupId: 1 }).membershipChanged).toBe(false)
})

test('a stream without signal strength does not blank it', () => {
  expect(patch([rowOf(1, { waveLevel: 3 })], [rowOf(1)], shown).rows[0]?.waveLevel).toBe(3)
})

test('the default order: emergency, open report, personal level, total level, excess; the rest as it came', () => {
  const rows = [
    rowOf(1, { alertLevel: null, excess: null }),
    rowOf(2, { alertLevel: 2, excess: 1 }),
    rowOf(3, { alertLevel: 2, excess: 2.4 }),
    rowOf(4, { alertLevel: 1, emergency: '1' }),
    rowOf(5, { alertLevel: 3, emergency: '1' }),
    rowOf(6, { alertLevel: 3 }),
    rowOf(7, { alertLevel: 2, excess: 1 }),
    rowOf(8, { alertLevel: 1, personalLevel: 1 }),
    rowOf(9, { alertLevel: 3, personalLevel: null }),
    rowOf(10, { alertLevel: null, reportedAt: '2026-07-21T13:40:00+09:00' }),
  ]
  expect(ids(inDefaultOrder(rows))).toEqual([5, 4, 10, 8, 9, 6, 3, 2, 7, 1])
})

test('of people on other pages only those whose level has its place here ask for a fetch', () => {
  const rows = [rowOf(1, { alertLevel: 3 }), rowOf(2, { alertLevel: 1 })]
  const asks = (stranger: HealthRow, offset: number) => patch(rows, [stranger], shown, { offset, count: 300 }).membershipChanged
  expect(asks(rowOf(9, { alertLevel: 0 }), 0)).toBe(false)
  expect(asks(rowOf(9, { alertLevel: 2 }), 0)).toBe(true)
  expect(asks(rowOf(9, { emergency: '1' }), 0)).toBe(true)
  expect(asks(rowOf(9, { emergency: '1' }), 100)).toBe(false)
  expect(patch([rowOf(1)], [rowOf(1, { reportedAt: '2026-07-21T13:40:00+09:00' })], shown).membershipChanged).toBe(true)
})

test('in another order than by urgency, people of other pages ask for nothing', () => {
  const rows = [rowOf(1, { alertLevel: 3 }), rowOf(2)]
  const asks = (count: number) =>
    patch(rows, [rowOf(9, { emergency: '1' })], shown, { offset: 0, count, byUrgency: false }).membershipChanged
  expect([asks(300), asks(2)]).toEqual([false, true])
})

test('a list of people in danger gets no news of the others', () => {
  const hears = (stranger: HealthRow) => patch([], [stranger], { ...shown, minLevel: 2 }).membershipChanged
  expect([rowOf(1), rowOf(1, { alertLevel: 2 }), rowOf(1, { emergency: '1' })].map(hears)).toEqual([false, true, true])
  expect(hears(rowOf(1, { reportedAt: '2026-07-21T13:40:00+09:00' }))).toBe(true)
})
