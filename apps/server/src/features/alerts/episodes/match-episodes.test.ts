import { expect, test } from 'vitest'
import type { EpisodeSegment } from './episode-log.ts'
import { matchEpisodes, type RecordedEpisode, type ReplayedEpisode } from './match-episodes.ts'

const subject = { kind: 'condition', companyId: 1, officeId: 1, userId: 1, deviceId: null } as const

const segment = (startedAt: number | null, endedAt: number | null): EpisodeSegment => ({
  subject,
  opened: startedAt !== null,
  moments: [],
  endedAt,
  ending: endedAt === null ? null : 'recovered',
  late: false,
  levelBefore: null,
})

/** What the right order shows: a span in minutes, at level 2; without a beginning it was open before the replay. */
const shown = (startedAt: number | null, endedAt: number | null, more: Partial<ReplayedEpisode> = {}): ReplayedEpisode => ({
  kind: 'condition',
  startedAt,
  endedAt,
  ending: endedAt === null ? null : 'recovered',
  level: 2,
  peakLevel: 2,
  segment: segment(startedAt, endedAt),
  ...more,
})

let alertId = 0
const recorded = (startedAt: number, endedAt: number | null, more: Partial<RecordedEpisode> = {}): RecordedEpisode => ({
  alertId: (alertId += 1),
  kind: 'condition',
  officeId: 1,
  startedAt,
  endedAt,
  ending: endedAt === null ? null : 'recovered',
  level: 2,
  peakLevel: 2,
  handling: 'open',
  late: false,
  stillHeld: false,
  ...more,
})

/** The outcome in short: each changed episode as `from–to`, withdrawn ones marked; the missing ones. */
const outcome = (episodes: readonly ReplayedEpisode[], rows: readonly RecordedEpisode[], from = 0) => {
  const { corrections, missing } = matchEpisodes({ from, until: 100, episodes }, rows)
  return {
    changed: corrections.map(({ was, becomes, withdrawn }) => ({
      row: rows.indexOf(was),
      is: `${becomes.startedAt}–${becomes.endedAt}${withdrawn ? ' withdrawn' : ''}`,
      level: becomes.level,
      peak: becomes.peakLevel,
    })),
    missing: missing.map((one) => ({ late: one.late, endedAt: one.endedAt })),
  }
}
const change = (row: number, is: string, level = 2, peak = 2) => ({ row, is, level, peak })

test('a correct episode is left alone', () => {
  expect(outcome([shown(10, 20), shown(50, null)], [recorded(10, 20), recorded(50, null)])).toEqual({ changed: [], missing: [] })
})

test('an overlapping one is the same: its beginning, its end and its levels are corrected', () => {
  expect(outcome([shown(10, 30)], [recorded(15, 25)])).toEqual({ changed: [change(0, '10–30')], missing: [] })
  expect(outcome([shown(10, null, { level: 3, peakLevel: 3 })], [recorded(12, 25)])).toEqual({
    changed: [change(0, '10–null', 3, 3)],
    missing: [],
  })
  expect(outcome([shown(10, 30)], [recorded(10, null, { level: 3, peakLevel: 3 })])).toEqual({ changed: [change(0, '10–30')], missing: [] })
})

test('one that is missing is opened; where it is over already it is a late one', () => {
  expect(outcome([shown(10, 20), shown(50, null)], [])).toEqual({
    changed: [],
    missing: [
      { late: true, endedAt: 20 },
      { late: false, endedAt: null },
    ],
  })
})

test('one that the right order does not show is withdrawn, and ends where the data ends', () => {
  expect(outcome([], [recorded(10, null), recorded(5, 8)])).toEqual({
    changed: [change(0, '10–100 withdrawn'), change(1, '5–8 withdrawn')],
    missing: [],
  })
})

test('one that somebody has answered is never withdrawn, but does not stay open without a reason', () => {
  expect(outcome([], [recorded(5, 8, { handling: 'closed' }), recorded(10, null, { handling: 'acknowledged' })])).toEqual({
    changed: [change(1, '10–100')],
    missing: [],
  })
})

test('two that are one in the right order become one, the newest', () => {
  expect(outcome([shown(10, null)], [recorded(10, 20), recorded(25, null)])).toEqual({
    changed: [change(0, '10–20 withdrawn'), change(1, '10–null')],
    missing: [],
  })
})

test('what a person closed keeps its end and its outcome, and a new bout after it keeps its beginning', () => {
  const rows = [recorded(12, 20, { handling: 'closed', ending: 'closed' }), recorded(35, null)]
  expect(outcome([shown(10, 40)], rows)).toEqual({ changed: [change(0, '10–20'), change(1, '35–40')], missing: [] })
  expect(outcome([shown(12, null)], [recorded(12, 20, { handling: 'closed' })])).toEqual({ changed: [], missing: [] })
})

test('one that a person closed is kept only by what continues', () => {
  const closed = (stillHeld: boolean) => recorded(12, 20, { handling: 'closed', ending: 'closed', stillHeld })
  const heldOn = (episodes: readonly ReplayedEpisode[], row: RecordedEpisode) =>
    matchEpisodes({ from: 0, until: 100, episodes }, [row]).corrections.map(({ becomes }) => becomes.stillHeld)
  expect(heldOn([shown(12, null)], closed(false))).toEqual([true])
  expect(heldOn([shown(12, null)], closed(true))).toEqual([])
  expect(heldOn([shown(12, 40)], closed(true))).toEqual([false])
  expect(heldOn([], closed(true))).toEqual([false])
})

test('one that is two in the right order is the open one, and the other came late', () => {
  expect(outcome([shown(10, 20), shown(50, null)], [recorded(10, null)])).toEqual({
    changed: [change(0, '50–null')],
    missing: [{ late: true, endedAt: 20 }],
  })
})

test('what was open when the replay began continues as the newest of that time, and its peak stays', () => {
  const rows = [recorded(-60, -50), recorded(-30, -10, { peakLevel: 3 })]
  expect(outcome([shown(null, 40)], rows)).toEqual({ changed: [change(1, '-30–40', 2, 3)], missing: [] })
  expect(outcome([shown(null, null, { segment: null })], [recorded(-30, null)])).toEqual({ changed: [], missing: [] })
})

test('what was over before the replay began is left alone', () => {
  expect(outcome([shown(10, 20)], [recorded(-30, -10), recorded(10, 20)])).toEqual({ changed: [], missing: [] })
})

test('a hand-over stays the end, and what continues at the other office stays open', () => {
  const rows = [recorded(12, 20, { ending: 'handedOver' }), recorded(20, null, { officeId: 2 })]
  expect(outcome([shown(10, null)], rows)).toEqual({ changed: [change(0, '10–20')], missing: [] })
  expect(outcome([], [recorded(10, 20, { ending: 'handedOver' })])).toEqual({ changed: [], missing: [] })
  expect(outcome([shown(10, 40)], [recorded(10, 20, { ending: 'handedOver' })])).toEqual({ changed: [], missing: [] })
})

test('an emergency that people were notified of stays until a person closes it', () => {
  expect(outcome([], [recorded(10, null, { kind: 'emergency' })])).toEqual({ changed: [], missing: [] })
})

test('one that lasted before the replay began when the first of those it unites did, and was as grave', () => {
  const [ended, open] = [recorded(2, 40, { ending: 'lost', peakLevel: 3, peakBefore: 3 }), recorded(60, null)]
  expect(outcome([shown(null, null)], [ended, open], 20)).toEqual({
    changed: [change(0, '2–40 withdrawn', 2, 3), change(1, '2–null', 2, 3)],
    missing: [],
  })
})
