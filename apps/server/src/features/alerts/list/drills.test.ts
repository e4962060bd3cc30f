import type { AlertEpisode } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

const now = new Date('2026-07-20T13:00:00+09:00')
const reason = JSON.stringify({ kind: 'drill' })
const asDrill = { kind: 'emergency', user_id: null, full_name: null, level: 3, peak_level: 3, cause: 'drill', reason, drill: true } as const

const make = async (...about: [Parameters<typeof makeAlert>[1], Date, Parameters<typeof makeAlert>[3]?]) =>
  (await makeAlert(product.context.db, ...about)).alert_id
const real = await make(tenants.people.worker, now)
const drillOfGroup = await make(tenants.people.worker, now, asDrill)
const drillOfSibling = await make(tenants.people.sibling, now, { ...asDrill, group_id: null })

const list = async (user: { user_id: number }, query = '') => {
  const { body } = await product.ask('GET', `/api/HealthCondition/Alert${query}`, { headers: await product.as(user) })
  return (body as { data: AlertEpisode[]; count: number }).data
}
const idsOf = (episodes: readonly AlertEpisode[]) => episodes.map(({ id }) => id).toSorted((a, b) => a - b)

test('a list meets drills only where it asks for them', async () => {
  const { contract } = tenants.people
  expect(idsOf(await list(contract))).toEqual([real])
  expect(idsOf(await list(contract, '?allTime=1'))).toEqual([real])
  expect(idsOf(await list(contract, '?drill=1'))).toEqual([drillOfGroup, drillOfSibling])
  expect(idsOf(await list(contract, '?drill=all&allTime=1'))).toEqual([real, drillOfGroup, drillOfSibling])
  expect((await list(contract, '?drill=1'))[0]).toMatchObject({ drill: '1', reason: '緊急時の連絡の訓練です', fullName: null })
})

test('a download of alerts leaves drills out, unless it asks for them, and then says so', async () => {
  const { contract } = tenants.people
  const path = `/api/HealthCondition/DownloadAlert/${contract.company_id}?allTime=1`
  const { body } = await product.ask('GET', path, { headers: await product.as(contract) })
  expect(String(body)).toContain(tenants.people.worker.full_name)
  expect(String(body)).not.toContain('訓練')
  const drills = await product.ask('GET', `${path}&drill=1`, { headers: await product.as(contract) })
  expect(String(drills.body)).not.toContain(tenants.people.worker.full_name)
  expect(String(drills.body)).toContain('"訓練 緊急"')
})

test('leaders see the drills of their group and those of their whole office, and no others', async () => {
  const { leader, base, foreignBase } = tenants.people
  expect(idsOf(await list(leader, '?drill=1'))).toEqual([drillOfGroup])
  expect(idsOf(await list(base, '?drill=1'))).toEqual([drillOfGroup])
  expect(idsOf(await list(foreignBase, '?drill=1'))).toEqual([])
  const { db } = product.context
  await db.updateTable('alert').set({ group_id: null }).where('alert.alert_id', '=', drillOfGroup).execute()
  expect(idsOf(await list(leader, '?drill=1'))).toEqual([drillOfGroup])
  expect(idsOf(await list(leader))).toEqual([real])
})

test('a drill concerns no person, and one at a time runs in an office', async () => {
  const { db } = product.context
  const { worker } = tenants.people
  await expect(makeAlert(db, worker, now, { ...asDrill, user_id: worker.user_id })).rejects.toThrow('alert_drill_subject')
  await expect(makeAlert(db, worker, now, asDrill)).rejects.toThrow('alert_one_drill')
  await expect(makeAlert(db, worker, now, { ...asDrill, ended_at: now })).resolves.toMatchObject({ drill: true })
})
