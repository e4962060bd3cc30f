import { describe, expect, it } from 'vitest'
import { START } from './fixtures.ts'
import { SECOND_MS } from './milliseconds.ts'
import { addPulse, medianPulse, type PulseWindow } from './pulse-window.ts'

function medians(pulses: readonly [second: number, bpm: number][]): number[] {
  let window: PulseWindow | null = null
  return pulses.map(([second, bpm]) => {
    window = addPulse(window, START + second * SECOND_MS, bpm)
    return medianPulse(window)
  })
}

describe('one-minute median', () => {
  it('is the heart rate itself once a minute', () => {
    expect(
      medians([
        [0, 90],
        [60, 150],
        [120, 80],
      ]),
    ).toEqual([90, 150, 80])
  })

  it('is the middle one, or the mean of the middle two, of the last minute', () => {
    expect(
      medians([
        [0, 90],
        [20, 150],
        [40, 100],
        [59.999, 200],
      ]),
    ).toEqual([90, 120, 100, 125])
  })

  it('leaves out what is a minute old, to the millisecond', () => {
    expect(
      medians([
        [0, 90],
        [30, 100],
        [59.999, 110],
      ]).at(-1),
    ).toBe(100)
    expect(
      medians([
        [0, 90],
        [30, 100],
        [60, 110],
      ]).at(-1),
    ).toBe(105)
    expect(
      medians([
        [0, 90],
        [30, 100],
        [300, 110],
      ]).at(-1),
    ).toBe(110)
  })

  it('is exact at one reading a second', () => {
    const bpm = (second: number) => 80 + ((second * 37) % 61)
    const seconds = Array.from({ length: 200 }, (_, second) => second)
    const last = seconds
      .slice(-60)
      .map(bpm)
      .toSorted((one, other) => one - other)
    const expected = ((last[29] as number) + (last[30] as number)) / 2
    expect(medians(seconds.map((second) => [second, bpm(second)])).at(-1)).toBe(expected)
  })

  it('stays small at a hundred readings a second and still follows the heart', () => {
    let window: PulseWindow | null = null
    for (let index = 0; index < 20_000; index += 1) {
      window = addPulse(window, START + index * 10, index < 10_000 ? 80 : 150.123)
      expect(window.steps.length).toBeLessThanOrEqual(2 * 64)
    }
    expect(medianPulse(window as unknown as PulseWindow)).toBe(150.1)
  })
})
