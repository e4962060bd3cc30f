import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { START } from './fixtures.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { judgeWatcher, type WatcherReading, type WatcherState } from './watcher.ts'

const reading = (minute: number, wbgt: number | null): WatcherReading => {
  const at = START + minute * MINUTE_MS
  return { at, receivedAt: at, wbgt }
}

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
      stale: false,
      usable: { wbgt, at: START },
    })
  })

  it('rises at once and falls after two minutes', () => {
    const { levels } = judgeAll([reading(0, 27), reading(1, 31), reading(2, 27), reading(2.99, 27), reading(3, 27)])
    expect(levels).toEqual([0, 3, 3, 3, 0])
  })

  it('takes a jump from the second reading on', () => {
    const { assessments, levels } = judgeAll([reading(0, 24), reading(1, 32), reading(2, 32)])
    expect(levels).toEqual([0, 0, 3])
    expect(assessments[1]).toMatchObject({ counts: false, excess: null, usable: { wbgt: 24, at: START } })
    expect(assessments[2]).toMatchObject({ counts: true, excess: 4, usable: { wbgt: 32 } })
  })

  it('is kept, and after 15 minutes marked, while nothing is read', () => {
    const { assessments } = judgeAll([reading(0, 29), reading(10, null), reading(15, null), reading(16, null)])
    expect(assessments.map((one) => one.heatLevel)).toEqual([2, 2, 2, 2])
    expect(assessments.map((one) => one.stale)).toEqual([false, false, false, true])
    expect(assessments.every((one) => one.episodeOpen)).toBe(true)
  })

  it('is none, not safe, when nothing has been read for 15 minutes', () => {
    expect(judgeAll([reading(0, 20), reading(15, null), reading(15.1, null)]).levels).toEqual([0, 0, null])
    expect(judgeAll([reading(0, null)]).levels).toEqual([null])
  })

  it('goes down two minutes after the value is back', () => {
    const lost = [reading(0, 29), reading(20, null), reading(21, 27), reading(22, 27)]
    expect(judgeAll(lost).levels).toEqual([2, 2, 2, 0])
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
