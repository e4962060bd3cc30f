import { describe, expect, it } from 'vitest'
import { findSilences, isBatteryLow, silenceLimitMs, type WatchedGateway, type WatchedWorker } from './alive.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { DEFAULT_WORKING_HOURS } from './working-hours.ts'

const tokyo = (time: string, day = '2026-07-20') => Date.parse(`${day}T${time}:00+09:00`)
const NOON = tokyo('12:00')

const worker = (workerId: number, silentMinutes: number, changes: Partial<WatchedWorker> = {}): WatchedWorker => ({
  workerId,
  gatewayId: 'GW-01',
  lastSeenAt: NOON - silentMinutes * MINUTE_MS,
  intervalMinutes: 1,
  lastLevel: 0,
  ...changes,
})
const gateway = (silentMinutes: number, changes: Partial<WatchedGateway> = {}): WatchedGateway => ({
  gatewayId: 'GW-01',
  lastSeenAt: NOON - silentMinutes * MINUTE_MS,
  intervalMinutes: 1,
  ...changes,
})
const find = (workers: WatchedWorker[], gateways: WatchedGateway[] = [gateway(0)], now = NOON) =>
  findSilences({ now, workingHours: DEFAULT_WORKING_HOURS, workers, gateways })

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
    [15, 1, 0],
    [15.1, 1, 1],
    [25, 10, 0],
    [25.1, 10, 1],
  ])('of %d minutes at interval %i: %i episodes', (minutes, intervalMinutes, count) => {
    const found = find([worker(1, minutes, { intervalMinutes }), worker(2, 0), worker(3, 0)])
    expect(found).toHaveLength(count)
    if (count === 1) expect(found[0]).toEqual({ kind: 'worker', workerId: 1, lastSeenAt: NOON - minutes * MINUTE_MS })
  })

  it('is none of a device never heard', () => {
    expect(find([worker(1, 0, { lastSeenAt: null })], [gateway(0, { lastSeenAt: null })])).toEqual([])
  })

  it.each([
    ['in working hours', '19:44', '20:10', 0, 1],
    ['carried on after them', '19:44', '23:00', 0, 1],
    ['carried on next morning', '19:44', '30:30', 0, 1],
    ['begun after work', '19:45', '20:10', 0, 0],
    ['begun after work, next morning', '19:45', '30:30', 0, 0],
    ['begun at night after level 1', '23:00', '23:30', 1, 1],
    ['begun at night after level 0', '23:00', '23:30', 0, 0],
    ['begun at night after no level', '23:00', '23:30', null, 0],
    ['begun just before work, run out in it', '05:45', '06:10', 0, 1],
  ] as const)('%s', (_, seen, now, lastLevel, count) => {
    const [hours, minutes] = now.split(':').map(Number) as [number, number]
    const nowMs = tokyo('00:00') + (hours * 60 + minutes) * MINUTE_MS
    const found = find([worker(1, 0, { lastSeenAt: tokyo(seen), lastLevel })], [gateway(0, { lastSeenAt: nowMs })], nowMs)
    expect(found).toHaveLength(count)
  })
})

describe('one site episode', () => {
  it('for a silent gateway, with the silent workers behind it', () => {
    const found = find([worker(1, 30), worker(2, 0), worker(3, 0), worker(4, 30, { gatewayId: 'GW-02' })], [gateway(16)])
    expect(found).toEqual([
      { kind: 'site', cause: 'gateway', gatewayId: 'GW-01', lastSeenAt: NOON - 16 * MINUTE_MS, workerIds: [1] },
      { kind: 'worker', workerId: 4, lastSeenAt: NOON - 30 * MINUTE_MS },
    ])
  })

  it('for half of its workers at once', () => {
    expect(find([worker(1, 30), worker(2, 20), worker(3, 0), worker(4, 0)])).toEqual([
      { kind: 'site', cause: 'workers', gatewayId: 'GW-01', lastSeenAt: NOON - 20 * MINUTE_MS, workerIds: [1, 2] },
    ])
  })

  it('not for fewer than half, nor for one worker alone', () => {
    const few = find([worker(1, 30), worker(2, 20), worker(3, 0), worker(4, 0), worker(5, 0)])
    expect(few.map((one) => one.kind)).toEqual(['worker', 'worker'])
    expect(find([worker(1, 30), worker(2, 0)]).map((one) => one.kind)).toEqual(['worker'])
    expect(find([worker(1, 30)]).map((one) => one.kind)).toEqual(['worker'])
  })

  it('not across gateways, nor for workers without one', () => {
    const apart = [worker(1, 30), worker(2, 0), worker(3, 0), worker(4, 30, { gatewayId: 'GW-02' }), worker(5, 0, { gatewayId: 'GW-02' })]
    expect(find(apart, [gateway(0), gateway(0, { gatewayId: 'GW-02' })]).map((one) => one.kind)).toEqual(['worker', 'worker'])
    const none = [worker(1, 30, { gatewayId: null }), worker(2, 30, { gatewayId: null })]
    expect(find(none).map((one) => one.kind)).toEqual(['worker', 'worker'])
  })

  it.each([
    ['some are past their limit and the gateway is not yet', 15.5, 0],
    ['the gateway is past it', 16.1, 1],
  ])('for workers last heard over the gateway’s last minute, when %s', (_, minutes, count) => {
    const lastHeard = NOON - minutes * MINUTE_MS
    const spread = Array.from({ length: 10 }, (__, n) => worker(n, 0, { lastSeenAt: lastHeard + n * 0.1 * MINUTE_MS }))
    const found = find(spread, [gateway(0, { lastSeenAt: lastHeard + MINUTE_MS })])
    expect(found).toHaveLength(count)
    if (count === 1) expect(found).toMatchObject([{ kind: 'site', cause: 'gateway', workerIds: spread.map(({ workerId }) => workerId) }])
  })

  it('not for a worker who fell silent well before the gateway', () => {
    expect(find([worker(1, 20), worker(2, 13), worker(3, 13)], [gateway(13)]).map((one) => one.kind)).toEqual(['worker'])
  })

  it('for a gateway at night only after one of its workers stood at level 1', () => {
    const night = tokyo('23:30')
    const silent = [gateway(0, { lastSeenAt: tokyo('23:00') })]
    const heard = (lastLevel: 0 | 1) => [worker(1, 0, { lastSeenAt: night, lastLevel })]
    expect(find(heard(0), silent, night)).toEqual([])
    expect(find(heard(1), silent, night)).toMatchObject([{ kind: 'site', cause: 'gateway', workerIds: [] }])
  })
})

it.each([
  [null, false],
  [0, true],
  [1, true],
  [2, false],
  [5, false],
])('battery %s is low: %s', (level, low) => {
  expect(isBatteryLow(level)).toBe(low)
})
