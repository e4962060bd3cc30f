import { expect, test } from 'vitest'
import { writeReadKeyUses } from '../../shared/access-keys/read-key-uses.ts'
import { makeReadKey } from '../../shared/access-keys/test-read-key.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db, pool } = product.context
const office = await makeOffice(db)
const admin = await makeUser(db, 'AdminUnitContract', office)
const read = (headers: Record<string, string>) => product.ask('GET', '/api/HealthCondition/Summary', { headers })

test('a key that asks too much at once is asked to come again, and keeps nobody else waiting', async () => {
  const [greedy, modest] = [await makeReadKey(db, office.company_id), await makeReadKey(db, office.company_id)]
  const client = await pool.connect()
  await client.query('begin')
  // Nothing is counted meanwhile, so that calls pile up.
  await client.query('lock table worker_state in access exclusive mode')
  const statuses: number[] = []
  const calls = Array.from({ length: 80 }, async () => {
    const { status, headers } = await read(greedy.headers)
    statuses.push(status)
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
  await expect.poll(() => statuses).toContain(429)
  expect(new Set(statuses)).toEqual(new Set([429]))
  expect((await product.ask('POST', '/api/Office/Search', { headers: modest.headers })).status).toBe(200)
  await client.query('rollback')
  client.release()
  await Promise.all(calls)
  expect(statuses.filter((status) => status === 200)).toHaveLength(64)
  await writeReadKeyUses(pool, (error) => {
    throw error
  })
  const { body } = await product.askAs(admin, 'GET', `/api/ApiToken/Reads?tokenId=${greedy.keyId}`)
  const { data } = body as { data: { result: string; reads: number }[] }
  expect(Object.fromEntries(data.map(({ result, reads }) => [result, reads]))).toEqual({ given: 64, tooMany: 16 })
})

test('a network that sends many wrong keys is asked to come again; one with a good key is answered all the same', async () => {
  const { headers, secret } = await makeReadKey(db, office.company_id)
  const wrong = { authorization: `Bearer ${secret.slice(0, -32)}${'x'.repeat(32)}` }
  for (let round = 0; round < 60; round += 1) await Promise.all(Array.from({ length: 10 }, () => read(wrong)))
  const refused = await read(wrong)
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await read(headers)).status).toBe(200)
})
