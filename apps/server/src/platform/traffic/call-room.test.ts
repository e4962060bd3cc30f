import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { endpoint } from '@mimamori/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeUser, signInAs } from '../../shared/organisation/test-factories.ts'
import { admission } from './admission-policy.ts'
import { createHttp } from '../http/http.ts'
import { registerRoutes } from '../http/register-routes.ts'
import { route } from '../http/route.ts'
import { createTestContext } from '../test-context.ts'

const { context, drop } = await createTestContext()
const app = await createHttp(context.config, context.log)
const close: (() => void)[] = []
let port: number
let persons: [token: string, other: string]

const taken = (path: string, permission: 'session' | 'ingestKey') =>
  route(endpoint({ method: 'POST', path, permission, summary: '', answer: z.object({}) }), 'alert', async () => ({}))

beforeAll(async () => {
  // A key's secret is its id here.
  registerRoutes(app, context, [taken('/api/say', 'session'), taken('/api/send', 'ingestKey')], async (_, authorization = '') => ({
    keyId: authorization,
    companyId: 1,
    officeId: 1,
  }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.address() as AddressInfo)
  const signIn = async () => (await signInAs(context, (await makeUser(context.db, 'AdminUnitService')).user_id)).headers.authorization
  persons = [await signIn(), await signIn()]
})
afterAll(async () => {
  for (const end of close.splice(0)) end()
  await app.close()
  await drop()
})

/** A call whose body lacks its last byte. */
const begin = async (path: string, authorization: string) => {
  const socket = connect(port, '127.0.0.1')
  close.push(() => socket.destroy())
  socket.on('error', () => undefined)
  const caller = { socket, said: '' }
  socket.on('data', (piece) => (caller.said += String(piece)))
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
  )
  return caller
}
/** A call sent whole. */
const ask = async (path: string, authorization: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  })
  return { status: answer.status, again: answer.headers.get('retry-after') }
}

test.each([
  { whose: 'person', path: '/api/say', refusal: { status: 429, again: '5' } },
  { whose: 'key', path: '/api/send', refusal: { status: 503, again: '1' } },
] as const)('a $whose has so many calls on their way at once, and others are not held up', async ({ whose, path, refusal }) => {
  const [own, other] = whose === 'person' ? persons : ['Bearer a', 'Bearer b']
  const half = await Promise.all(Array.from({ length: admission.callsUnderWay.most[whose] }, () => begin(path, own)))
  await expect.poll(() => ask(path, own)).toEqual(refusal)
  expect((await ask(path, other)).status).toBe(200)
  expect(half.filter(({ said }) => said !== '')).toEqual([])
  half[0]?.socket.write('}')
  await expect.poll(() => half[0]?.said).toContain('HTTP/1.1 200 ')
  await expect.poll(async () => (await ask(path, own)).status).toBe(200)
})
