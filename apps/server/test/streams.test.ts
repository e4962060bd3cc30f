import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { livePace } from '../src/features/live/start-live.ts'
import { makeOffice, makeUser, makeOfficeLink } from '../src/shared/organisation/test-factories.ts'
import { admission } from '../src/platform/traffic/admission-policy.ts'
import { openStream } from '../src/platform/http/test-stream.ts'
import { startTestApp } from '../src/test-app.ts'
import { boardPace } from '../src/features/wallboard/boards.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)
let origin: string
const streams: Awaited<ReturnType<typeof openStream>>[] = []
const password = 'Right-1234'

beforeAll(async () => {
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})

const open = async (path: string, headers: Record<string, string>) => {
  const stream = await openStream(`${origin}${path}`, headers)
  streams.push(stream)
  return stream
}
const board = () => `/api/Wallboard/${office.office_id}/Live`
const announced = async (stream: Awaited<ReturnType<typeof open>>) => {
  await stream.find(({ event }) => event === 'ping' || event === 'board')
  return stream
}
const ended = (stream: Awaited<ReturnType<typeof open>>) =>
  stream.isEnded ? Promise.resolve() : new Promise((resolve) => stream.response.once('close', resolve))

const signIn = async () => {
  const { login_id } = await makeUser(product.context.db, 'HeadquartersAdmin', office, { password })
  const { body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username: login_id, password } })
  const { token, refreshToken } = body as { token: string; refreshToken: string }
  return { headers: { authorization: `Bearer ${token}` }, refreshToken }
}

test('a sign-out ends the streams of its session, and no others', async () => {
  const [leaving, staying] = [await signIn(), await signIn()]
  const ending = [await open('/api/live', leaving.headers), await open(board(), leaving.headers)]
  const otherStreams = [await open('/api/live', staying.headers), await open(board(), staying.headers)]
  for (const stream of [...ending, ...otherStreams]) await announced(stream)
  await product.ask('POST', '/api/Authenticate/Logout', { payload: { refreshToken: leaving.refreshToken } })
  for (const stream of ending) await ended(stream)
  expect(otherStreams.map(({ isEnded }) => isEnded)).toEqual([false, false])
  // What makes it a second at most.
  expect([livePace.checkEveryMs, boardPace.checkEveryMs]).toEqual([500, 500])
})

test('a link that is taken back ends its boards', async () => {
  const link = await makeOfficeLink(product.context.db, office.office_id)
  const stream = await announced(await open(board(), link.headers))
  await product.context.db
    .updateTable('office_link')
    .set({ revoked_at: new Date() })
    .where('office_link.link_id', '=', link.linkId)
    .execute()
  await ended(stream)
  expect(stream.events.at(-1)?.event).toBe('revoked')
})

test('a person holds so many streams and boards together, and each that ends makes room', async () => {
  const person = await signIn()
  const most = admission.streams.most.person
  const held = await Promise.all(Array.from({ length: most }, (_, index) => open(index % 2 === 0 ? '/api/live' : board(), person.headers)))
  expect(held.filter(({ status }) => status === 200)).toHaveLength(most)
  const refused = await fetch(`${origin}/api/live`, { headers: person.headers })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await open('/api/live', (await signIn()).headers)).status).toBe(200)
  held[0]?.close()
  await expect.poll(async () => (await open(board(), person.headers)).status).toBe(200)
})

test('callers that come and go without end leave nothing behind', async () => {
  const { headers } = await signIn()
  for (let n = 0; n < 3 * admission.streams.most.person; n += 1) {
    const going = new AbortController()
    const request = fetch(`${origin}/api/live`, { headers, signal: going.signal })
    if (n % 2 === 0) await request
    going.abort()
    await request.catch(() => undefined)
  }
  await expect.poll(async () => (await open('/api/live', headers)).status).toBe(200)
})
