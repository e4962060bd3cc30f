import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)

type Person = { readonly user_id: number; readonly company_id: number }

/** Gives somebody an app and unused codes. */
const giveFactor = async ({ user_id, company_id }: Person) => {
  const { db } = product.context
  const at = product.time.now
  await db
    .insertInto('totp')
    .values({ company_id, user_id, secret: Buffer.alloc(40), started_at: at, confirmed_at: at })
    .execute()
  await db
    .insertInto('recovery_code')
    .values({ company_id, user_id, code_hash: Buffer.alloc(32), salt: Buffer.alloc(16) })
    .execute()
}
const reset = (actor: Person, { user_id }: Person, reason = '携帯電話をなくした') =>
  product.askAs(actor, 'POST', `/api/UserRole/ResetSecondFactor/${user_id}`, { reason })
const isShown = async (actor: Person, { user_id }: Person) =>
  ((await product.askAs(actor, 'GET', `/api/UserRole/${user_id}`)).body as { hasSecondFactor: boolean }).hasSecondFactor
const leftOf = async ({ user_id }: Person) => {
  const { rows } = await product.context.pool.query(
    `select 1 from totp where user_id = $1 union all select 1 from recovery_code where user_id = $1`,
    [user_id],
  )
  return rows.length
}

test('an administrator above takes a second factor away, and says why on record', async () => {
  const { db } = product.context
  const [contract, base] = [await makeUser(db, 'AdminUnitContract', office), await makeUser(db, 'HeadquartersAdmin', office)]
  await giveFactor(base)
  expect(await isShown(contract, base)).toBe(true)
  expect((await reset(contract, base, '')).status).toBe(400)
  expect(await reset(contract, base)).toEqual({ status: 200, body: {} })
  expect(await isShown(contract, base)).toBe(false)
  expect(await leftOf(base)).toBe(0)
  // Once more changes nothing, and is not on record again.
  expect((await reset(contract, base)).status).toBe(200)
  expect(await product.recordedOf('secondFactor')).toMatchObject([
    {
      action: 'resetSecondFactor',
      resource_id: String(base.user_id),
      company_id: office.company_id,
      office_id: office.office_id,
      user_name: contract.login_id,
      after: { fullName: base.full_name, reason: '携帯電話をなくした' },
    },
  ])
})

test('what the lost device may hold ends: sessions, and a sign-in under way', async () => {
  const { db } = product.context
  const [contract, base] = [await makeUser(db, 'AdminUnitContract', office), await makeUser(db, 'HeadquartersAdmin', office)]
  await giveFactor(base)
  const headers = await product.as(base)
  const { company_id, user_id } = base
  const ticket = { company_id, user_id, ticket_id: '00000000-0000-4000-8000-000000000001' }
  await db
    .insertInto('sign_in_ticket')
    .values({ ...ticket, expires_at: new Date(product.time.now.getTime() + 60_000) })
    .execute()
  expect((await reset(contract, base)).status).toBe(200)
  expect((await product.ask('GET', '/api/UserInfo', { headers })).status).toBe(401)
  expect(await db.selectFrom('sign_in_ticket as t').select('t.ticket_id').where('t.user_id', '=', user_id).execute()).toEqual([])
})

test('nobody else does: not those beside, below or elsewhere, and not oneself', async () => {
  const { db } = product.context
  const contract = await makeUser(db, 'AdminUnitContract', office)
  await giveFactor(contract)
  const elsewhere = await makeOffice(db)
  const others = [
    await makeUser(db, 'AdminUnitContract', office),
    await makeUser(db, 'HeadquartersAdmin', office),
    await makeUser(db, 'AdminUnitContract', elsewhere),
  ]
  for (const other of others) expect((await reset(other, contract)).status).toBe(404)
  expect((await reset(await makeUser(db, 'GroupLeader', office), contract)).status).toBe(403)
  const service = await makeUser(db, 'AdminUnitService')
  await giveFactor(service)
  expect((await reset(service, service)).status).toBe(400)
  expect([await leftOf(contract), await leftOf(service)]).toEqual([2, 2])
  expect((await reset(service, contract)).status).toBe(200)
})

test('somebody who is sent to another company keeps their second factor', async () => {
  const { db } = product.context
  const service = await makeUser(db, 'AdminUnitService')
  const contract = await makeUser(db, 'AdminUnitContract', office)
  await giveFactor(contract)
  const { company_id } = await makeOffice(db)
  const form = {
    role: 'AdminUnitContract',
    userName: contract.login_id,
    fullName: '契約　移',
    furigana: 'ケイヤク　ウツル',
    companyId: company_id,
  }
  const moved = await product.askAs(service, 'PUT', `/api/UserRole/${contract.user_id}`, form)
  expect(moved.status).toBe(200)
  expect(moved.body).toMatchObject({ companyId: company_id })
  const there = { user_id: (moved.body as { userId: number }).userId, company_id }
  expect(await isShown(service, there)).toBe(true)
  expect([await leftOf(there), await leftOf(contract)]).toEqual([2, 0])
})
