import type { LampSignal } from '@mimamori/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { announce } from '../announcements/announce.ts'
import { makeAlert, makeTenants } from '../monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'
import { publishSignals, type SignalKey, signalPace } from './publish-signals.ts'

const { context, time } = await startTestApp()
const { db } = context
const { office, foreign, people } = await makeTenants(db)
const keyOf = (keyId: string, { company_id: companyId, office_id: officeId }: typeof office): SignalKey => ({ keyId, companyId, officeId })

/** What is published of two sites, and whether the server is there. */
const start = (pace: Partial<typeof signalPace>, keys = () => Promise.resolve([keyOf('a', office), keyOf('b', foreign)])) => {
  const published: { keyId: string; signal: LampSignal }[] = []
  const states: boolean[] = []
  const cleared: string[] = []
  const signals = publishSignals(
    context,
    {
      keys,
      publish: (keyId, signal) => published.push({ keyId, signal }),
      clear: (keyId) => cleared.push(keyId),
      sayState: ({ online }) => states.push(online),
    },
    { ...signalPace, ...pace },
  )
  onTestFinished(() => signals.stop())
  const of = (keyId: string) => published.filter((one) => one.keyId === keyId).map(({ signal }) => signal)
  return { signals, published, cleared, states, of }
}

const soon = { timeout: 60_000, interval: 5 }

test('each signal is published at the start, and of a change only what changed', async () => {
  const { of } = start({ everyMs: 3_600_000 })
  await vi.waitFor(() => expect([of('a').length > 0, of('b').length > 0]).toEqual([true, true]), soon)
  const before = of('b').length
  const { alert_id: alertId } = await makeAlert(db, people.worker, time.now, { level: 2 })
  const change = { companyId: office.company_id, officeId: office.office_id, alertIds: [alertId] }
  await announce(db, change)
  await vi.waitFor(() => expect(of('a').at(-1)).toMatchObject({ level: 2, unacknowledged: 1 }), soon)
  const count = of('a').length
  // Announced, though nothing that a lamp shows is another.
  await announce(db, change)
  await announce(db, { companyId: office.company_id, officeId: office.office_id, userIds: [people.worker.user_id] })
  const { alert_id: other } = await makeAlert(db, people.foreign, time.now, { level: 1 })
  await announce(db, { companyId: foreign.company_id, officeId: foreign.office_id, alertIds: [other] })
  await vi.waitFor(() => expect(of('b').at(-1)).toMatchObject({ level: 1 }), soon)
  expect([of('a').length, of('b').length]).toEqual([count, before + 1])
})

test('no timer is waited for until a lamp shows an alert', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { of } = start({})
  await expect.poll(() => of('a').length, soon).toBe(1)
  // The rest after the reading at the start.
  vi.advanceTimersByTime(1_000)
  const { alert_id: alertId } = await makeAlert(db, people.neighbour, time.now, { level: 3 })
  await announce(db, { companyId: office.company_id, officeId: office.office_id, alertIds: [alertId] })
  await expect.poll(() => of('a').at(-1)?.level, soon).toBe(3)
})

test('all are published again at intervals, with a fresh time', async () => {
  const { of, states } = start({ everyMs: 50 })
  await vi.waitFor(() => expect(of('a').length).toBeGreaterThan(0), soon)
  time.now = new Date(time.now.getTime() + 20_000)
  await vi.waitFor(() => expect(Date.parse(of('a').at(-1)?.at ?? '')).toBe(time.now.getTime()), soon)
  expect(states.at(-1)).toBe(true)
})

test('what cannot be read is marked as stale, once, and fresh again afterwards; the end marks it too', async () => {
  // How old a reading is passes here as the test has it.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let [isAway, refused] = [false, 0]
  const keys = async () => {
    if (!isAway) return [keyOf('a', office)]
    refused += 1
    throw new Error('the database is away')
  }
  const { of, signals, states } = start({ everyMs: 20, retryMs: 10, staleMs: 500 }, keys)
  await expect.poll(() => of('a').length, soon).toBeGreaterThan(0)
  isAway = true
  await expect.poll(() => refused, soon).toBeGreaterThan(0)
  const { at } = of('a').at(-1) ?? {}
  time.now = new Date(time.now.getTime() + 60_000)
  vi.advanceTimersByTime(500)
  await expect.poll(() => of('a').at(-1), soon).toMatchObject({ stale: true })
  expect(of('a').at(-1)?.at).toBe(at)
  isAway = false
  await expect.poll(() => of('a').at(-1), soon).not.toHaveProperty('stale')
  expect(of('a').filter(({ stale }) => stale)).toHaveLength(1)
  await signals.stop()
  expect(of('a').at(-1)).toMatchObject({ stale: true })
  expect(states.at(-1)).toBe(false)
})

test('a database that only waits makes them stale as well, and does not hold up the end', async () => {
  const { of, signals, states } = start({ everyMs: 20, staleMs: 200 }, () => Promise.resolve([keyOf('a', office)]))
  await vi.waitFor(() => expect(of('a').length).toBeGreaterThan(0), soon)
  const locker = await context.pool.connect()
  try {
    await locker.query('begin; lock table alert in access exclusive mode')
    await vi.waitFor(() => expect(of('a').at(-1)).toMatchObject({ stale: true }), soon)
    await signals.stop()
    expect([of('a').at(-1)?.stale, states.at(-1)]).toEqual([true, false])
  } finally {
    await locker.query('rollback')
    locker.release()
  }
})

test('what is retained of a key that has come to its end is removed, of one that still gets signals not', async () => {
  let all = [keyOf('a', office), keyOf('b', foreign)]
  const { of, cleared } = start({ everyMs: 20 }, () => Promise.resolve(all))
  await vi.waitFor(() => expect(of('b').length).toBeGreaterThan(0), soon)
  all = [keyOf('a', office)]
  await vi.waitFor(() => expect(cleared).toEqual(['b']), soon)
  const { length } = of('b')
  const { length: before } = of('a')
  await vi.waitFor(() => expect(of('a').length).toBeGreaterThan(before + 1), soon)
  expect([cleared, of('b').length]).toEqual([['b'], length])
})
