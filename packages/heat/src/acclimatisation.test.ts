import { describe, expect, it } from 'vitest'
import { acclimatisationOn } from './acclimatisation.ts'

describe('a new worker', () => {
  it.each([
    ['2026-07-01', 1, 20, false],
    ['2026-07-02', 2, 40, false],
    ['2026-07-03', 3, 60, false],
    ['2026-07-04', 4, 80, false],
    ['2026-07-05', 5, 100, false],
    ['2026-07-07', 7, 100, false],
    ['2026-07-08', 8, 100, true],
  ])('%s: day %i, %i %%, acclimatised %s', (day, number, exposurePercent, acclimatised) => {
    const phase = acclimatised ? 'acclimatised' : 'new'
    const state = acclimatisationOn(day, { firstExposureOn: '2026-07-01' })
    expect(state).toEqual({ acclimatised, phase, day: number, exposurePercent })
  })

  it('stands on the first day before it has begun', () => {
    const state = acclimatisationOn('2026-06-20', { firstExposureOn: '2026-07-01' })
    expect(state).toEqual({ acclimatised: false, phase: 'new', day: 1, exposurePercent: 20 })
  })
})

describe('a worker who comes back', () => {
  const history = { firstExposureOn: '2026-06-01', lastExposureOn: '2026-07-10' }

  it.each([
    ['2026-07-16', 50, 'returning', false],
    ['2026-07-17', 60, 'returning', false],
    ['2026-07-18', 80, 'returning', false],
    ['2026-07-19', 100, 'returning', false],
    ['2026-07-20', 100, 'acclimatised', true],
  ])('after 5 days away, on %s: %i %%, %s', (day, exposurePercent, phase, acclimatised) => {
    const state = acclimatisationOn(day, { ...history, returnedOn: '2026-07-16' })
    expect(state).toMatchObject({ exposurePercent, phase, acclimatised })
  })

  it.each([
    ['2026-07-13', 2, 'acclimatised'],
    ['2026-07-15', 4, 'acclimatised'],
    ['2026-07-16', 5, 'returning'],
    ['2026-07-31', 20, 'returning'],
    ['2026-08-01', 21, 'new'],
  ])('back on %s after %i days away is %s', (returnedOn, _daysAway, phase) => {
    expect(acclimatisationOn(returnedOn, { ...history, returnedOn }).phase).toBe(phase)
    expect(acclimatisationOn(returnedOn, history).phase).toBe(phase)
  })

  it.each([
    ['2026-07-06', 'new', 20],
    ['2026-07-07', 'returning', 50],
  ])('with exposure up to %s begins as %s', (lastExposureOn, phase, exposurePercent) => {
    const short = { firstExposureOn: '2026-07-01', lastExposureOn, returnedOn: '2026-07-20' }
    expect(acclimatisationOn('2026-07-20', short)).toMatchObject({ phase, exposurePercent })
  })
})

it.each(['', '2026-7-1', '2026-13-01', 'yesterday'])('refuses %j for a day', (day) => {
  expect(() => acclimatisationOn(day, { firstExposureOn: '2026-07-01' })).toThrow(RangeError)
})
