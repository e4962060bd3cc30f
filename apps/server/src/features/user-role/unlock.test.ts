import type { Role } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { lockOut, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)

const lockedPerson = async (role: Role, at?: { company_id: number; office_id: number }) => {
  const person = await makeUser(product.context.db, role, at)
  await lockOut(product.context.db, person, product.time.now)
  return person
}

const lockedWorker = (at = office) => lockedPerson('User', at)

const unlock = async (actor: { user_id: number }, userId: number) =>
  product.ask('PUT', `/api/UserRole/Unlock/${userId}`, {
    headers: { ...(await product.as(actor)), 'content-type': 'application/json' },
    remoteAddress: '192.0.2.5',
  })

const isLocked = async (userId: number) => {
  const places = await product.context.db.selectFrom('sign_in_place').selectAll().where('user_id', '=', userId).execute()
  return places.some(({ locked_until }) => locked_until !== null)
}

test('an admin lets a locked person in again, on record', async () => {
  const { db } = product.context
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const worker = await lockedWorker()
  expect(await unlock(admin, worker.user_id)).toMatchObject({ status: 200, body: {} })
  expect(await isLocked(worker.user_id)).toBe(false)
  expect((await unlock(admin, worker.user_id)).status).toBe(200)
  const audit = await db.selectFrom('audit_log').selectAll().where('audit_log.resource_id', '=', String(worker.user_id)).execute()
  expect(audit).toMatchObject([
    {
      user_id: admin.user_id,
      user_name: admin.login_id,
      action: 'unlock',
      resource: 'user',
      company_id: office.company_id,
      office_id: office.office_id,
      address: '192.0.2.5',
      before: { fullName: worker.full_name, isLockedOut: '1' },
      after: { fullName: worker.full_name, isLockedOut: '0' },
    },
  ])
})

test('somebody of another site or company is not there, and stays locked', async () => {
  const { db } = product.context
  const other = await makeOffice(db)
  const sameCompany = await makeOffice(db, { company_id: office.company_id })
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const [far, near] = [await lockedWorker(other), await lockedWorker(sameCompany)]
  expect((await unlock(base, far.user_id)).status).toBe(404)
  expect((await unlock(base, near.user_id)).status).toBe(404)
  expect((await unlock(contract, far.user_id)).status).toBe(404)
  expect(await isLocked(far.user_id)).toBe(true)
  expect((await unlock(contract, near.user_id)).status).toBe(200)
})

test('only those above let somebody in again: beside and above oneself there is nobody', async () => {
  const { db } = product.context
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const service = await makeUser(db, 'AdminUnitService')
  const [besideBase, besideContract, besideService] = [
    await lockedPerson('HeadquartersAdmin', office),
    await lockedPerson('AdminUnitContract', office),
    await lockedPerson('AdminUnitService'),
  ]
  expect((await unlock(base, besideBase.user_id)).status).toBe(404)
  expect((await unlock(contract, besideContract.user_id)).status).toBe(404)
  expect((await unlock(contract, besideService.user_id)).status).toBe(404)
  expect((await unlock(contract, besideBase.user_id)).status).toBe(200)
  expect((await unlock(service, besideContract.user_id)).status).toBe(200)
  // Nobody is above the service: its administrators help each other.
  expect((await unlock(service, besideService.user_id)).status).toBe(200)
})

test('a worker may not, and a number that is none is said to be wrong', async () => {
  const { db } = product.context
  const worker = await makeUser(db, 'User', office)
  const admin = await makeUser(db, 'AdminUnitService')
  expect((await unlock(worker, worker.user_id)).status).toBe(403)
  expect((await product.ask('PUT', '/api/UserRole/Unlock/abc', { headers: await product.as(admin) })).status).toBe(400)
  expect((await unlock(admin, 999_999)).status).toBe(404)
})
