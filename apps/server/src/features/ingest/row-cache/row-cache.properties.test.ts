import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice, makeGroup, makeOffice, makeUser, makeWear } from '../../../shared/organisation/test-factories.ts'
import { connectDatabase } from '../../../platform/database/database.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import { createTestContext } from '../../../platform/test-context.ts'
import { decode } from '../decode.ts'
import { ingest } from '../pipeline.ts'
import { change, type Crew, isBelt, type Place, statementsOf } from './test-changes.ts'

const minuteMs = 60_000
const hour = 60

// Two products: one uses its cache, in two processes that take turns, and one empties it before each batch. Both receive the
// same in the same order, so that their rows have the same numbers.
const keeping = await createTestContext()
const forgetting = await createTestContext()
const { isDivided, log } = keeping.context
const second = connectDatabase({ url: keeping.url, log, isDivided })
type Side = typeof keeping
const both = <Result>(work: (side: Side) => Promise<Result>) => Promise.all([work(keeping), work(forgetting)])
/** A new connection, which begins an empty cache. */
const forget = async () => (await forgetting.context.pipelined.connect()).release(true)
afterAll(async () => {
  await second.close()
  await both(({ drop }) => drop())
})

/** Two offices of a company with two groups each. */
const makePlaces = async ({ context: { db } }: Side): Promise<Place[]> => {
  const places: Place[] = []
  let companyId: number | undefined
  for (let n = 0; n < 2; n++) {
    const office = await makeOffice(db, companyId === undefined ? {} : { company_id: companyId })
    companyId = office.company_id
    for (let m = 0; m < 2; m++) {
      const { group_id: groupId } = await makeGroup(db, { office_id: office.office_id })
      places.push({ companyId, officeId: office.office_id, groupId })
    }
  }
  return places
}
let places: Place[]
beforeAll(async () => {
  ;[places] = await both(makePlaces)
  await both(({ context }) =>
    context.pool.query(
      `insert into public_wbgt (station, at, kind, wbgt)
       select '44132', $1::timestamptz + make_interval(hours => n), 'measured', 24 + n * 7 % 11 from generate_series(0, 24 * 60) n`,
      [keeping.time.now],
    ),
  )
})

const people = 8

/** People of 40 of all places, of whom one a day gets used to the heat, with tags and belts of the first office, its watcher and barometer. */
const makeCrew = async ({ context: { db } }: Side, run: number, begin: Date): Promise<Crew> => {
  const { companyId, officeId } = places[0] ?? expect.unreachable()
  const [watcher, gateway] = [`${run}-heat`, `${run}-gateway`]
  const { device_id: watcherId } = await makeDevice(db, 'heat', officeId, { serial: watcher })
  const map = { company_id: companyId, office_id: officeId, position: run, location_name: watcher }
  const { map_id: mapId } = await db.insertInto('site_map').values(map).returning('map_id').executeTakeFirstOrThrow()
  await makeDevice(db, 'gateway', officeId, { serial: gateway, map_id: mapId, linked_device_id: watcherId })
  const { device_id: barometerId } = await makeDevice(db, 'barometer', officeId, { serial: `${run}-air` })
  const workers: Crew['workers'] = []
  for (let n = 0; n < people; n++) {
    const [slot, serial, at] = [isBelt(n) ? ('belt' as const) : ('vital' as const), `${run}-${n}`, places[n % 4] ?? expect.unreachable()]
    const place = { company_id: companyId, office_id: at.officeId, group_id: at.groupId }
    const first_exposure_on = japanDay(new Date(begin.getTime() - n * 24 * hour * minuteMs))
    const about = { login_id: serial, full_name: serial, date_of_birth: '1986-01-01', first_exposure_on }
    const { user_id: userId } = await makeUser(db, 'User', place, about)
    const device = await makeDevice(db, slot, officeId, { serial, linked_device_id: slot === 'belt' ? barometerId : null })
    await makeWear(db, userId, device.device_id, { slot })
    workers.push({ userId, slot, serial })
  }
  return { places, workers, barometerId, watcher, gateway, mapId }
}

const seldom = (minutes: number, ...others: number[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(minutes) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const post = fc.record({
  heartRate: fc.constantFrom(90, 130, 150, 165, 185),
  heightCm: fc.constantFrom(0, 200, 400),
  call: fc.nat(9).map((n) => n === 0),
})
const step = fc.record({
  made: fc.array(change(people), { minLength: 2, maxLength: 4 }),
  isNested: fc.boolean(),
  takenBack: fc.array(change(people), { maxLength: 2 }),
  pauseMinutes: fc.constantFrom(4, 4, 4, 40, 20 * hour),
  lateMinutes: seldom(0, 20, 7 * hour),
  hasBacklog: fc.boolean(),
  isOfSecond: fc.boolean(),
  wbgt: fc.constantFrom(24, 27, 29, 32),
  posts: fc.array(post, { minLength: people, maxLength: people }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Four minutes of all devices, and where the last one's clock is ahead at times one reading of it from long before. */
const readingsOf = (
  { wbgt, lateMinutes, hasBacklog, posts }: Step,
  { workers, watcher, gateway }: Crew,
  run: number,
  aheadMinutes: number,
  now: Date,
) => {
  const at = (minutes: number) => new Date(now.getTime() + minutes * minuteMs).toISOString()
  const sources = [
    { kind: 'heat', device: watcher, at: at(0), wbgt },
    { kind: 'barometer', device: `${run}-air`, at: at(0), pressure: 101_325, temperature: 25 },
  ]
  const sent = workers.flatMap(({ slot, serial }, n) => {
    const { heartRate, heightCm, call } = posts[n] ?? expect.unreachable()
    const ahead = n === people - 1 ? aheadMinutes : 0
    return [...(ahead > 0 && hasBacklog ? [8 * hour] : []), 3, 2, 1, 0].map((ago) => ({
      kind: slot,
      device: serial,
      at: at(ahead - lateMinutes - ago),
      interval: 1,
      call: call && ago === 0,
      gateway,
      ...(slot === 'belt' ? { hook: 0, pressure: 101_325 - heightCm * 0.12 } : { heartRate }),
    }))
  })
  return [...sources, ...sent]
}

const send = (side: Side, sent: readonly object[], isOfSecond: boolean) => {
  const { companyId, officeId } = places[0] ?? expect.unreachable()
  const received = sent.map((item, index) => {
    const decoded = decode(item)
    if ('reason' in decoded) throw new Error(decoded.reason)
    return { ...decoded, companyId, officeId, receivedAt: side.time.now.getTime(), index }
  })
  return ingest(isOfSecond && side === keeping ? { ...side.context, ...second } : side.context, received)
}

/** What was stored of the crew, in an order of its own: who of a batch comes first is nobody's matter. */
const rowsOf = async ({ context: { pool } }: Side, { workers }: Crew, since: Date) => {
  const own = `t.company_id = ${places[0]?.companyId}`
  const [theirs, lately] = [`t.user_id = any('{${workers.map(({ userId }) => userId).join()}}')`, `'${since.toISOString()}'`]
  const read = async (row: string, text: string) => (await pool.query<{ row: object }>(`select ${row} as row from ${text}`)).rows
  const events = `(select jsonb_agg(to_jsonb(e) - '{alert_id,event_id}'::text[] order by e.event_id) from alert_event e
                    where e.company_id = t.company_id and e.alert_id = t.alert_id)`
  return {
    readings: await read('to_jsonb(t)', `reading t where ${own} and t.received_at >= ${lately} order by t.device_id, t.at, t.call`),
    workers: await read(`to_jsonb(t) - 'changed_at'`, `worker_state t where ${own} and ${theirs} order by t.user_id`),
    devices: await read(`to_jsonb(t) - 'changed_at'`, `device_state t where ${own} and t.heard_at >= ${lately} order by t.device_id`),
    rests: await read(`to_jsonb(t) - 'rest_id'`, `rest t where ${own} and ${theirs} order by t.user_id, t.began_at`),
    alerts: await read(
      `to_jsonb(t) - '{alert_id,changed_at,base_name,company_name,group_name}'::text[] || jsonb_build_object('events', ${events})`,
      `alert t where ${own} and ${theirs} order by t.user_id, t.kind, t.started_at, t.alert_id`,
    ),
  }
}

it('the cache changes no reading’s wearer, no level and no episode, whatever was changed', { timeout: 300_000 }, async () => {
  let [runs, alerts] = [0, 0]
  await fc.assert(
    fc.asyncProperty(seldom(0, 5 * hour), fc.array(step, { minLength: 5, maxLength: 7 }), async (ahead, steps) => {
      const run = (runs += 1)
      const since = (keeping.time.now = new Date(keeping.time.now.getTime() + 48 * hour * minuteMs))
      const [crew] = await both((side) => makeCrew(side, run, since))
      for (const one of steps) {
        const now = new Date(keeping.time.now.getTime() + one.pauseMinutes * minuteMs)
        keeping.time.now = forgetting.time.now = now
        const made = one.made.flatMap((each) => statementsOf(each, crew, now))
        const nested = one.isNested ? ['savepoint part', ...made, 'release part'] : made
        const takenBack = ['savepoint taken', ...one.takenBack.flatMap((each) => statementsOf(each, crew, now)), 'rollback to taken']
        await both(({ context }) => context.pool.query(['begin', ...nested, ...takenBack, 'commit'].join(';\n')))
        await forget()
        const [outcomes, expected] = await both((side) => send(side, readingsOf(one, crew, run, ahead, now), one.isOfSecond))
        expect(outcomes).toEqual(expected)
      }
      const [cached, uncached] = await both((side) => rowsOf(side, crew, since))
      expect(cached).toEqual(uncached)
      alerts += cached.alerts.length
    }),
    { numRuns: 5, endOnFailure: true },
  )
  expect(alerts).toBeGreaterThan(10)
})
