import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { START } from './fixtures.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { expireWatcher, isSiteHeatOpen, judgeWatcher, siteHeatExpiresAt, type WatcherReading, type WatcherState } from './watcher.ts'

const reading = (minute: number, wbgt: number | null): WatcherReading => ({ at: START + minute * MINUTE_MS, wbgt })

function judgeAll(readings: readonly WatcherReading[], from: WatcherState | null = null) {
  let state = from
  const assessments = readings.map((one) => {
    const judged = judgeWatcher(state, one, { referenceWbgt: 28 })
    state = judged.state
    return judged.assessment
  })
  return { state: state as unknown as WatcherState, assessments, levels: assessments.map((one) => one.heatLevel) }
}

describe('site heat', () => {
  it.each([
    [27.9, 0, false],
    [28, 1, true],
    [29, 2, true],
    [31, 3, true],
  ])('%d °C is level %i, episode open %s', (wbgt, heatLevel, episodeOpen) => {
    expect(judgeAll([reading(0, wbgt)]).assessments[0]).toMatchObject({
      fresh: true,
      counts: true,
      heatLevel,
      episodeOpen,
      usable: { wbgt, at: START },
    })
  })

  it('rises at once and falls after two minutes, no lower than 1 while it is open', () => {
    const { levels } = judgeAll([reading(0, 27), reading(1, 31), reading(2, 27), reading(2.99, 27), reading(3, 27)])
    expect(levels).toEqual([0, 3, 3, 3, 1])
  })

  it('stays open at level 1 between half a degree below and the reference value', () => {
    const minutes = Array.from({ length: 60 }, (_, index) => reading(index + 1, index % 2 === 0 ? 27.5 : 27.9))
    const { assessments } = judgeAll([reading(0, 28), ...minutes])
    expect(assessments.map((one) => one.heatLevel)).toEqual(assessments.map(() => 1))
    expect(judgeAll(minutes).levels.every((level) => level === 0)).toBe(true)
  })

  it('ends once the excess has been below -0.5 for 10 minutes, at the first of them', () => {
    const calm = [1, 6, 10.9, 11, 12].map((minute) => reading(minute, 27.4))
    const { assessments } = judgeAll([reading(0, 29), ...calm])
    expect(assessments.map((one) => one.episodeOpen)).toEqual([true, true, true, true, false, false])
    expect(assessments.map((one) => one.endedAt)).toEqual([null, null, null, null, START + MINUTE_MS, null])
  })

  it('starts to count those 10 minutes again after a value above -0.5', () => {
    const { assessments } = judgeAll([reading(0, 29), reading(1, 27.4), reading(5, 27.5), reading(22, 27.4), reading(30.9, 27.4)])
    expect(assessments.every((one) => one.episodeOpen)).toBe(true)
  })

  it.each([10, 16, 30, 59.9])('of a watcher that reports every %d minutes ends at the second value below -0.5', (interval) => {
    const { assessments } = judgeAll([0, 1, 2].map((index) => reading(index * interval, index === 0 ? 29 : 27.4)))
    expect(assessments.map((one) => one.episodeOpen)).toEqual([true, true, false])
    expect(assessments[2]).toMatchObject({ endedAt: START + interval * MINUTE_MS, lostAt: null })
  })

  it('at about 28 °C all day is one episode', () => {
    // A site once had 80 alerts in 8 hours from this.
    const swinging = Array.from({ length: 480 }, (_, minute) => reading(minute, 28 + 0.3 * Math.sin(minute / 3)))
    const { assessments } = judgeAll(swinging)
    const openings = assessments.filter((one, index) => one.episodeOpen && assessments[index - 1]?.episodeOpen !== true)
    expect(openings).toHaveLength(1)
  })

  it('takes a jump from the second reading on', () => {
    const { assessments, levels } = judgeAll([reading(0, 24), reading(1, 32), reading(2, 32)])
    expect(levels).toEqual([0, 0, 3])
    expect(assessments[1]).toMatchObject({ counts: false, excess: null, usable: { wbgt: 24, at: START } })
    expect(assessments[2]).toMatchObject({ counts: true, excess: 4, usable: { wbgt: 32 } })
  })

  it('takes the first value after a pause, jump or not', () => {
    const { assessments } = judgeAll([reading(0, 24), reading(16, 32)])
    expect(assessments[1]).toMatchObject({ counts: true, heatLevel: 3 })
  })

  it('is kept for an hour while nothing is read, and then is none', () => {
    const { state, assessments } = judgeAll([reading(0, 29), reading(15, null), reading(59.9, null), reading(60, null), reading(61, null)])
    expect(assessments.map((one) => one.heatLevel)).toEqual([2, 2, 2, null, null])
    expect(assessments.map((one) => one.lostAt)).toEqual([null, null, null, START + 60 * MINUTE_MS, null])
    expect(siteHeatExpiresAt(state)).toBeNull()
  })

  it('runs out without any reading too', () => {
    const { state } = judgeAll([reading(0, 29)])
    expect(siteHeatExpiresAt(state)).toBe(START + 60 * MINUTE_MS)
    expect(expireWatcher(state, START + 60 * MINUTE_MS - 1)).toBe(state)
    expect(isSiteHeatOpen(expireWatcher(state, START + 60 * MINUTE_MS))).toBe(false)
    expect(siteHeatExpiresAt(judgeAll([reading(0, 27)]).state)).toBeNull()
  })

  it('of yesterday is lost, whatever today brings', () => {
    const [, cool] = judgeAll([reading(0, 31.5), reading(960, 20)]).assessments
    expect(cool).toMatchObject({ lostAt: START + 60 * MINUTE_MS, episodeOpen: false, endedAt: null, heatLevel: 0 })
    const [, hot] = judgeAll([reading(0, 31.5), reading(960, 28)]).assessments
    expect(hot).toMatchObject({ lostAt: START + 60 * MINUTE_MS, episodeOpen: true, heatLevel: 1 })
  })

  it('is none, not safe, when nothing has been read for 15 minutes', () => {
    expect(judgeAll([reading(0, 20), reading(15, null), reading(15.1, null)]).levels).toEqual([0, 0, null])
    expect(judgeAll([reading(0, null)]).levels).toEqual([null])
  })

  it('goes down two minutes after the value is back', () => {
    const lost = [reading(0, 29), reading(20, null), reading(21, 28), reading(22, 28)]
    expect(judgeAll(lost).levels).toEqual([2, 2, 2, 1])
  })

  it('is left alone by a repeated, a late and a timeless reading', () => {
    const { state } = judgeAll([reading(0, 27), reading(5, 29)])
    for (const late of [reading(5, 40), reading(3, 40), { ...reading(0, 40), at: Number.NaN }]) {
      const judged = judgeWatcher(state, late, { referenceWbgt: 28 })
      expect(judged.state).toBe(state)
      expect(judged.assessment).toMatchObject({ fresh: false, counts: false, heatLevel: 2 })
    }
  })

  it('never falls with a higher WBGT, and its state is plain JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 20, max: 24.9, noNaN: true }), { minLength: 1 }), (wbgts) => {
        const at = (rise: number) => judgeAll(wbgts.map((wbgt, index) => reading(index, wbgt + rise)))
        const [cool, warm] = [at(5), at(7)]
        cool.levels.forEach((level, index) => expect(warm.levels[index]).toBeGreaterThanOrEqual(level as number))
        expect(JSON.parse(JSON.stringify(warm.state))).toEqual(warm.state)
      }),
    )
  })
})
