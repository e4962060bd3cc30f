import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { START } from './fixtures.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { chooseHeat, countingValues, type HeatSources, type HeatValue, NO_WBGT_TRACK, trackWbgt } from './usable-heat.ts'

const value = (source: string, wbgt: number, ageMinutes = 0): HeatValue => ({
  source,
  wbgt,
  at: START - ageMinutes * MINUTE_MS,
})
const sources = (changes: Partial<HeatSources>): HeatSources => ({
  gatewayWatcher: null,
  siteWatchers: [],
  publicService: null,
  ...changes,
})

describe('which WBGT comes first', () => {
  const all = sources({
    gatewayWatcher: value('near', 27),
    siteWatchers: [value('low', 26), value('high', 31), value('mid', 29)],
    publicService: value('public', 33),
  })

  it.each([
    ['the watcher of the gateway', all, 1, 'near', 'watcher', 0],
    ['then the highest of the site', { ...all, gatewayWatcher: null }, 1, 'high', 'watcher', 1],
    ['then the public service', { ...all, gatewayWatcher: null, siteWatchers: [] }, 1, 'public', 'public', 2],
    ['the public service where the map says so', all, 2, 'public', 'public', 0],
    ['there then the watcher of the gateway', { ...all, publicService: null }, 2, 'near', 'watcher', 1],
    ['and then the highest of the site', { ...all, publicService: null, gatewayWatcher: null }, 2, 'high', 'watcher', 2],
  ] as const)('%s', (_, from, origin, source, kind, rank) => {
    expect(chooseHeat(from, START, origin)).toMatchObject({ source, kind, rank })
  })

  it('none of them', () => {
    expect(chooseHeat(sources({}), START, 1)).toBeNull()
  })

  it('is the highest of the site in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -10, max: 50, noNaN: true }), { minLength: 1 }), (wbgts) => {
        const siteWatchers = wbgts.map((wbgt, index) => value(`${index}`, wbgt))
        expect(chooseHeat(sources({ siteWatchers }), START, 1)?.wbgt).toBe(Math.max(...wbgts))
      }),
    )
  })
})

describe('what is usable', () => {
  it.each([
    ['watcher', 15, true],
    ['watcher', 15.01, false],
    ['watcher', -1, true],
    ['watcher', -1.01, false],
    ['public', 90, true],
    ['public', 90.01, false],
    ['public', -1, true],
    ['public', -1.01, false],
  ])('a value of a %s %d minutes old: %s', (kind, ageMinutes, usable) => {
    const heat = value('it', 30, ageMinutes)
    const from = sources(kind === 'watcher' ? { siteWatchers: [heat] } : { publicService: heat })
    expect(chooseHeat(from, START, 1) !== null).toBe(usable)
  })

  it.each([
    [-10, true],
    [-10.1, false],
    [50, true],
    [50.1, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('%d °C: %s', (wbgt, usable) => {
    expect(chooseHeat(sources({ gatewayWatcher: value('it', wbgt) }), START, 1) !== null).toBe(usable)
  })

  it('passes over a stale gateway watcher for another of the site', () => {
    const from = sources({ gatewayWatcher: value('near', 35, 16), siteWatchers: [value('near', 35, 16), value('far', 27)] })
    expect(chooseHeat(from, START, 1)?.source).toBe('far')
  })
})

describe('a jump', () => {
  const counted = (values: readonly (number | null)[], everyMinutes = 1): boolean[] => {
    let track = NO_WBGT_TRACK
    return values.map((wbgt, index) => {
      const step = trackWbgt(track, { at: START + index * everyMinutes * MINUTE_MS, wbgt })
      track = step.track
      return step.counts
    })
  }

  it.each<[string, (number | null)[], boolean[]]>([
    ['the first value counts', [30], [true]],
    ['5 °C is no jump', [25, 30, 25], [true, true, true]],
    ['more counts from the second reading on', [25, 30.1, 30.2, 30.3], [true, false, true, true]],
    ['downwards too', [30, 24.9, 25], [true, false, true]],
    ['a single slip never counts', [25, 45, 25.1], [true, false, true]],
    ['a slip is forgotten', [25, 45, 25, 45, 25], [true, false, true, false, true]],
    ['two slips that disagree do not confirm each other', [25, 45, 10, 45], [true, false, false, false]],
    ['nothing read neither counts nor confirms', [25, null, 35, null, 35], [true, false, false, false, true]],
    ['an impossible value confirms nothing', [25, 99, 99, 35], [true, false, false, false]],
  ])('%s', (_, values, expected) => {
    expect(counted(values)).toEqual(expected)
  })

  it.each([
    [15, false],
    [15.1, true],
  ])('after %d minutes without a value that counts the first one counts: %s', (pause, counts) => {
    expect(counted([25, 35], pause)).toEqual([true, counts])
    expect(counted([25, null, 35], pause / 2)).toEqual([true, false, counts])
  })

  it('is confirmed by nothing that came before the pause', () => {
    expect(counted([25, 35, 20.1], 10)).toEqual([true, false, true])
  })
})

describe('values that are read back or came late', () => {
  const at = (minute: number, wbgt: number, counts = false) => ({ at: START + minute * MINUTE_MS, wbgt, counted: counts })
  const countingWbgt = (...values: Parameters<typeof at>[]) => countingValues(values.map((read) => at(...read))).map(({ wbgt }) => wbgt)

  it('count by the rule of jumps, in time order whatever order they are in', () => {
    expect(countingWbgt([2, 25.2], [0, 25], [1, 45], [3, 25.3])).toEqual([25, 25.2, 25.3])
    expect(countingWbgt([0, 25], [1, 32], [2, 32.1])).toEqual([25, 32.1])
  })

  it('leave those that counted when they were judged as they are', () => {
    expect(countingWbgt([0, 25, true], [1, 32.1, true], [2, 32.2, true])).toEqual([25, 32.1, 32.2])
    expect(countingWbgt([0, 25, true], [1, 45], [2, 25.1, true])).toEqual([25, 25.1])
    expect(countingWbgt([0, 26], [0, 25, true])).toEqual([25])
    expect(countingWbgt([0, 25, true], [0, 26])).toEqual([25])
  })

  it('are the same as when they had come one by one', () => {
    const series = fc.array(fc.record({ wait: fc.integer({ min: 1, max: 20 }), wbgt: fc.integer({ min: 10, max: 40 }) }))
    fc.assert(
      fc.property(series, (steps) => {
        let minute = 0
        const values = steps.map(({ wait, wbgt }) => at((minute += wait), wbgt))
        let track = NO_WBGT_TRACK
        const inTurn = values.filter((read) => {
          const step = trackWbgt(track, read)
          track = step.track
          return step.counts
        })
        expect(countingValues(values.toReversed())).toEqual(inTurn)
      }),
    )
  })
})
