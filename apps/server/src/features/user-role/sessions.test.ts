import type { AnswerOf, sessions } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeOffice, makeUser, signInAs } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

type Sessions = AnswerOf<typeof sessions.ofPerson>

const product = await startTestApp()
const office = await makeOffice(product.context.db)

const isOpen = async (headers: Record<string, string>) => (await product.ask('GET', '/api/UserInfo', { headers })).status === 200

test('an administrator sees and ends the sessions of the people below, on record', async () => {
  const { db } = product.context
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const leader = await makeUser(db, 'GroupLeader', office)
  const [one, other] = [await signInAs(product.context, leader.user_id), await signInAs(product.context, leader.user_id)]
  const path = `/api/UserRole/Session/${leader.user_id}`
  const seen = (await product.askAs(admin, 'GET', path)).body as Sessions
  expect(seen.data.map(({ sessionId, isCurrent }) => ({ sessionId, isCurrent }))).toEqual(
    [one, other].map(({ sessionId }) => ({ sessionId, isCurrent: false })).toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : 1)),
  )
  expect((await product.askAs(admin, 'DELETE', `${path}/${one.sessionId}`)).status).toBe(200)
  expect(await isOpen(one.headers)).toBe(false)
  expect(await isOpen(other.headers)).toBe(true)
  expect((await product.askAs(admin, 'DELETE', `${path}/${one.sessionId}`)).status).toBe(404)
  expect((await product.askAs(admin, 'DELETE', path)).status).toBe(200)
  expect(await isOpen(other.headers)).toBe(false)
  expect((await product.askAs(admin, 'DELETE', path)).status).toBe(200)
  const entries = (await product.recordedOf('user')).filter(({ resource_id }) => resource_id === String(leader.user_id))
  const entry = { action: 'endSession', user_name: admin.login_id, company_id: office.company_id, office_id: office.office_id }
  expect(entries).toMatchObject([entry, entry])
  expect(entries[0]?.after).toEqual({ fullName: leader.full_name, endedSessions: 1 })
})

test('beside, above and elsewhere there is nobody whose sessions one sees or ends', async () => {
  const { db } = product.context
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const elsewhere = await makeOffice(db)
  const hidden = [
    await makeUser(db, 'HeadquartersAdmin', office),
    await makeUser(db, 'AdminUnitContract', office),
    await makeUser(db, 'AdminUnitService'),
    await makeUser(db, 'User', elsewhere),
  ]
  const worker = await makeUser(db, 'User', office)
  const { sessionId } = await signInAs(product.context, worker.user_id)
  for (const person of hidden) {
    const { sessionId: theirs, headers } = await signInAs(product.context, person.user_id)
    const path = `/api/UserRole/Session/${person.user_id}`
    expect((await product.askAs(admin, 'GET', path)).status).toBe(404)
    expect((await product.askAs(admin, 'DELETE', path)).status).toBe(404)
    expect((await product.askAs(admin, 'DELETE', `${path}/${theirs}`)).status).toBe(404)
    // Under the number of somebody whom the administrator does keep.
    expect((await product.askAs(admin, 'DELETE', `/api/UserRole/Session/${worker.user_id}/${theirs}`)).status).toBe(404)
    expect(await isOpen(headers)).toBe(true)
  }
  expect((await product.askAs(worker, 'DELETE', `/api/UserRole/Session/${worker.user_id}/${sessionId}`)).status).toBe(403)
})
