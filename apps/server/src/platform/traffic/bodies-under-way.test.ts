import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { endpoints } from '@mimamori/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '../http/http.ts'
import { registerRoutes } from '../http/register-routes.ts'
import { route } from '../http/route.ts'
import { createTestContext } from '../test-context.ts'

const { context, drop } = await createTestContext()
const app = await createHttp(context.config, context.log)
/** Messages whose answers wait until they are released. */
const held: (() => void)[] = []
const releaseAll = () => {
  for (const go of held.splice(0)) go()
}
let port: number

beforeAll(async () => {
  const take = route(endpoints.ingest.post, 'reading', async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return { accepted: 0, duplicates: 0, rejected: [], warnings: [] }
  })
  // The key's own id says whose it is: 1a is a key of company 1.
  registerRoutes(app, context, [take], async (_, authorization = '') => {
    const keyId = authorization.split(' ')[1] ?? ''
    return { keyId, companyId: Number.parseInt(keyId, 10), officeId: 1 }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.address() as AddressInfo)
})
afterAll(async () => {
  releaseAll()
  await app.close()
  await drop()
})

type Post = { readonly keyId: string; readonly bytes: number; readonly chunked?: boolean }

/** One message of about so many bytes; `sent` answers once the server did. */
const post = ({ keyId, bytes, chunked = false }: Post) => {
  const body = JSON.stringify({ readings: ['x'.repeat(bytes)] })
  const sending = httpRequest({
    port,
    method: 'POST',
    path: '/api/ingest',
    headers: {
      authorization: `Bearer ${keyId}`,
      'content-type': 'application/json',
      ...(chunked ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
  })
  const sent = new Promise<{ status: number; again: string | undefined }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (answer) => {
      const again = answer.headers['retry-after']
      text(answer).then(() => resolve({ status: answer.statusCode ?? 0, again }), reject)
    })
  })
  sending.end(body)
  return { sent, abandon: () => sending.destroy() }
}
const underWay = (count: number) => expect.poll(() => held.length).toBe(count)

test.each([false, true])('a key has so much under way at once, others are not held up; chunked: %s', async (chunked) => {
  const own = Array.from({ length: 3 }, () => post({ keyId: '1a', bytes: 600_000, chunked }))
  await underWay(3)
  const refused = await post({ keyId: '1a', bytes: 600_000, chunked }).sent
  expect(refused).toEqual({ status: 503, again: '1' })
  const others = [post({ keyId: '1b', bytes: 1_000_000, chunked }), post({ keyId: '2a', bytes: 100 })]
  await underWay(5)
  releaseAll()
  const answers = await Promise.all([...own, ...others].map(({ sent }) => sent))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  // A larger one alone, as it is.
  const again = post({ keyId: '1a', bytes: 3_000_000, chunked })
  await underWay(1)
  expect((await post({ keyId: '1a', bytes: 100, chunked }).sent).status).toBe(503)
  releaseAll()
  expect((await again.sent).status).toBe(200)
})

test('a body that is too large is refused by its size, with or without a declared length', async () => {
  for (const chunked of [false, true]) expect((await post({ keyId: '3a', bytes: 4_100_000, chunked }).sent).status).toBe(413)
})

test('a sender that goes away gives its room back', async () => {
  const first = post({ keyId: '4a', bytes: 3_900_000 })
  const gone = first.sent.catch((error: Error) => error)
  await underWay(1)
  expect((await post({ keyId: '4a', bytes: 1_000_000 }).sent).status).toBe(503)
  first.abandon()
  expect(await gone).toBeInstanceOf(Error)
  await expect
    .poll(async () => {
      const next = post({ keyId: '4a', bytes: 1_000_000 })
      next.sent.catch(() => undefined)
      const status = await Promise.race([next.sent.then((answer) => answer.status), underWay(2).then(() => 'taken')])
      return status
    })
    .toBe('taken')
  releaseAll()
})
