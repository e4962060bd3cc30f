import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findSender } from '../../shared/access-keys/ingest-key.ts'
import { announce, type Change } from '../../shared/announcements/announce.ts'
import { makeAlert, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { signInAs } from '../../shared/organisation/test-factories.ts'
import { registerRoutes } from '../../platform/http/register-routes.ts'
import { openStream } from '../../platform/http/test-stream.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { liveRoutes } from './routes.ts'
import { startLive } from './start-live.ts'
import { rowsOf } from './test-rows.ts'

const now = new Date('2026-07-20T13:00:00+09:00')
const pingEveryMs = 15_000
/** Longer than a rest. */
const afterRestMs = 1_000

let made: Awaited<ReturnType<typeof createTestContext>>
let tenants: Awaited<ReturnType<typeof makeTenants>>
beforeAll(async () => {
  made = await createTestContext()
  tenants = await makeTenants(made.context.db)
})
afterAll(() => made.drop())

// Whatever waits for a timer waits until a test moves the clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const serve = async () => {
  const live = startLive(made.context, undefined, {
    pingEveryMs,
    beatEveryMs: 3_600_000,
    checkEveryMs: 3_600_000,
    recordEveryMs: 3_600_000,
  })
  const app = fastify()
  app.addHook('preClose', () => live.stop())
  registerRoutes(app, made.context, liveRoutes(live), findSender)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/live`
  const stream = await openStream(url, (await signInAs(made.context, tenants.people.base.user_id)).headers)
  const soon = (holds: () => unknown) => expect.poll(holds, { interval: 5 })
  const named = (name: string) => stream.events.filter(({ event }) => event === name)
  await soon(() => named('ping').length).toBe(1)
  vi.advanceTimersByTime(afterRestMs)
  return { app, stream, named, soon }
}
const announceHere = (change: Omit<Change, 'companyId' | 'officeId'>) =>
  announce(made.context.db, { companyId: tenants.office.company_id, officeId: tenants.office.office_id, ...change })

test('news waits for no timer; what comes in the rest after it is sent together, and an alert does not wait for that', async () => {
  const { people } = tenants
  const { app, stream, named, soon } = await serve()
  for (const person of [people.worker, people.neighbour]) await setState(made.context.db, person.user_id, now)
  await announceHere({ userIds: [people.worker.user_id] })
  await soon(() => named('condition').length).toBe(1)

  for (let n = 0; n < 20; n++) for (const person of [people.worker, people.neighbour]) await announceHere({ userIds: [person.user_id] })
  const { alert_id } = await makeAlert(made.context.db, people.worker, now, { kind: 'emergency', level: 3 })
  await announceHere({ alertIds: [alert_id] })
  await soon(() => named('alert').length).toBe(1)
  expect(named('condition')).toHaveLength(1)

  vi.advanceTimersByTime(afterRestMs)
  await soon(() => named('condition').length).toBe(2)
  expect(rowsOf(stream.events.slice(-1)).map(({ userId }) => userId)).toEqual([people.worker.user_id, people.neighbour.user_id])
  await app.close()
})

test('a ping carries the position, and while a company has more news than is read at once that of before', async () => {
  const { worker } = tenants.people
  const { app, stream, named, soon } = await serve()
  const before = Number(stream.position)
  await setState(made.context.db, worker.user_id, now)
  // Four readings at a thousand people each, this one the first and the last.
  const others = Array.from({ length: 3_500 }, (_, n) => 1_000_000 + n)
  await announceHere({ userIds: [worker.user_id, ...others] })
  await soon(() => named('condition').length).toBe(1)
  expect(named('condition')[0]?.id).toBeUndefined()
  vi.advanceTimersByTime(pingEveryMs)
  await soon(() => named('ping').length).toBe(2)
  expect(Number(named('ping')[1]?.id)).toBe(before)
  for (const count of [3, 4]) {
    vi.advanceTimersByTime(pingEveryMs)
    await soon(() => named('ping').length).toBe(count)
  }
  expect(Number(named('ping')[3]?.id)).toBeGreaterThan(before)
  await app.close()
})
