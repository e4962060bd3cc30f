import { describe, expect, it } from 'vitest'
import { hasAttention } from './attention.ts'
import { judgeEach, minutely, settingsOf, START, times } from './fixtures.ts'
import { marginOf } from './heart-limits.ts'
import { MINUTE_MS } from './milliseconds.ts'

const at = (minute: number) => START + minute * MINUTE_MS
const settings = settingsOf({ attention: { periods: [[at(5), at(8)]], referenceWbgt: 26 } })

describe('要注意', () => {
  it('lasts from the check, and not at its end', () => {
    expect([at(4), at(5), at(7), at(8)].map((time) => hasAttention([[at(5), at(8)]], time))).toEqual([false, true, true, false])
    expect(hasAttention(undefined, at(5))).toBe(false)
  })

  it('takes the reference value of the not acclimatised at readings of its time alone', () => {
    const { assessments } = judgeEach(minutely(times(10, 90), { wbgt: 27 }), settings)
    expect(assessments.map(({ excess }) => excess)).toEqual([-1, -1, -1, -1, -1, 1, 1, 1, -1, -1])
  })

  it('names the reference value that was passed', () => {
    const { last } = judgeEach(minutely(times(7, 90), { wbgt: 27 }), settings)
    expect(last).toMatchObject({ heatLevel: 2, heatReason: { limit: 26, over: 1 } })
  })

  it('takes the smallest margin above the own measure', () => {
    expect([null, 0, 1, 2, 3].map((heat) => marginOf(heat as 0 | 1 | 2 | 3 | null, true))).toEqual([5, 5, 5, 5, 5])
  })

  it('makes level 3 earlier by the own peak', () => {
    const shifts = [3, 4, 5].map((day) => ({ endedAt: START - day * 86_400_000, mean: 110, peak: 160 }))
    const pulse = minutely(times(6, 170), { wbgt: 20 })
    const usual = judgeEach(pulse, settingsOf({ shifts })).last
    const careful = judgeEach(pulse, settingsOf({ shifts, attention: { periods: [[at(0), at(60)]], referenceWbgt: 26 } })).last
    expect([usual.heartLevel, careful.heartLevel]).toEqual([2, 3])
    expect(careful.reason?.kind).toBe('ownPeak')
  })
})
