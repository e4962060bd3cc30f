import { describe, expect, it } from 'vitest'
import { START } from './fixtures.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { aboveTheirLimit, judgeStation, siteHeatLimit, workersAtSource } from './site-heat.ts'

const one = (limitWbgt: number, minutesAgo = 0, intervalMinutes: number | null = 1) => ({
  lastAt: START - minutesAgo * MINUTE_MS,
  intervalMinutes,
  limitWbgt,
})

describe('who is at a source', () => {
  it('stays for an hour after the last reading, or two and a half intervals', () => {
    const everybody = [one(28), one(28, 60), one(28, 60.1), one(28, 75, 30), one(28, 75.1, 30), one(28, -3)]
    expect(workersAtSource(everybody, START, START)).toEqual([everybody[0], everybody[1], everybody[3], everybody[5]])
  })

  it('was not at an old reading if they came since', () => {
    const [before, same, since] = [one(28, 1), one(28, -1), one(28, -1.1)]
    expect(workersAtSource([before, same, since], START, START + 120 * MINUTE_MS)).toEqual([before, same])
    expect(workersAtSource([before, same, since], START, START + 30 * MINUTE_MS)).toEqual([before, same, since])
  })

  it('gives the lowest limit, and the site where there is nobody', () => {
    expect(siteHeatLimit([one(26), one(23), one(28)], 20)).toBe(23)
    expect(siteHeatLimit([], 28)).toBe(28)
  })

  it('is above their own limit from the limit on', () => {
    const [strict, usual] = [one(23), one(25.1)]
    expect(aboveTheirLimit([strict, usual], 25)).toEqual([strict])
    expect(aboveTheirLimit([strict, usual], 25.1)).toEqual([strict, usual])
  })
})

describe('a public station', () => {
  const value = (wbgt: number, minutesAgo = 30) => ({ wbgt, at: START - minutesAgo * MINUTE_MS })
  const judge = (before: Parameters<typeof judgeStation>[0], of: Parameters<typeof judgeStation>[1]) =>
    judgeStation(before, of, { now: START, limitWbgt: 28 })

  it.each([
    [27.9, { open: false, end: null }],
    [28, { open: true, level: 1, excess: 0 }],
    [29, { open: true, level: 2, excess: 1 }],
    [31, { open: true, level: 3, excess: 3 }],
  ])('that reads %d °C where nothing is open: %j', (wbgt, expected) => {
    expect(judge(null, value(wbgt))).toEqual(expected)
  })

  it('holds what is open at level 1 down to half a degree below, and for ten minutes below that', () => {
    expect(judge(3, value(27.5))).toEqual({ open: true, level: 1, excess: -0.5 })
    expect(judge(3, value(27.4, 9.9))).toMatchObject({ open: true, level: 1 })
    expect(judge(3, value(27.4, 10))).toEqual({ open: false, end: { at: START - 10 * MINUTE_MS, ending: 'recovered' } })
  })

  it('that falls silent keeps the level for an hour after its value was usable, and opens nothing', () => {
    expect(judge(2, value(20, 91))).toEqual({ open: true, level: 2, excess: null })
    expect(judge(2, value(20, 149.9))).toMatchObject({ open: true })
    expect(judge(2, value(20, 151))).toEqual({ open: false, end: { at: START - MINUTE_MS, ending: 'lost' } })
    expect(judge(2, null)).toEqual({ open: false, end: { at: START, ending: 'lost' } })
    expect(judge(null, value(33, 91))).toEqual({ open: false, end: null })
    expect(judge(null, null)).toEqual({ open: false, end: null })
  })
})
