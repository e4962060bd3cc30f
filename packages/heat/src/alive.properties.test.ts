import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findSilences, type Silence, type WatchedGateway, type WatchedInstrument, type WatchedSite, type WatchedWorker } from './alive.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { DEFAULT_WORKING_HOURS } from './working-hours.ts'

const start = Date.parse('2026-07-20T00:00:00+09:00')
const at = fc.integer({ min: 0, max: 36 * 60 }).map((minutes) => start + minutes * MINUTE_MS)
const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const watched = { lastSeenAt: at, intervalMinutes: sometimes(fc.constantFrom(1, 6, 10, 30)), isQuiet: fc.boolean() }
const gatewayIds = [1, 2, 3]

const workers: fc.Arbitrary<WatchedWorker[]> = fc
  .array(
    fc.record({
      ...watched,
      workerId: fc.constant(0),
      gatewayId: sometimes(fc.constantFrom(...gatewayIds)),
      lastLevel: sometimes(fc.constantFrom(0, 1, 2, 3)),
      heartAlertAt: sometimes(at),
      hasEpisode: fc.boolean(),
      isAlerted: fc.boolean(),
      missedIn: fc.constantFrom(null, 'own', 'shared'),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((worker, workerId) => ({ ...worker, workerId, hasEpisode: worker.hasEpisode || worker.isAlerted })))
const gateways: fc.Arbitrary<WatchedGateway[]> = fc
  .tuple(
    ...gatewayIds.map((gatewayId) =>
      fc.record({ ...watched, gatewayId: fc.constant(gatewayId), speaks: fc.boolean(), isMissed: fc.boolean() }),
    ),
  )
  .map((all) => [...all])
const instruments: fc.Arbitrary<WatchedInstrument[]> = fc.array(
  fc.record({ ...watched, deviceId: fc.constantFrom(101, 102), isMissed: fc.boolean() }),
  { maxLength: 2 },
)
const sites: fc.Arbitrary<WatchedSite> = fc.record({
  now: at,
  workingHours: fc.constant(DEFAULT_WORKING_HOURS),
  workers,
  gateways,
  instruments,
})

const named = (line: Silence) => {
  if (line.kind === 'instrument') return []
  return line.kind === 'worker' ? [line.workerId] : line.workerIds
}
const lineOf = (site: WatchedSite, workerId: number | string) => findSilences(site).find((line) => named(line).includes(workerId))

it('nobody is in two lines, and a site has one line beside those of persons and gateways', () => {
  fc.assert(
    fc.property(sites, (site) => {
      const lines = findSilences(site)
      const everybody = lines.flatMap(named)
      expect(new Set(everybody).size).toBe(everybody.length)
      expect(lines.filter(({ kind }) => kind === 'site').length).toBeLessThanOrEqual(1)
    }),
  )
})

it('nobody heard within a quarter of an hour, and nobody quieted since, is in any line', () => {
  fc.assert(
    fc.property(sites, (site) => {
      const everybody = new Set(findSilences(site).flatMap(named))
      for (const { workerId, lastSeenAt, isQuiet } of site.workers) {
        if (isQuiet || site.now - lastSeenAt <= 15 * MINUTE_MS) expect(everybody.has(workerId)).toBe(false)
      }
    }),
  )
})

it('somebody in a line and not heard again stays in one, except those marked elsewhere', () => {
  fc.assert(
    fc.property(sites, fc.integer({ min: 0, max: 3 * 24 * 60 }), (site, minutes) => {
      const lines = findSilences(site)
      const missedIn = (workerId: number | string) => {
        const line = lines.find((one) => named(one).includes(workerId))
        return line === undefined ? null : line.kind === 'worker' ? 'own' : 'shared'
      }
      const isMissed = (id: number | string) => lines.some((line) => line.kind === 'gateway' && line.gatewayId === id)
      const later: WatchedSite = {
        ...site,
        now: site.now + minutes * MINUTE_MS,
        // Levels are forgotten in the end; that must not end a silence.
        workers: site.workers.map((worker) => ({ ...worker, lastLevel: null, missedIn: missedIn(worker.workerId) })),
        gateways: site.gateways.map((gateway) => ({ ...gateway, isMissed: isMissed(gateway.gatewayId) })),
      }
      for (const { workerId, isAlerted } of later.workers) {
        const before = missedIn(workerId)
        if (before === null || (isAlerted && before !== 'own')) continue
        const after = lineOf(later, workerId)
        expect(after).toBeDefined()
        if (before === 'own') expect(after?.kind).toBe('worker')
      }
    }),
  )
})

it('a later time alone silences nobody who was heard', () => {
  fc.assert(
    fc.property(sites, (site) => {
      const heard = site.workers.map((worker) => ({ ...worker, lastSeenAt: site.now }))
      expect(findSilences({ ...site, workers: heard }).flatMap(named)).toEqual([])
    }),
  )
})

it('who was heard within a quarter of an hour and is in no line changes nothing, where a gateway is heard as late as those behind it', () => {
  fc.assert(
    fc.property(sites, (drawn) => {
      const heardBehind = (gatewayId: number | string) =>
        drawn.workers.filter((worker) => worker.gatewayId === gatewayId).map(({ lastSeenAt }) => lastSeenAt)
      const site = {
        ...drawn,
        gateways: drawn.gateways.map((gateway) => ({
          ...gateway,
          lastSeenAt: Math.max(gateway.lastSeenAt, ...heardBehind(gateway.gatewayId)),
        })),
      }
      const others = site.workers.filter(({ missedIn, lastSeenAt }) => missedIn !== null || site.now - lastSeenAt > 15 * MINUTE_MS)
      expect(findSilences({ ...site, workers: others })).toEqual(findSilences(site))
    }),
  )
})
