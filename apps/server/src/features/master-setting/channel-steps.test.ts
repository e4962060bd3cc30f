import { channelStepOf, type SettingRow } from '@mimamori/contract'
import { CompiledQuery } from 'kysely'
import { expect, test, vi } from 'vitest'
import { waitingForLocks } from '../../platform/database/test-database.ts'
import { makeChannel } from '../../shared/channels/test-channel-row.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'
import { refuseStrangeChannels } from './channel-steps.ts'

const product = await startTestApp()
const { db } = product.context
const { people, office, sibling } = await makeTenants(db)

test('a site is answered what the channels of its steps are called, also those of its company, which it may not open', async () => {
  const ofCompany = await makeChannel(db, { ...office, office_id: null }, { name: '本社の安全部' })
  const own = await makeChannel(db, office, { name: '夜間の当番室' })
  const strange = await makeChannel(db, sibling, { name: 'ほかの拠点' })
  const steps = (office_id: number | null, ...ids: string[]) => ({
    company_id: office.company_id,
    office_id,
    type: 'ESCALATION_SETTING',
    key: 'STEPS',
    value: ['GroupLeader', ...ids.map(channelStepOf)].join(','),
  })
  await db
    .insertInto('master_setting')
    .values([steps(null, ofCompany), steps(office.office_id, own, strange)])
    .execute()
  const path = `/api/MasterSetting/Office/${office.office_id}`
  const rows = (await product.askAs(people.base, 'GET', path)).body as SettingRow[]
  const named = rows.filter(({ channels }) => channels !== undefined)
  expect(named.map(({ key, channels }) => [key, channels?.map(({ name }) => name).toSorted()])).toEqual([
    ['STEPS', ['夜間の当番室', '本社の安全部']],
  ])
  expect((await product.askAs(people.base, 'GET', `/api/NotificationChannel/${ofCompany}`)).status).toBe(404)
  const body = [{ type: 'ESCALATION_SETTING', key: 'STEPS', value: null }]
  const saved = (await product.askAs(people.base, 'PUT', path, body)).body as SettingRow[]
  expect(saved.find(({ key }) => key === 'STEPS')).toMatchObject({ source: 'company', channels: [{ id: ofCompany, name: '本社の安全部' }] })
})

test('a channel is not deleted while a step that names it is being saved', async () => {
  const id = await makeChannel(db, office)
  const step = {
    company_id: office.company_id,
    office_id: office.office_id,
    type: 'ESCALATION_SETTING',
    key: 'STEPS',
    value: `channel:${id}`,
  }
  await db.deleteFrom('master_setting').execute()
  const removal = await db.transaction().execute(async (trx) => {
    await refuseStrangeChannels(trx, { companyId: office.company_id, officeId: office.office_id }, step.value)
    const removing = product.askAs(people.contract, 'DELETE', `/api/NotificationChannel/${id}`)
    const isWaiting = async () => (await db.executeQuery(CompiledQuery.raw(waitingForLocks))).rows.length > 0
    await Promise.race([removing, vi.waitUntil(isWaiting, { timeout: 60_000 })])
    await trx.insertInto('master_setting').values(step).execute()
    return { removing }
  })
  expect((await removal.removing).status).toBe(400)
})
