import { describe, expect, it } from 'vitest'
import { findSilences, isUnheardSinceOpening, type Silence, silenceLimitMs, type WatchedGateway, type WatchedWorker } from './alive.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { DEFAULT_WORKING_HOURS } from './working-hours.ts'

const tokyo = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return Date.parse('2026-07-20T00:00:00+09:00') + (hours * 60 + minutes) * MINUTE_MS
}
const NOON = tokyo('12:00')
const ago = (minutes: number) => NOON - minutes * MINUTE_MS

const worker = (workerId: number, silentMinutes: number, changes: Partial<WatchedWorker> = {}): WatchedWorker => ({
  workerId,
  gatewayId: 'GW-01',
  lastSeenAt: ago(silentMinutes),
  intervalMinutes: 1,
  lastLevel: 0,
  heartAlertAt: null,
  hasEpisode: false,
  isAlerted: false,
  isQuiet: false,
  missedIn: null,
  ...changes,
})
const gateway = (silentMinutes: number, changes: Partial<WatchedGateway> = {}): WatchedGateway => ({
  gatewayId: 'GW-01',
  lastSeenAt: ago(silentMinutes),
  intervalMinutes: 1,
  isQuiet: false,
  speaks: true,
  isMissed: false,
  ...changes,
})
const find = (workers: WatchedWorker[], gateways: WatchedGateway[] = [gateway(0)], now = NOON): Silence[] =>
  findSilences({ now, workingHours: DEFAULT_WORKING_HOURS, workers, gateways, instruments: [] })
const site = (silentMinutes: number, ...workerIds: number[]): Silence => ({ kind: 'site', lastSeenAt: ago(silentMinutes), workerIds })
const own = (workerId: number, silentMinutes: number): Silence => ({ kind: 'worker', workerId, lastSeenAt: ago(silentMinutes) })

describe('the silence of an instrument', () => {
  const at = (clock: string, lastSeen: string, changes: { isMissed?: boolean; isQuiet?: boolean } = {}) =>
    findSilences({
      now: tokyo(clock),
      workingHours: DEFAULT_WORKING_HOURS,
      workers: [],
      gateways: [],
      instruments: [{ deviceId: 7, lastSeenAt: tokyo(lastSeen), intervalMinutes: null, isQuiet: false, isMissed: false, ...changes }],
    }).length

  it.each([
    ['12:15', '12:00', 0],
    ['12:16', '12:00', 1],
    ['20:00', '19:30', 0],
    ['21:00', '19:50', 0],
    ['30:00', '19:30', 1],
    ['30:00', '19:50', 0],
  ])('at %s, heard at %s last, is %i line', (clock, lastSeen, lines) => {
    expect(at(clock, lastSeen)).toBe(lines)
  })

  it('is quiet where somebody quieted it, and ends at closing time also where it is on record', () => {
    expect(at('12:16', '12:00', { isQuiet: true })).toBe(0)
    expect([at('19:59', '19:30', { isMissed: true }), at('20:00', '19:30', { isMissed: true })]).toEqual([1, 0])
  })
})

describe('silence', () => {
  it.each([
    [null, 15],
    [1, 15],
    [6, 15],
    [10, 25],
    [Number.NaN, 15],
  ])('at an interval of %s minutes begins after %d', (interval, minutes) => {
    expect(silenceLimitMs(interval)).toBe(minutes * MINUTE_MS)
  })

  it.each([
    [15, 1, []],
    [15.1, 1, [site(15.1, 1)]],
    [25, 10, []],
    [25.1, 10, [site(25.1, 1)]],
  ])('of %d minutes at interval %i', (minutes, intervalMinutes, lines) => {
    expect(find([worker(1, minutes, { intervalMinutes }), worker(2, 0)])).toEqual(lines)
  })

  it.each([
    ['in working hours', '19:44', '20:10', 0, 1],
    ['begun after work', '19:45', '20:10', 0, 0],
    ['begun after work, next morning', '19:45', '30:30', 0, 0],
    ['begun at night after level 1', '23:00', '23:30', 1, 1],
    ['begun at night after level 0', '23:00', '23:30', 0, 0],
    ['begun at night after no level', '23:00', '23:30', null, 0],
    ['begun just before work, run out in it', '05:45', '06:10', 0, 1],
    ['begun over a day ago', '-12:30', '12:00', 0, 0],
  ] as const)('%s', (_, seen, now, lastLevel, count) => {
    const lastSeenAt = seen.startsWith('-') ? ago(24.5 * 60) : tokyo(seen)
    expect(find([worker(1, 0, { lastSeenAt, lastLevel })], [gateway(0, { lastSeenAt: tokyo(now) })], tokyo(now))).toHaveLength(count)
  })

  it.each([
    ['after work', { lastSeenAt: tokyo('19:50') }],
    ['days later', { lastSeenAt: ago(3 * 24 * 60) }],
    ['once the level that it began at is gone', { lastSeenAt: tokyo('02:00'), lastLevel: null }],
  ])('that is open continues until the next reading, %s', (_, changes) => {
    const now = tokyo('30:30')
    const lines = (missedIn: 'shared' | null) => find([worker(1, 0, { ...changes, missedIn })], [gateway(0, { lastSeenAt: now })], now)
    expect(lines('shared')).toMatchObject([{ kind: 'site', workerIds: [1] }])
    expect(lines(null)).toEqual([])
  })

  it('that a person quieted is none', () => {
    expect(find([worker(1, 20, { isQuiet: true, missedIn: 'shared' })])).toEqual([])
    expect(find([worker(1, 20, { isQuiet: true, missedIn: 'own' })])).toEqual([])
  })
})

describe('a line of the worker’s own', () => {
  it.each([
    [60, [own(1, 20)]],
    [60.1, [site(20, 1)]],
    [null, [site(20, 1)]],
  ])('needs a heart level of at least 1 within the last hour: %s minutes ago', (minutes, lines) => {
    expect(find([worker(1, 20, { heartAlertAt: minutes === null ? null : ago(minutes) }), worker(2, 0)])).toEqual(lines)
  })

  it('stays until the next reading, however long ago the heart level was, and beside the gateway’s', () => {
    expect(find([worker(1, 200, { heartAlertAt: ago(210), missedIn: 'own' })])).toEqual([own(1, 200)])
    const shared = [worker(1, 20, { missedIn: 'own' }), worker(2, 20), worker(3, 20)]
    expect(find(shared, [gateway(20)])).toMatchObject([own(1, 20), { kind: 'gateway', workerIds: [2, 3] }])
  })

  it('does not exist while another of their episodes is open, which is marked instead; the site’s line is without them too', () => {
    expect(find([worker(1, 20, { heartAlertAt: ago(20), hasEpisode: true, isAlerted: true }), worker(2, 20)])).toEqual([site(20, 2)])
    expect(find([worker(1, 20, { hasEpisode: true, isAlerted: true })])).toEqual([])
  })

  it('beside an open episode without a level (no heart rate) is in the line of the site', () => {
    expect(find([worker(1, 20, { hasEpisode: true })])).toEqual([site(20, 1)])
    expect(find([worker(1, 20, { heartAlertAt: ago(20), hasEpisode: true }), worker(2, 20)])).toEqual([site(20, 1, 2)])
  })

  it('is none where they fell silent together with others of their gateway', () => {
    const alerted = worker(1, 20, { heartAlertAt: ago(30) })
    expect(find([alerted, worker(2, 20)], [gateway(20)])).toMatchObject([{ kind: 'gateway', workerIds: [1, 2] }])
    expect(find([alerted], [gateway(20)])).toMatchObject([own(1, 20), { kind: 'gateway', workerIds: [] }])
    expect(find([{ ...alerted, lastSeenAt: ago(40) }, worker(2, 20), worker(3, 20)], [gateway(20)])).toMatchObject([
      own(1, 40),
      { kind: 'gateway', workerIds: [2, 3] },
    ])
  })

  it('comes once the gateway is heard again and they are not', () => {
    expect(find([worker(1, 20, { heartAlertAt: ago(30), missedIn: 'shared' }), worker(2, 0)])).toEqual([own(1, 20)])
  })
})

describe('the site’s line', () => {
  it('is one for all others, however many of how many gateways', () => {
    const many = Array.from({ length: 20 }, (_, n) => worker(n, 16 + n, { gatewayId: n % 2 === 0 ? 'GW-01' : null }))
    const there = Array.from({ length: 20 }, (_, n) => worker(100 + n, 1))
    expect(find([...many, ...there])).toEqual([site(35, ...many.map(({ workerId }) => Number(workerId)))])
  })
})

describe('a gateway’s line', () => {
  it.each([
    ['heard 15 minutes ago', gateway(15), 0],
    ['unheard for longer', gateway(15.1), 1],
    ['with an interval of 10 minutes', gateway(20, { intervalMinutes: 10 }), 0],
    ['with nobody behind it', gateway(16, { gatewayId: 'GW-02' }), 1],
    ['with nobody behind it and no messages of its own', gateway(16, { gatewayId: 'GW-02', speaks: false }), 0],
    ['that was quieted', gateway(16, { isQuiet: true }), 0],
  ] as const)('%s', (_, one, count) => {
    expect(find([worker(1, 3)], [one]).filter(({ kind }) => kind === 'gateway')).toHaveLength(count)
  })

  it('waits as long as the tags behind it take, where it says no interval of its own', () => {
    expect(find([worker(1, 20, { intervalMinutes: 10 })], [gateway(20, { intervalMinutes: null })])).toEqual([])
  })

  it('names those behind it, who are not counted in the site’s', () => {
    const found = find(
      [worker(1, 30), worker(2, 0), worker(3, 30, { hasEpisode: true, isAlerted: true }), worker(4, 30, { gatewayId: 'GW-02' })],
      [gateway(16)],
    )
    expect(found).toEqual([{ kind: 'gateway', gatewayId: 'GW-01', lastSeenAt: ago(16), workerIds: [1, 3] }, site(30, 4)])
  })

  it.each([
    ['some are past their limit and the gateway is not yet', 15.5, 0],
    ['the gateway is past it', 16.1, 1],
  ])('is one for workers last heard over the gateway’s last minute, when %s', (_, minutes, count) => {
    const spread = Array.from({ length: 10 }, (__, n) => worker(n, minutes - n * 0.1))
    const found = find(spread, [gateway(minutes - 1)])
    expect(found).toHaveLength(count)
    if (count === 1) expect(found).toMatchObject([{ kind: 'gateway', workerIds: spread.map(({ workerId }) => workerId) }])
  })

  it('begins at night only after one of its workers was at level 1, and stays', () => {
    const night = tokyo('23:30')
    const silent = (isMissed: boolean) => [gateway(0, { lastSeenAt: tokyo('23:00'), isMissed })]
    const heard = (lastLevel: 0 | 1) => [worker(1, 0, { lastSeenAt: night, lastLevel })]
    expect(find(heard(0), silent(false), night)).toEqual([])
    expect(find(heard(0), silent(true), night)).toMatchObject([{ kind: 'gateway', workerIds: [] }])
    expect(find(heard(1), silent(false), night)).toMatchObject([{ kind: 'gateway', workerIds: [] }])
  })
})

describe('an assigned device', () => {
  it.each([
    ['never heard', null, '-1:00', '07:00', true],
    ['never heard, before the hour is over', null, '-1:00', '06:59', false],
    ['heard yesterday', '-3:00', '-9:00', '12:00', true],
    ['heard just before opening', '05:59', '-9:00', '12:00', true],
    ['heard since', '06:00', '-9:00', '12:00', false],
    ['assigned during the day', null, '09:00', '09:59', false],
    ['assigned during the day, an hour ago', null, '09:00', '10:00', true],
    ['after work', null, '-1:00', '20:00', false],
  ] as const)('%s is listed as unheard', (_, seen, assigned, now, listed) => {
    const at = (time: string) => (time.startsWith('-') ? tokyo('00:00') - (tokyo(time.slice(1)) - tokyo('00:00')) : tokyo(time))
    const device = { lastSeenAt: seen === null ? null : at(seen), assignedAt: at(assigned) }
    expect(isUnheardSinceOpening(device, tokyo(now), DEFAULT_WORKING_HOURS)).toBe(listed)
  })
})
