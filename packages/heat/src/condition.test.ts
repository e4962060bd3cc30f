import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, START, times } from './fixtures.ts'
import { judgeReading } from './judge.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import type { WorkerReading } from './worker-state.ts'

const minute = (at: number) => START + at * MINUTE_MS
const ends = (readings: WorkerReading[]) => judgeEach(readings).assessments.map((one) => one.conditionEnd)
const danger = minutely(times(4, 181))

describe("a worker's episode", () => {
  it('is open while the personal level is at least 1, and not for heat alone', () => {
    expect(judgeEach(minutely(times(7, 141))).assessments.map((one) => one.conditionOpen)).toEqual([...times(5, false), true, true])
    expect(judgeEach(minutely(times(7, 90), { wbgt: 33 })).last.conditionOpen).toBe(false)
  })

  it('ends after 15 minutes of heart level 0, at the first of them', () => {
    const { assessments } = judgeEach([...danger, ...minutely(times(18, 90), {}, 4)])
    // 181 is last judged at minute 3, so the level is 0 from minute 5 on.
    expect(assessments.map((one) => one.heartLevel).indexOf(0, 3)).toBe(5)
    expect(assessments.map((one) => one.conditionOpen).lastIndexOf(true)).toBe(19)
    expect(assessments[20]?.conditionEnd).toEqual({ at: minute(5), ending: 'recovered' })
    expect(assessments.filter((one) => one.conditionEnd !== null)).toHaveLength(1)
  })

  it('continues where the heart level rises before that', () => {
    const readings = [...danger, ...minutely(times(13, 90), {}, 4), ...minutely(times(3, 181), {}, 17), ...minutely(times(17, 90), {}, 20)]
    const { assessments } = judgeEach(readings)
    expect(assessments.slice(3, 36).every((one) => one.conditionOpen)).toBe(true)
    expect(ends(readings).filter((end) => end !== null)).toEqual([{ at: minute(21), ending: 'recovered' }])
  })

  it('counts the calm again after a gap', () => {
    const readings = [...danger, ...minutely(times(10, 90), {}, 4), ...minutely(times(16, 90), {}, 60)]
    expect(
      ends(readings)
        .slice(0, -1)
        .every((end) => end === null),
    ).toBe(true)
    expect(ends(readings).at(-1)).toEqual({ at: minute(60), ending: 'recovered' })
  })

  it('does not end on readings without a heart rate', () => {
    const readings = [...danger, ...minutely(times(13, 90), {}, 4), ...minutely(times(60, null), {}, 17)]
    expect(ends(readings).every((end) => end === null)).toBe(true)
    expect(judgeEach(readings).last.conditionOpen).toBe(true)
  })

  it('ends as lost when the heart level that is kept no longer counts', () => {
    const lost = minutely(times(300, null), {}, 4)
    const { assessments } = judgeEach([...danger, ...lost])
    const last = assessments.findLastIndex((one) => one.heartLevel === 3)
    expect(last).toBe(3 + 4 * 60)
    expect(assessments[last + 1]).toMatchObject({
      heartLevel: null,
      conditionOpen: false,
      conditionEnd: { at: minute(3) + 4 * HOUR_MS, ending: 'lost' },
    })
  })

  it('ends as lost and begins again if readings come back after that', () => {
    const { state } = judgeEach(danger)
    const back = judgeReading(state, readingAt(3 + 241, { heartRate: 181, intervalMinutes: 120 }), settingsOf())
    expect(back.assessment).toMatchObject({ conditionEnd: { at: minute(3) + 4 * HOUR_MS, ending: 'lost' }, conditionOpen: true })
  })

  it('ends as lost, too, where data stopped in the calm', () => {
    const { state } = judgeEach([...danger, ...minutely(times(8, 90), {}, 4)])
    const next = judgeReading(state, readingAt(11 + 241, { heartRate: 90 }), settingsOf())
    expect(next.assessment).toMatchObject({ conditionEnd: { at: minute(11) + 4 * HOUR_MS, ending: 'lost' }, conditionOpen: false })
  })

  const levels = (readings: WorkerReading[]) => judgeEach(readings).assessments.map((one) => (one.conditionOpen ? one.conditionLevel : '-'))
  /** Three calm minutes in which the heart level is still held, then calm ones with this heat. */
  const calm = (count: number, wbgt: number, from: number) => minutely(times(count, 90), { wbgt }, from)
  const caution = minutely(times(6, 141), { wbgt: 20 })

  it('carries the personal level, which heat does not raise', () => {
    expect(levels([...caution, ...minutely(times(2, 141), { wbgt: 29.5 }, 6)]).slice(5)).toEqual([1, 1, 1])
  })

  it('is not raised by heat once the heart is calm, and ends as it was', () => {
    const { assessments } = judgeEach([...caution, ...calm(3, 20, 6), ...calm(14, 33, 9)])
    expect(assessments.at(-1)).toMatchObject({ totalLevel: 2, conditionOpen: false, conditionEnd: { at: minute(7), ending: 'recovered' } })
    const carried = levels([...caution, ...calm(3, 20, 6), ...calm(13, 33, 9)]).slice(5)
    expect(carried).toEqual([1, 1, ...times(15, 0)])
  })

  it('keeps what it had in the calm, and goes with the heart once that comes back', () => {
    const back = minutely(times(3, 181), { wbgt: 33 }, 12)
    expect(levels([...caution, ...calm(3, 20, 6), ...calm(3, 33, 9), ...back]).slice(8)).toEqual([0, 0, 0, 0, 0, 0, 3])
  })

  it('is not raised by heat either while nothing is known of the heart', () => {
    const lost = minutely(times(6, null), { wbgt: 20 }, 12)
    const hot = minutely(times(6, null), { wbgt: 33 }, 18)
    const { last } = judgeEach([...caution, ...calm(6, 20, 6), ...lost, ...hot])
    expect(last).toMatchObject({ heartLevel: null, totalLevel: 3, conditionOpen: true })
    expect(
      levels([...caution, ...calm(6, 20, 6), ...lost, ...hot])
        .slice(8)
        .every((level) => level === 0 || level === null),
    ).toBe(true)
  })
})
