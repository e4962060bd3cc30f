import type { AuditEntry, IngestKeyRow } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)
const admin = await makeUser(product.context.db, 'AdminUnitContract', office)

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', more = '', payload?: object) =>
  product.ask(method, `/api/Office/${office.office_id}/IngestKey${more}`, {
    headers: await product.as(admin),
    ...(payload === undefined ? {} : { payload }),
  })
const make = async (name: string) => (await ask('POST', '', { name })).body as { id: string; secret: string; name: string }
const list = async () => ((await ask('GET')).body as { data: IngestKeyRow[] }).data
const send = async ({ id, secret }: { id: string; secret: string }) =>
  (await product.ask('POST', '/api/ingest', { headers: { authorization: `Bearer ${id}.${secret}` }, payload: { readings: [{}] } })).status

test('a key sends, shows when it was last used, and is refused from the request after it was revoked', async () => {
  const made = await make('東ゲート')
  expect(made.secret.length).toBeGreaterThanOrEqual(22)
  expect(await list()).toMatchObject([{ id: made.id, name: '東ゲート', lastUsedAt: null, revokedAt: null }])
  expect(await send(made)).toBe(200)
  expect((await list())[0]?.lastUsedAt).toMatch(/\+09:00$/)
  expect((await ask('DELETE', `/${made.id}`)).status).toBe(200)
  expect(await send(made)).toBe(401)
  expect((await list())[0]?.revokedAt).toMatch(/\+09:00$/)
  // A second press of the button is no error.
  expect((await ask('DELETE', `/${made.id}`)).status).toBe(200)
})

test('the secret is shown once, and neither stored nor put on record', async () => {
  const made = await make('西ゲート')
  const { rows } = await product.context.pool.query('select k::text as row from ingest_key k where k.key_id = $1', [made.id])
  const { body } = await product.ask('GET', '/api/AuditLog', { headers: await product.as(admin) })
  for (const text of [JSON.stringify(rows), JSON.stringify(await list()), JSON.stringify(body)]) expect(text).not.toContain(made.secret)
  expect((body as { data: AuditEntry[] }).data[0]).toMatchObject({
    resource: 'ingestKey',
    resourceId: made.id,
    action: 'create',
    after: { name: '西ゲート' },
  })
})

test('two living keys of a site cannot have one name, and a name is needed', async () => {
  const made = await make('北ゲート')
  expect(await ask('POST', '', { name: '北ゲート' })).toMatchObject({ status: 400, body: ['入力した名前はすでに登録されています。'] })
  expect(await ask('POST', '', { name: ' ' })).toMatchObject({ status: 400, body: ['名前：この項目は必須です。'] })
  await ask('DELETE', `/${made.id}`)
  expect((await ask('POST', '', { name: '北ゲート' })).status).toBe(200)
})

test("a key is its own site's", async () => {
  const made = await make('南ゲート')
  const other = await makeOffice(product.context.db, { company_id: office.company_id })
  const headers = await product.as(admin)
  expect((await product.ask('DELETE', `/api/Office/${other.office_id}/IngestKey/${made.id}`, { headers })).status).toBe(404)
  expect(await send(made)).toBe(200)
})

test('a key with an end is good to the last moment of its day in Japan', async () => {
  product.time.now = new Date('2026-07-20T12:00:00+09:00')
  expect(await ask('POST', '', { name: '期限が今日', endsOn: '2026-07-20' })).toMatchObject({
    status: 400,
    body: ['期限は、今日より後の日にしてください。'],
  })
  const made = (await ask('POST', '', { name: '応援の親機', endsOn: '2026-07-21' })).body as { id: string; secret: string }
  expect((await list()).find(({ id }) => id === made.id)).toMatchObject({ endsOn: '2026-07-21' })
  product.time.now = new Date('2026-07-21T23:59:59+09:00')
  expect(await send(made)).toBe(200)
  product.time.now = new Date('2026-07-22T00:00:00+09:00')
  expect(await send(made)).toBe(401)
  expect((await ask('PUT', `/${made.id}`, { endsOn: '2026-08-31' })).status).toBe(200)
  expect(await send(made)).toBe(200)
  expect((await ask('PUT', `/${made.id}`, { endsOn: null })).status).toBe(200)
  expect((await list()).find(({ id }) => id === made.id)).toMatchObject({ endsOn: null })
  await ask('DELETE', `/${made.id}`)
  expect((await ask('PUT', `/${made.id}`, { endsOn: '2026-08-31' })).status).toBe(404)
})
