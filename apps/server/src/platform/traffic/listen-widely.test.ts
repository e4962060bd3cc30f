import { type AddressInfo, connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createHttp } from '../http/http.ts'
import { listenWidely } from './listen-widely.ts'
import { testConfig } from '../test-context.ts'

const close: (() => unknown)[] = []
afterEach(async () => {
  for (const end of close.splice(0).toReversed()) await end()
})

const serve = async () => {
  const app = await createHttp(testConfig(), pino({ level: 'silent' }))
  const released = Promise.withResolvers<void>()
  let underWay = 0
  app.get('/', async () => {
    underWay += 1
    await released.promise
    return 'here'
  })
  const stop = await listenWidely(app, { port: 0, host: '127.0.0.1' })
  return { app, stop, port: (app.server.address() as AddressInfo).port, underWay: () => underWay, release: () => released.resolve() }
}

test.runIf(process.platform === 'linux')('connections that come at once are accepted within a few turns of the event loop', async () => {
  const { app, stop, port } = await serve()
  close.push(stop)
  let taken = 0
  app.server.on('connection', () => (taken += 1))
  const callers = Array.from({ length: 128 }, () => connect(port, '127.0.0.1'))
  close.push(() => callers.map((caller) => caller.destroy()))
  while (taken === 0) await turn()
  let turns = 0
  for (; taken < callers.length; turns++) await turn()
  expect(turns).toBeLessThan(64)
})

test('every connection is answered, and the stop waits for calls under way', async () => {
  const { app, stop, port, underWay, release } = await serve()
  const answers = Array.from({ length: 40 }, async () => (await fetch(`http://127.0.0.1:${port}/`)).text())
  await expect.poll(underWay).toBe(40)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await expect.poll(() => app.server.listening).toBe(false)
  expect(isStopped).toBe(false)
  release()
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['here']))
  await stopped
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

test('a port that somebody listens at already is refused', async () => {
  const { app, stop, port } = await serve()
  close.push(stop)
  const second = await createHttp(testConfig(), pino({ level: 'silent' }))
  close.push(() => second.close())
  await expect(listenWidely(second, { port, host: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(app.server.listening).toBe(true)
})
