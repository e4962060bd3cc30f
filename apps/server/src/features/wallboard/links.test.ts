import { allEndpoints, type OfficeLinkRow } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { findLiving } from './readers.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)
const admin = await makeUser(product.context.db, 'HeadquartersAdmin', office, { full_name: '拠点　管理' })

const path = () => `/api/Office/${office.office_id}/WallboardLink`
const make = async (name: string) =>
  (await product.askAs(admin, 'POST', path(), { name })).body as { id: string; secret: string; name: string }
const list = async () => ((await product.askAs(admin, 'GET', path())).body as { data: OfficeLinkRow[] }).data
const revoke = async (id: string) => (await product.askAs(admin, 'DELETE', `${path()}/${id}`)).status
const show = async ({ id, secret }: { id: string; secret: string }, officeId = office.office_id) =>
  (await product.ask('GET', `/api/Wallboard/${officeId}`, { headers: { authorization: `Bearer ${id}.${secret}` } })).status

test('a link shows its office’s board, says who made, used and revoked it, and ends with the call after that', async () => {
  const made = await make('事務所の画面')
  expect(await list()).toMatchObject([
    { id: made.id, name: '事務所の画面', createdBy: '拠点　管理', lastUsedAt: null, revokedBy: null, revokedAt: null },
  ])
  expect(await show(made)).toBe(200)
  expect((await list())[0]?.lastUsedAt).toBe('2026-07-20T13:00:00+09:00')
  const other = await makeOffice(product.context.db, { company_id: office.company_id })
  expect(await show(made, other.office_id)).toBe(404)
  expect(await show({ id: made.id, secret: 'x'.repeat(32) })).toBe(401)
  expect(await revoke(made.id)).toBe(200)
  expect(await show(made)).toBe(401)
  expect((await list())[0]).toMatchObject({ revokedBy: '拠点　管理', revokedAt: '2026-07-20T13:00:00+09:00' })
  // A second press of the button is no error.
  expect(await revoke(made.id)).toBe(200)
  const recorded = (await product.recordedOf('wallboardLink')).filter(({ resource_id }) => resource_id === made.id)
  expect(recorded).toMatchObject([
    { action: 'create', office_id: office.office_id, after: { id: made.id, name: '事務所の画面', endsOn: null } },
    { action: 'delete', before: { id: made.id, name: '事務所の画面' } },
  ])
})

test('a link may have a last day: it shows the board to the end of that day, and nothing after it', async () => {
  const { time } = product
  const before = time.now
  const refused = await product.askAs(admin, 'POST', path(), { name: '今日まで', endsOn: '2026-07-20' })
  expect(refused).toEqual({ status: 400, body: ['期限は、今日より後の日にしてください。'] })
  const { body } = await product.askAs(admin, 'POST', path(), { name: '工事の終わりまで', endsOn: '2026-07-31' })
  const made = body as { id: string; secret: string }
  expect((await list()).find(({ id }) => id === made.id)).toMatchObject({ endsOn: '2026-07-31', revokedAt: null })
  const board = { companyId: office.company_id, officeId: office.office_id }
  const reading = { office: board, reader: { linkId: made.id, sessionId: null, companyId: office.company_id } }
  const isShown = async () => (await findLiving(product.context.db, [reading], time.now)).has(reading)
  time.now = new Date('2026-07-31T23:59:59+09:00')
  expect([await show(made), await isShown()]).toEqual([200, true])
  time.now = new Date('2026-08-01T00:00:00+09:00')
  // An open board is turned away as one whose link was revoked.
  expect([await show(made), await isShown()]).toEqual([401, false])
  const address = `/api/Wallboard/${office.office_id}`
  const { body: words } = await product.ask('GET', address, { headers: { authorization: `Bearer ${made.id}.${made.secret}` } })
  expect(words).toEqual(['このリンクは使えないか、期限が切れています。拠点の管理者に新しいリンクを作ってもらってください。'])
  time.now = before
})

test('a link opens nothing but the board', async () => {
  const { id, secret } = await make('それだけ')
  const headers = { authorization: `Bearer ${id}.${secret}` }
  const others = allEndpoints.filter(({ permission }) => permission !== 'wallboard' && permission !== 'public')
  for (const { method, path: address } of others) {
    const url = address.replaceAll(/:\w+/g, String(office.office_id))
    expect({ url, status: (await product.app.inject({ method, url, headers })).statusCode }).toEqual({ url, status: 401 })
  }
})

test('the secret is shown once, and neither stored nor put on record', async () => {
  const made = await make('秘密')
  const { rows } = await product.context.pool.query('select l::text as row from office_link l where l.link_id = $1', [made.id])
  const recorded = await product.recordedOf('wallboardLink')
  for (const text of [JSON.stringify(rows), JSON.stringify(await list()), JSON.stringify(recorded)]) expect(text).not.toContain(made.secret)
})

test('two living links of an office cannot have one name, and a name is needed', async () => {
  const made = await make('玄関')
  expect(await product.askAs(admin, 'POST', path(), { name: '玄関' })).toEqual({
    status: 400,
    body: ['入力した名前はすでに登録されています。'],
  })
  expect(await product.askAs(admin, 'POST', path(), { name: ' ' })).toEqual({ status: 400, body: ['名前：この項目は必須です。'] })
  await revoke(made.id)
  expect((await product.askAs(admin, 'POST', path(), { name: '玄関' })).status).toBe(200)
})

test('an office with links can be deleted, and its boards are gone', async () => {
  const empty = await makeOffice(product.context.db, { company_id: office.company_id })
  const contract = await makeUser(product.context.db, 'AdminUnitContract', office)
  const { body } = await product.askAs(contract, 'POST', `/api/Office/${empty.office_id}/WallboardLink`, { name: '画面' })
  expect((await product.askAs(contract, 'DELETE', `/api/Office/${empty.office_id}`)).status).toBe(200)
  expect(await show(body as { id: string; secret: string }, empty.office_id)).toBe(401)
})
