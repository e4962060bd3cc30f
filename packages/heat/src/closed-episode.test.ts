import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ClosedEpisode, type FurtherReading, REOPENS_AFTER_MS, watchClosed } from './closed-episode.ts'
import { START } from './fixtures.ts'
import { MINUTE_MS } from './milliseconds.ts'

const reading = (minute: number, level: number | null, shows: boolean | null = true): FurtherReading => ({
  at: START + minute * MINUTE_MS,
  level,
  shows,
})

/** The minute of the reading at which a closed episode reopens, or null. */
function opensAt(readings: readonly FurtherReading[], level: number | null = 2): number | null {
  let closed: ClosedEpisode = { level, since: null }
  for (const one of readings) {
    const watched = watchClosed(closed, one)
    if (watched.opens) return (one.at - START) / MINUTE_MS
    closed = watched.closed
  }
  return null
}

const each = (minutes: readonly number[], level: number | null, shows: boolean | null = true) =>
  minutes.map((minute) => reading(minute, level, shows))

it.each<[string, FurtherReading[], number | null]>([
  ['a rise opens it at once', [reading(1, 2), reading(2, 3)], 2],
  ['so does a rise after a fall', [reading(1, 1), reading(2, 2)], 2],
  ['a quarter of an hour of readings opens it', each([1, 5, 10, 15, 16], 2), 16],
  ['counted from the first of them', each([40, 54, 55], 2), 55],
  ['lower ones count as well', each([1, 8, 16], 1), 16],
  ['time without readings does not count', [reading(1, 2)], null],
  ['nor do readings that have lost their data', each([1, 8, 16, 40], 2, null), null],
  ['not even where their level is higher', [reading(1, 3, null)], null],
  ['lost data in between changes nothing', [reading(1, 2), reading(8, 2, null), reading(16, 2)], 16],
  ['calm in between begins anew', [reading(1, 2), reading(10, 2, false), reading(11, 2), reading(16, 2), reading(26, 2)], 26],
  ['a rise from calm opens it', [reading(1, 2), reading(10, 0, false), reading(12, 1)], 12],
])('%s', (_, readings, opens) => {
  expect(opensAt(readings)).toBe(opens)
})

it('of a condition without levels, only time counts', () => {
  expect(opensAt(each([1, 10, 16], null), null)).toBe(16)
})

it('opens never before a quarter of an hour without a rise, and always by then', () => {
  const minutes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(minutes, fc.integer({ min: 1, max: 3 }), (steps, level) => {
      let minute = 0
      const readings = steps.map((step) => reading((minute += step), level))
      const first = readings[0]?.at ?? 0
      const due = readings.find(({ at }) => at - first >= REOPENS_AFTER_MS)
      expect(opensAt(readings, level)).toBe(due === undefined ? null : (due.at - START) / MINUTE_MS)
    }),
  )
})
