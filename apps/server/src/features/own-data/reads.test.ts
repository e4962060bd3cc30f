import type { OwnDataRead } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeGroup, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeReadKey } from '../../shared/access-keys/test-read-key.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { context, time } = product
const { db } = context
const office = await makeOffice(db)
const beside = await makeOffice(db, { company_id: office.company_id })
const group = await makeGroup(db, { company_id: office.company_id, office_id: office.office_id })
const created_at = new Date('2026-07-01T00:00:00+09:00')
const place = { ...office, group_id: group.group_id }
const worker = await makeUser(db, 'User', place, { created_at })
const other = await makeUser(db, 'User', office, { created_at })
const leader = await makeUser(db, 'GroupLeader', place)
const base = await makeUser(db, 'HeadquartersAdmin', office)
const foreignBase = await makeUser(db, 'HeadquartersAdmin', beside)
const contract = await makeUser(db, 'AdminUnitContract', office)
const service = await makeUser(db, 'AdminUnitService')
await setState(db, worker.user_id, new Date('2026-07-20T12:59:00+09:00'), { heart_rate: 90 })

const setTime = (clock: string) => {
  time.now = new Date(`2026-07-20T${clock}+09:00`)
}
const lookAt = (person: { user_id: number }, reader: { user_id: number }) =>
  product.askAs(reader, 'GET', `/api/HealthCondition/${person.user_id}/0`)
const readsOf = async (person: { user_id: number }, query = '?limit=100') =>
  (await product.askAs(person, 'GET', `/api/User/MyReads${query}`)).body as { data: OwnDataRead[]; count: number }

test('one sees who looked at one’s details, by role, with time and screen and without a name', async () => {
  setTime('13:00:00')
  await lookAt(worker, leader)
  setTime('13:20:00')
  await lookAt(worker, contract)
  setTime('13:40:00')
  await lookAt(worker, service)
  await lookAt(worker, worker)
  await lookAt(other, base)
  const { data, count } = await readsOf(worker)
  const single = { screen: 'healthCondition', isBulk: false, action: 'read', times: 1 }
  expect({ data, count }).toEqual({
    count: 3,
    data: [
      { ...single, at: '2026-07-20T13:40:00+09:00', role: 'AdminUnitService' },
      { ...single, at: '2026-07-20T13:20:00+09:00', role: 'AdminUnitContract' },
      { ...single, at: '2026-07-20T13:00:00+09:00', role: 'GroupLeader' },
    ],
  })
  expect(JSON.stringify(data)).not.toContain('見守')
  expect((await readsOf(worker, '?offset=1&limit=1')).data).toMatchObject([{ role: 'AdminUnitContract' }])
  expect((await readsOf(worker, '?offset=9')).data).toEqual([])
})

test('a look by a read key is named as one', async () => {
  setTime('13:50:00')
  const { headers } = await makeReadKey(product.context.db, office.company_id)
  await product.ask('GET', `/api/HealthCondition/${other.user_id}/0`, { headers })
  expect((await readsOf(other)).data.map(({ at, role }) => [at.slice(11, 16), role])).toContainEqual(['13:50', 'readKey'])
})

test('lists of one’s own office are counted by the hour and the role; those of others are not', async () => {
  setTime('15:10:00')
  await makeUser(db, 'HeadquartersAdmin', office).then((second) => product.askAs(second, 'GET', '/api/HealthCondition?limit=10'))
  for (const reader of [base, foreignBase, contract]) await product.askAs(reader, 'GET', '/api/HealthCondition?limit=10')
  setTime('16:10:00')
  await product.askAs(base, 'GET', '/api/HealthCondition?limit=10')
  const bulk = (await readsOf(worker)).data.filter(({ isBulk, screen }) => isBulk && screen === 'conditionList')
  expect(bulk.map(({ at, role, times }) => [at.slice(11, 16), role, times])).toEqual([
    ['16:00', 'HeadquartersAdmin', 1],
    ['15:00', 'AdminUnitContract', 1],
    ['15:00', 'HeadquartersAdmin', 2],
  ])
})

test('a leader’s list is of the group, so nobody of another group counts it', async () => {
  setTime('18:10:00')
  await product.askAs(leader, 'GET', '/api/HealthCondition?limit=10')
  const byLeader = async (person: { user_id: number }) =>
    (await readsOf(person)).data.filter(({ isBulk, role }) => isBulk && role === 'GroupLeader')
  expect(await byLeader(worker)).toHaveLength(1)
  expect(await byLeader(other)).toEqual([])
})

test('administrators see that nobody looked at them', async () => {
  expect(await readsOf(service)).toEqual({ data: [], count: 0 })
  expect((await product.ask('GET', '/api/User/MyReads')).status).toBe(401)
})
