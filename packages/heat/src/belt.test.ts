import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BeltReading, type BeltSettings, type BeltState, DEFAULT_BELT_SETTINGS, judgeBelt } from './belt.ts'
import { START } from './fixtures.ts'
import { MINUTE_MS } from './milliseconds.ts'

const reading = (minute: number, hook: 0 | 1 | null, altitudeCm: number | null, changes: Partial<BeltReading> = {}) => {
  const at = START + minute * MINUTE_MS
  return { at, hook, altitudeCm, intervalMinutes: 1, wearer: 1, ...changes }
}

/** Readings of a belt, unhooked at a height in cm, that does not say its interval. */
const silent = (altitudeCm: number, ...minutes: number[]) =>
  minutes.map((minute) => reading(minute, 0, altitudeCm, { intervalMinutes: null }))

function judgeAll(readings: readonly BeltReading[], settings: BeltSettings = DEFAULT_BELT_SETTINGS) {
  let state: BeltState | null = null
  const assessments = readings.map((one) => {
    const judged = judgeBelt(state, one, settings)
    state = judged.state
    return judged.assessment
  })
  return { state: state as unknown as BeltState, assessments, open: assessments.map((one) => one.open) }
}

describe('belt alert, 200 cm and 150 cm and 1 minute where nothing is saved', () => {
  it.each<[string, BeltReading[], boolean[]]>([
    ['unhooked at height for a minute', [reading(0, 0, 200), reading(1, 0, 200)], [false, true]],
    ['below the setting', [reading(0, 0, 199), reading(1, 0, 199), reading(2, 0, 199)], [false, false, false]],
    ['hooked', [reading(0, 1, 900), reading(1, 1, 900), reading(2, 1, 900)], [false, false, false]],
    ['the wait is later than two readings', [0, 0.5, 0.9, 1].map((at) => reading(at, 0, 300)), [false, false, false, true]],
    ['two readings are later than the wait', [reading(0, 0, 300), reading(4, 0, 300)], [false, true]],
    ['hooking in between begins anew', [reading(0, 0, 300), reading(0.5, 1, 300), reading(1, 0, 300)], [false, false, false]],
    ['so does coming below the setting', [reading(0, 0, 300), reading(0.5, 0, 180), reading(1, 0, 300)], [false, false, false]],
    ['a gap begins anew', [reading(0, 0, 300), reading(5.1, 0, 300), reading(6.1, 0, 300)], [false, false, true]],
    ['no gap at a long interval', [0, 20].map((at) => reading(at, 0, 300, { intervalMinutes: 10 })), [false, true]],
    [
      'the interval is remembered',
      [reading(0, 0, 300, { intervalMinutes: 10 }), reading(20, 0, 300, { intervalMinutes: null })],
      [false, true],
    ],
    ['another wearer begins anew', [reading(0, 0, 300), reading(1, 0, 300, { wearer: 2 })], [false, false]],
    [
      'also through an unknown height',
      [reading(0, 0, 300), reading(0.5, 0, null, { wearer: 2 }), reading(1, 0, 300, { wearer: 2 })],
      [false, false, false],
    ],
    ['every five minutes or more without a said interval', silent(300, 0, 10), [false, true]],
    ['up to 2.5 times a quarter of an hour', silent(300, 0, 37.5), [false, true]],
    ['longer than that is a gap', silent(300, 0, 37.6), [false, false]],
    ['over when hooked', [reading(0, 0, 300), reading(1, 0, 300), reading(2, 1, 300)], [false, true, false]],
    ['over when hooked at unknown height', [reading(0, 0, 300), reading(1, 0, 300), reading(2, 1, null)], [false, true, false]],
    ['over below the release', [reading(0, 0, 300), reading(1, 0, 300), reading(2, 0, 149)], [false, true, false]],
    ['not over at the release', [reading(0, 0, 300), reading(1, 0, 300), reading(2, 0, 150)], [false, true, true]],
    ['not over by silence', [reading(0, 0, 300), reading(1, 0, 300), reading(90, 0, 300)], [false, true, true]],
    ['not over by unknown height', [reading(0, 0, 300), reading(1, 0, 300), reading(2, 0, null)], [false, true, true]],
    ['unknown height is skipped', [reading(0, 0, 300), reading(0.5, 0, null), reading(1, 0, 300)], [false, false, true]],
    [
      'unknown height counts as the one read last',
      [reading(0, 0, 300), reading(1, 0, null), reading(2, 0, Number.NaN)],
      [false, true, true],
    ],
    [
      'also hooked, then unhooked',
      [reading(0, 1, 600), reading(9, 1, null), reading(10, 0, null), reading(11, 0, null)],
      [false, false, false, true],
    ],
    ['not one below the setting', [reading(0, 0, 199), reading(1, 0, null), reading(2, 0, null)], [false, false, false]],
    ['not one of before a long pause', [reading(0, 1, 600), reading(241, 0, null), reading(242, 0, null)], [false, false, false]],
    [
      'not one of another wearer',
      [reading(0, 1, 600), ...[1, 2, 3].map((at) => reading(at, 0, null, { wearer: 2 }))],
      [false, false, false, false],
    ],
    ['unknown hook is skipped', [reading(0, 0, 300), reading(0.5, null, 300), reading(1, 0, 300)], [false, false, true]],
  ])('%s', (_, readings, open) => {
    expect(judgeAll(readings).open).toEqual(open)
  })

  it('says whether it was open before, since when it is, and when it is only kept', () => {
    const { assessments } = judgeAll([reading(0, 0, 300), reading(1, 0, 300), reading(2, 0, null), reading(3, 0, 300)])
    expect(assessments.map((one) => one.wasOpen)).toEqual([null, false, true, true])
    expect(assessments.map((one) => one.stale)).toEqual([false, false, true, false])
    expect(assessments[3]?.openSince).toBe(START + MINUTE_MS)
  })
})

describe('a belt that another wearer takes over while it alerts', () => {
  const taken = (minute: number, hook: 0 | 1 | null, altitudeCm: number | null, changes: Partial<BeltReading> = {}) =>
    reading(minute, hook, altitudeCm, { wearer: 2, ...changes })
  const alerting = [reading(0, 0, 300), reading(1, 0, 300)]

  it.each<[string, BeltReading[], boolean[]]>([
    ['still unhooked at height: opens anew at once', [taken(2, 0, 300)], [true]],
    ['not over yet between the heights: opens anew', [taken(2, 0, 180), taken(3, 0, 149)], [true, false]],
    ['hooked: over, and judged from then on', [taken(2, 1, 300), taken(3, 0, 300), taken(4, 0, 300)], [false, false, true]],
    ['below the release: over', [taken(2, 0, 0), taken(3, 0, 300), taken(4, 0, 300)], [false, false, true]],
    ['unknown height: the next one says', [taken(2, 0, null), taken(3, 0, 300)], [false, true]],
    ['unknown height, then hooked', [taken(2, 0, null), taken(3, 1, 300), taken(4, 0, 300)], [false, false, false]],
    ['after a gap the streak begins anew', [taken(7, 0, 300), taken(8, 0, 300)], [false, true]],
  ])('%s', (_, readings, open) => {
    expect(judgeAll([...alerting, ...readings]).open.slice(alerting.length)).toEqual(open)
  })

  it('goes over at ten minutes without a said interval', () => {
    const late = taken(20, 0, 300, { intervalMinutes: null })
    expect(judgeAll([...silent(300, 0, 10), late]).open).toEqual([false, true, true])
  })

  it('says nothing of them before a reading shows it', () => {
    const { assessments } = judgeAll([...alerting, taken(2, 0, null), taken(3, 0, 300)])
    expect(assessments.map((one) => one.judged)).toEqual([true, true, false, true])
    expect(assessments.map((one) => one.wasOpen)).toEqual([null, false, null, null])
    expect(assessments[3]?.openSince).toBe(START + 3 * MINUTE_MS)
  })

  it('opens nothing where it did not alert', () => {
    expect(judgeAll([reading(0, 0, 300), taken(1, 0, 300)]).open).toEqual([false, false])
  })

  it('goes back to the first in the same way', () => {
    const back = [taken(2, 0, 300), reading(3, 0, 300), reading(4, 1, 300)]
    expect(judgeAll([...alerting, ...back]).open.slice(2)).toEqual([true, true, false])
  })
})

describe('settings', () => {
  const exposed = [reading(0, 0, 300), reading(1, 0, 300), reading(2, 0, 300)]

  it('raises nothing where heights are not checked', () => {
    expect(judgeAll(exposed, { ...DEFAULT_BELT_SETTINGS, checkAltitude: 0 }).open).toEqual([false, false, false])
  })

  it('waits as long as saved, and for two readings at least', () => {
    expect(judgeAll(exposed, { ...DEFAULT_BELT_SETTINGS, onWaitingMinutes: 2 }).open).toEqual([false, false, true])
    expect(judgeAll(exposed, { ...DEFAULT_BELT_SETTINGS, onWaitingMinutes: 0 }).open).toEqual([false, true, true])
  })

  it('takes the customer’s 3 cm and 2 cm', () => {
    const low = { ...DEFAULT_BELT_SETTINGS, settingAltitudeCm: 3, heightAltitudeCm: 2 }
    expect(judgeAll([reading(0, 0, 3), reading(1, 0, 3), reading(2, 0, 2), reading(3, 0, 1)], low).open).toEqual([false, true, true, false])
  })

  it('still raises where the release is saved above the setting', () => {
    expect(judgeAll(exposed, { ...DEFAULT_BELT_SETTINGS, heightAltitudeCm: 900 }).open).toEqual([false, true, true])
  })
})

describe('state', () => {
  it('is left alone by a repeated, a late and a timeless reading', () => {
    const { state } = judgeAll([reading(0, 0, 300), reading(1, 0, 300)])
    for (const late of [reading(1, 1, 0), reading(0.5, 1, 0), { ...reading(0, 1, 0), at: Number.NaN }]) {
      const judged = judgeBelt(state, late, DEFAULT_BELT_SETTINGS)
      expect(judged.state).toBe(state)
      expect(judged.assessment).toMatchObject({ fresh: false, open: true, wasOpen: true })
    }
  })

  it('is plain JSON, and no reading hooked or below the release leaves an alert open', () => {
    const one = fc.record({
      minute: fc.integer({ min: 1, max: 8 }),
      hook: fc.constantFrom(0 as const, 1 as const, null),
      altitudeCm: fc.option(fc.integer({ min: 100, max: 300 })),
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1 }), (rows) => {
        let minute = 0
        const readings = rows.map((row) => reading((minute += row.minute), row.hook, row.altitudeCm))
        const { state, open } = judgeAll(readings)
        expect(JSON.parse(JSON.stringify(state))).toEqual(state)
        rows.forEach(({ hook, altitudeCm }, index) => {
          if (hook === 1 || (altitudeCm !== null && altitudeCm < 150)) expect(open[index]).toBe(false)
        })
      }),
    )
  })
})
