import fc from 'fast-check'
import { expect, it } from 'vitest'
import { meanOfMinutes, MINUTES_REMEMBERED, type MinuteValues, readingsBeyond, recordMinute } from './minute-values.ts'

/** Minutes as decisions say them, without an encoding: the whole bpm of each, and whether a reading of that minute gave it. */
type Known = Map<number, { readonly bpm: number; readonly isRead: boolean }>

const note = (known: Known, newest: number, minute: number, bpm: number, isRead: boolean) => {
  if (minute <= newest - MINUTES_REMEMBERED) return
  if (isRead || Math.round(bpm) > (known.get(minute)?.bpm ?? 0)) known.set(minute, { bpm: Math.round(bpm), isRead })
}

const minutesOf = (count: number, last: number) => Array.from({ length: count }, (_, index) => last - count + 1 + index)

const meanOf = (known: Known, end: number, count: number, fewest: number) => {
  const bpms = minutesOf(count, end).flatMap((minute) => known.get(minute)?.bpm ?? [])
  return bpms.length < fewest ? null : bpms.reduce((sum, bpm) => sum + bpm, 0) / bpms.length
}

const countBeyond = (known: Known, newest: number, count: number, isBeyond: (bpm: number) => boolean) => {
  const cells = minutesOf(count, newest).map((minute) => known.get(minute))
  const [first] = cells
  const read = cells.filter((cell) => cell?.isRead === true && isBeyond(cell.bpm)).length
  return Math.min(2, read + (first !== undefined && !first.isRead && isBeyond(first.bpm) ? 1 : 0))
}

const bpm = fc.oneof(fc.integer({ min: 40, max: 240 }), fc.double({ min: 40, max: 240, noNaN: true }))
/** So many minutes after the newest, or before it, the last reading so many minutes ago where its value is carried on. */
const step = fc.record({
  by: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 4 }) }, { weight: 1, arbitrary: fc.integer({ min: -90, max: 200 }) }),
  bpm,
  carried: fc.option(fc.record({ over: fc.integer({ min: 0, max: 6 }), bpm })),
})

it('minutes kept as a text say what each minute had, whatever comes when', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), fc.integer({ min: 60, max: 200 }), (steps, limit) => {
      const known: Known = new Map()
      let values: MinuteValues | null = null
      let newest = 29_000_000
      for (const { by, bpm: value, carried } of steps) {
        const now = newest + by
        const from = carried === null ? now : now - carried.over
        values = recordMinute(values, now, value, carried === null ? null : { from, bpm: carried.bpm }, () => undefined)
        if (known.size === 0) newest = now
        for (let minute = from; minute < now; minute += 1) {
          newest = Math.max(newest, minute)
          note(known, newest, minute, carried?.bpm ?? 0, false)
        }
        newest = Math.max(newest, now)
        note(known, newest, now, value, true)
        for (const minute of known.keys()) if (minute <= newest - MINUTES_REMEMBERED) known.delete(minute)

        expect(values.newest).toBe(newest)
        const kept: MinuteValues = values
        const remembered = minutesOf(MINUTES_REMEMBERED, newest)
        expect(remembered.map((minute) => meanOfMinutes(kept, minute, 1, 1))).toEqual(
          remembered.map((minute) => known.get(minute)?.bpm ?? null),
        )
        expect(meanOfMinutes(values, now, 10, 3)).toBe(meanOf(known, now, 10, 3))
        for (const count of [5, MINUTES_REMEMBERED]) {
          expect(readingsBeyond(values, count, (one) => one > limit)).toBe(countBeyond(known, newest, count, (one) => one > limit))
        }
      }
    }),
  )
})
