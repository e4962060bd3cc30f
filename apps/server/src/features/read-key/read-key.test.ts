import { message, type MadeApiToken as MadeApiTokenSchema } from '@mimamori/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { writeReadKeyUses } from '../../shared/access-keys/read-key-uses.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

type MadeKey = z.infer<typeof MadeApiTokenSchema>

const product = await startTestApp()
const { context, time } = product
const { db, pool } = context
const office = await makeOffice(db, { name: '東雲' })
const beside = await makeOffice(db, { name: '豊洲', company_id: office.company_id })
const [service, contract] = [
  await makeUser(db, 'AdminUnitService'),
  await makeUser(db, 'AdminUnitContract', office, { full_name: '藤原　和子' }),
]
const base = await makeUser(db, 'HeadquartersAdmin', office)

const now = new Date('2026-07-20T13:00:00+09:00')
time.now = now

let named = 0
const draft = (more: object = {}) => ({ companyId: office.company_id, name: `鍵${(named += 1)}`, scopes: ['condition'], ...more })
const make = async (more: object = {}, by = contract): Promise<MadeKey> => {
  const { status, body } = await product.askAs(by, 'POST', '/api/ApiToken', draft(more))
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as MadeKey
}
const read = (key: { secret: string }, url = '/api/HealthCondition') =>
  product.ask('GET', url, { headers: { authorization: `Bearer ${key.secret}` } })
const flush = () =>
  writeReadKeyUses(pool, (error) => {
    throw error
  })

test('a new key answers its secret once, lasts a year, and reads until it is stopped', async () => {
  const key = await make({ name: '本社の安全ダッシュボード', officeIds: [office.office_id] })
  expect(key).toMatchObject({
    id: expect.stringMatching(/^rt-[0-9A-Z]{10}$/) as string,
    secret: expect.stringMatching(/^mrt_[0-9A-Z]{10}_[\w-]{32}$/) as string,
    scopes: ['condition'],
    offices: [{ officeId: office.office_id, officeName: '東雲', isArchived: false }],
    siteCount: null,
    state: 'live',
    endsOn: '2027-07-20',
    daysLeft: 366,
    createdBy: '藤原　和子',
    lastUsedAt: null,
  })
  const { rows } = await pool.query<{ row: string }>('select k::text as row from read_key k')
  expect(rows[0]?.row).not.toContain(key.secret.slice(15))
  const listed = await product.askAs(contract, 'GET', '/api/ApiToken')
  expect(JSON.stringify(listed.body)).not.toContain(key.secret.slice(15))

  expect((await read(key)).status).toBe(200)
  expect((await product.askAs(contract, 'DELETE', `/api/ApiToken/${key.id}`)).status).toBe(200)
  expect((await product.askAs(contract, 'DELETE', `/api/ApiToken/${key.id}`)).status).toBe(200)
  expect(await read(key)).toMatchObject({ status: 401, body: [message('apiTokenUnknown')] })
  expect((await product.askAs(contract, 'GET', '/api/ApiToken?state=stopped')).body).toMatchObject({
    count: 1,
    data: [{ id: key.id, state: 'stopped', stoppedBy: '藤原　和子', daysLeft: 0 }],
  })
  expect((await product.askAs(contract, 'PUT', `/api/ApiToken/${key.id}`, { endsOn: '2028-01-01' })).body).toEqual([
    message('apiTokenStopped'),
  ])
  const recorded = await product.recordedOf('apiToken')
  expect(recorded.map(({ action, resource_id }) => [action, resource_id])).toEqual([
    ['create', key.id],
    ['delete', key.id],
  ])
  expect(recorded[0]?.after).toEqual({
    id: key.id,
    name: '本社の安全ダッシュボード',
    scopes: '体調',
    offices: '東雲',
    endsOn: '2027-07-20',
  })
  expect(JSON.stringify(recorded)).not.toContain(key.secret.slice(15))
})

test('a key ends with its last day, and is good again once its end is moved', async () => {
  const key = await make({ endsOn: '2026-07-21' })
  expect(key).toMatchObject({ daysLeft: 2, siteCount: 2, officeIds: null, offices: [] })
  time.now = new Date('2026-07-21T23:59:59+09:00')
  expect((await read(key)).status).toBe(200)
  time.now = new Date('2026-07-22T00:00:00+09:00')
  expect((await read(key)).status).toBe(401)
  expect((await product.askAs(contract, 'PUT', `/api/ApiToken/${key.id}`, { endsOn: '2026-07-22' })).status).toBe(400)
  expect(await product.askAs(contract, 'PUT', `/api/ApiToken/${key.id}`, { endsOn: '2026-08-31' })).toMatchObject({
    status: 200,
    body: { state: 'live', endsOn: '2026-08-31', daysLeft: 41 },
  })
  expect((await read(key)).status).toBe(200)
  time.now = now
})

test('health values are given by the administrator of the company alone, and together with something to read', async () => {
  const scopes = ['condition', 'vitals']
  expect(await product.askAs(service, 'POST', '/api/ApiToken', draft({ scopes }))).toEqual({
    status: 400,
    body: [message('apiTokenHealthByCompany')],
  })
  expect((await product.askAs(contract, 'POST', '/api/ApiToken', draft({ scopes: ['vitals'] }))).body).toEqual([
    message('apiTokenHealthAlone'),
  ])
  const key = await make({ scopes })
  expect((await product.askAs(service, 'PUT', `/api/ApiToken/${key.id}`, { endsOn: '2027-01-01' })).status).toBe(400)
  expect((await product.askAs(base, 'POST', '/api/ApiToken', draft())).status).toBe(403)
  expect((await product.askAs(base, 'GET', '/api/ApiToken')).status).toBe(403)
})

test('reads of one minute from two addresses are two lines, and what is refused is no last use', async () => {
  await flush()
  const key = await make()
  const from = (remoteAddress: string, url = '/api/HealthCondition') =>
    product.ask('GET', url, { headers: { authorization: `Bearer ${key.secret}` }, remoteAddress })
  await from('198.51.100.66', '/api/Map')
  await from('198.51.100.66', '/api/HealthCondition/Alert')
  await flush()
  await from('203.0.113.1', '/api/Map')
  await from('203.0.113.1', '/api/Map')
  await flush()
  const { body } = await product.askAs(contract, 'GET', `/api/ApiToken/Reads?tokenId=${key.id}&result=given`)
  const { data } = body as { data: { address: string; reads: number }[] }
  expect(data.map(({ address, reads }) => `${address} ${reads}`).toSorted()).toEqual(['198.51.100.66 1', '203.0.113.1 2'])
  const refusedOnly = await make()
  await product.ask('GET', '/api/HealthCondition/Alert', { headers: { authorization: `Bearer ${refusedOnly.secret}` } })
  await flush()
  const { body: listed } = await product.askAs(contract, 'GET', '/api/ApiToken?limit=100')
  expect(
    (listed as { data: { id: string; lastUsedAt: string | null }[] }).data.find(({ id }) => id === refusedOnly.id)?.lastUsedAt,
  ).toBeNull()
})

test('of millions of lines the newest ten thousand are counted and listed', async () => {
  await flush()
  const key = await make()
  await pool.query(
    `insert into read_key_use (company_id, key_id, minute, method, path, result, address, reads, items, last_at)
     select $1, $2, m.at, 'GET', '/api/Map', 'given', '203.0.113.1', 1, 0, m.at
       from generate_series($3::timestamptz - interval '10005 minutes', $3::timestamptz - interval '1 minute', interval '1 minute') as m (at)`,
    [office.company_id, key.id, now],
  )
  const last = await product.askAs(contract, 'GET', `/api/ApiToken/Reads?tokenId=${key.id}&offset=9999&limit=5`)
  expect(last.body).toMatchObject({ count: 10_000, data: [{ at: '2026-07-13T14:20:00+09:00' }] })
})

test('the name of a token that has ended is free once it is stopped', async () => {
  const key = await make({ name: '月次', endsOn: '2026-07-21' })
  time.now = new Date('2026-07-22T00:00:00+09:00')
  expect((await product.askAs(contract, 'POST', '/api/ApiToken', draft({ name: '月次' }))).status).toBe(400)
  expect((await product.askAs(contract, 'DELETE', `/api/ApiToken/${key.id}`)).status).toBe(200)
  await make({ name: '月次' })
  time.now = now
})

test('what is read and refused is listed by minute, with the last use', async () => {
  await flush()
  const key = await make({ name: '勤怠システム', officeIds: [beside.office_id] })
  await read(key)
  await read(key)
  await read(key, '/api/HealthCondition/Alert')
  await read(key, '/api/HealthCondition?sortKey=age')
  await product.askAs(contract, 'DELETE', `/api/ApiToken/${key.id}`)
  await read(key)
  await flush()
  const { body } = await product.askAs(contract, 'GET', `/api/ApiToken/Reads?tokenId=${key.id}`)
  expect(body).toMatchObject({ count: 4, today: { reads: 5, refused: 3 } })
  const lines = (body as { data: Record<string, unknown>[] }).data
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ tokenName: '勤怠システム', path: '/api/HealthCondition', result: 'given', reads: 2, count: 0 }),
      expect.objectContaining({ path: '/api/HealthCondition/Alert', result: 'scope', count: null }),
      expect.objectContaining({ path: '/api/HealthCondition', result: 'stopped', reads: 1 }),
    ]),
  )
  expect((await product.askAs(contract, 'GET', '/api/ApiToken?state=stopped')).body).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: key.id, lastUsedAt: '2026-07-20T13:00:00+09:00' })]) as unknown,
  })
})
