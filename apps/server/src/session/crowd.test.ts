import { expect, test } from 'vitest'
import { startTestApp } from '../test-app.ts'

const product = await startTestApp()

const guess = async (n: number) => {
  const payload = { username: `nobody-${n}`, password: 'Guess-1234' }
  const remoteAddress = `198.51.${Math.floor(n / 250)}.${1 + (n % 250)}`
  return product.ask('POST', '/api/Authenticate/Login', { payload, remoteAddress })
}

test('of strangers who all guess at once, each from an address of their own, some are told to come again, and the database stays free', async () => {
  const answers = Promise.all(Array.from({ length: 500 }, (_, n) => guess(n)))
  const busy = () => product.context.pool.totalCount - product.context.pool.idleCount
  await product.context.pool.query('select 1')
  expect(busy()).toBeLessThan(10)
  const statuses = new Set((await answers).map(({ status }) => status))
  expect(statuses).toEqual(new Set([401, 429]))
  expect((await guess(0)).status).toBe(401)
}, 60_000)

test('whoever guesses hundreds of times at once from one address keeps nobody at another out', async () => {
  const crowd = Array.from({ length: 500 }, (_, n) =>
    product.ask('POST', '/api/Authenticate/Login', {
      payload: { username: `nobody-${n}`, password: 'Guess-1234' },
      remoteAddress: '203.0.113.9',
    }),
  )
  const other = await guess(400)
  expect(other.status).toBe(401)
  const statuses = (await Promise.all(crowd)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
}, 60_000)
