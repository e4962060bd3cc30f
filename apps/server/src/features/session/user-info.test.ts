import { expect, test } from 'vitest'
import { makeGroup, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)
const group = await makeGroup(product.context.db, { office_id: office.office_id })
const place = { company_id: office.company_id, office_id: office.office_id, group_id: group.group_id }

type Info = { safetyBeltDisplaySetting: string; menus: { menuCode: string }[]; allowedRoutes: string[] }

const infoOf = async (user: { user_id: number }, query = '') => {
  const { status, body } = await product.ask('GET', `/api/UserInfo${query}`, { headers: await product.as(user) })
  return { status, body: body as Info }
}

const setDisplay = (owner: { company_id: number; office_id?: number }, value: string) =>
  product.context.db
    .insertInto('master_setting')
    .values({ ...owner, type: 'SAFETY_BELT_DISPLAY_SETTING', key: 'DISPLAY', value })
    .execute()

test('a person sees who they are, where they belong and what they may open', async () => {
  const leader = await makeUser(product.context.db, 'GroupLeader', place)
  const { status, body } = await infoOf(leader)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    userId: leader.user_id,
    userName: leader.login_id,
    displayName: leader.full_name,
    roleKey: 'GroupLeader',
    companyId: office.company_id,
    officeId: office.office_id,
    officeName: office.name,
    baseCode: office.base_code,
    groupId: group.group_id,
    groupName: group.name,
    avatarUrl: null,
    owed: [],
  })
  expect(body.menus).toContainEqual({ menuCode: 'L001' })
  expect(body.menus).toContainEqual({ menuCode: 'L003' })
  expect(body.menus).not.toContainEqual({ menuCode: 'M010' })
  expect(body.allowedRoutes).toContain('/physical-condition/detail')
  expect(body.allowedRoutes).not.toContain('/company')
})

test('a service-unit admin belongs to no company and no site', async () => {
  const { body } = await infoOf(await makeUser(product.context.db, 'AdminUnitService'))
  expect(body).toMatchObject({ companyId: null, companyName: null, officeId: null, baseCode: null, groupId: null })
})

test('the safety belt shows by role and, to base admins, by the setting of the site before the company', async () => {
  const { db } = product.context
  const site = await makeOffice(db)
  const at = { company_id: site.company_id, office_id: site.office_id }
  const [service, contract, base, leader, worker] = await Promise.all([
    makeUser(db, 'AdminUnitService'),
    makeUser(db, 'AdminUnitContract', at),
    makeUser(db, 'HeadquartersAdmin', at),
    makeUser(db, 'GroupLeader', at),
    makeUser(db, 'User', at),
  ])
  const shown = async () =>
    (await Promise.all([service, contract, base, leader, worker].map((user) => infoOf(user)))).map(
      ({ body }) => body.safetyBeltDisplaySetting,
    )
  expect(await shown()).toEqual(['1', '1', '1', '0', '0'])
  await setDisplay({ company_id: site.company_id }, '0')
  expect(await shown()).toEqual(['1', '1', '0', '0', '0'])
  expect((await infoOf(base)).body.allowedRoutes).not.toContain('/safety-belt')
  await setDisplay({ company_id: site.company_id, office_id: site.office_id }, '1')
  expect(await shown()).toEqual(['1', '1', '1', '0', '0'])
})

test('somebody in scope is found by login ID and base code; anybody else is not there', async () => {
  const { db } = product.context
  const base = await makeUser(db, 'HeadquartersAdmin', place)
  const worker = await makeUser(db, 'User', place)
  const stranger = await makeUser(db, 'User', await makeOffice(db))
  expect((await infoOf(base, `?userName=${worker.login_id.toUpperCase()}`)).body).toMatchObject({ userId: worker.user_id })
  expect((await infoOf(base, `?USERNAME=${worker.login_id}&SiteOfficeMasterCode=${office.base_code}`)).status).toBe(200)
  expect((await infoOf(base, `?userName=${worker.login_id}&siteOfficeMasterCode=other`)).status).toBe(404)
  expect((await infoOf(base, `?userName=${stranger.login_id}`)).status).toBe(404)
  expect((await infoOf(base, '?userName=nobody')).status).toBe(404)
  expect((await infoOf(worker, `?userName=${base.login_id}`)).status).toBe(404)
  expect((await infoOf(worker, `?userName=${worker.login_id}`)).status).toBe(200)
})

test('somebody who must first set something sees themselves and nobody else', async () => {
  const { db } = product.context
  const base = await makeUser(db, 'HeadquartersAdmin', place, { must_change_password: true })
  const worker = await makeUser(db, 'User', place)
  expect((await infoOf(base)).status).toBe(200)
  expect((await infoOf(base, `?userName=${worker.login_id}`)).status).toBe(403)
})
