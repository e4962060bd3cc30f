import type { Page } from '@playwright/test'
import { makeDevice, makeGroup, makeUser } from '../apps/server/src/shared/organisation/test-factories.ts'
import { changeAddress, expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import type { Product } from './product.ts'
import { minutesAgo, racing, vital, type Account, type Site } from './site.ts'

/** A drawing of the third floor with both gateways of the site on it. */
const drawMap = async ({ db }: Product, { company, here }: Site) => {
  const { map_id } = await db
    .insertInto('site_map')
    .values({ company_id: company.companyId, office_id: here.officeId, position: 0, location_name: 'A工区', floor: '3F' })
    .returning('site_map.map_id')
    .executeTakeFirstOrThrow()
  const onMap = { map_id, on_map: true }
  await db
    .updateTable('device')
    .set({ ...onMap, position_x: 30, position_y: 40 })
    .where('device.office_id', '=', here.officeId)
    .where('device.serial', '=', 'GW-01')
    .execute()
  await makeDevice(db, 'gateway', here.officeId, {
    serial: 'GW-02',
    type: 2,
    location_name: '西側 通路',
    ...onMap,
    position_x: 75,
    position_y: 60,
  })
  return map_id
}

const names = (page: Page) => page.getByRole('table', { name: '作業者' }).getByRole('link')
const row = (page: Page, fullName: string) => page.getByRole('table', { name: '作業者' }).getByRole('row').filter({ hasText: fullName })
/** The marks on the map, by what is read out of them. */
const mark = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: '地図の上の機器と人' }).getByRole('button', { name, exact: typeof name === 'string' })
const records = (page: Page) => page.getByRole('region', { name: '緊急の記録' })

test('the map shows who is where, follows them, and each its own', async ({ page, site, product, signInAs, openBrowser }) => {
  const { here, accounts, neighbour, groups } = site
  const mapId = await drawMap(product, site)
  await here.post([
    vital(accounts.User, { at: minutesAgo(1) }),
    vital(accounts.GroupLeader, { heartRate: 95, at: minutesAgo(1) }),
    ...racing(neighbour),
    vital(neighbour, { heartRate: 168, call: true }),
  ])
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto(`/map/detail/${mapId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'A工区 3F' })).toBeVisible()

  await test.step('the worst come first, and those at one gateway are one mark whose box lists them', async () => {
    await expect(names(page)).toHaveText([neighbour.fullName, accounts.GroupLeader.fullName, accounts.User.fullName])
    await expect(row(page, neighbour.fullName)).toContainText(/緊急.*168/)
    await expect(page.getByRole('checkbox', { name: '自動更新' })).not.toBeChecked()
    await mark(page, /^3人（緊急1人） 鈴木 健 緊急/).press('Enter')
    const box = page.getByRole('dialog', { name: 'ここにいる3人' })
    await expect(box.getByRole('link').first()).toHaveText(neighbour.fullName)
    await expect(box.getByRole('link')).toHaveCount(3)
  })

  await test.step('with auto-update on, who walks on is drawn there, and the open box stays', async () => {
    await page.getByRole('checkbox', { name: '自動更新' }).check()
    await here.post([vital(accounts.User, { gateway: 'GW-02', heartRate: 101 })])
    await expect(mark(page, /^佐々木 隆/)).toHaveCount(1)
    await expect(row(page, accounts.User.fullName)).toContainText('101')
    await expect(page.getByRole('dialog', { name: 'ここにいる2人' }).getByRole('link')).toHaveCount(2)
    await mark(page, /^2人（緊急1人） 鈴木 健/).press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a gateway lists its people, and the emergencies on record there', async () => {
    await expect(records(page).getByRole('row')).toHaveCount(2)
    await mark(page, /^子機 西側 通路/).press('Enter')
    await expect(page.getByRole('dialog', { name: '西側 通路' })).toContainText(/GW-02.*1人/)
    await expect(names(page)).toHaveText([accounts.User.fullName])
    await expect(records(page)).toContainText('緊急の記録はありません')
    await page.getByRole('button', { name: '絞り込みを解除' }).click()
    await expect(names(page)).toHaveCount(3)
    await expect(records(page)).toContainText('マップ全体')
    const person = records(page).getByRole('link', { name: neighbour.fullName })
    await expect(person).toHaveAttribute('href', /UserId=\d+&OfficeName=.+&GroupName=.+/)
    await expect(row(page, neighbour.fullName).getByRole('link')).toHaveAttribute(
      'href',
      `/physical-condition/detail?UserId=${neighbour.userId}`,
    )
  })

  await test.step('somebody chosen in the table is marked on the map, and the other way round', async () => {
    await page.getByRole('button', { name: `${accounts.User.fullName}を地図で示す` }).click()
    await expect(mark(page, /^佐々木 隆/)).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(`/map/detail/${mapId}?UserId=${accounts.User.userId}`)
    await page.getByRole('button', { name: '選択を解除' }).click()
    await expect(mark(page, /^佐々木 隆/)).toHaveAttribute('aria-pressed', 'false')
    await mark(page, /^佐々木 隆/).press('Enter')
    await expect(page.getByRole('button', { name: `${accounts.User.fullName}を地図で示す` })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: '選択を解除' }).click()
  })

  await test.step('every width shuts nobody out', async () => {
    await expectFitting(page, () => row(page, accounts.User.fullName).waitFor())
  })

  await test.step('a group is chosen in the address; a map that is gone leads back', async () => {
    await changeAddress(page, `/map/detail/${mapId}?groupid=${groups.first}`)
    await expect(names(page)).toHaveText([accounts.User.fullName, accounts.GroupLeader.fullName])
    await changeAddress(page, '/map/detail/999999')
    await expect(page.getByText('このマップは見つかりません')).toBeVisible()
    await page.getByRole('button', { name: 'マップに戻る' }).click()
    await expect(page).toHaveURL('/map/list')
  })

  await test.step('a leader sees the own group there, and the leader of a group that is elsewhere nothing', async () => {
    const leader = await openBrowser(accounts.GroupLeader)
    await leader.goto(`/map/detail/${mapId}`)
    await expect(names(leader)).toHaveText([accounts.User.fullName, accounts.GroupLeader.fullName])
    await expect(records(leader)).toContainText('緊急の記録はありません')
    await expect(leader.getByRole('combobox', { name: 'グループ' })).toHaveCount(0)

    const stranger = await openBrowser(await leaderElsewhere(product, site))
    await stranger.goto(`/map/detail/${mapId}`)
    await stranger.getByRole('button', { name: '体調一覧に戻る' }).click()
    await expect(stranger).toHaveURL('/physical-condition/list')
  })
})

/** The leader of a group of the same site that nobody of works on the map. */
const leaderElsewhere = async ({ db, passwordHash }: Product, { company, here }: Site): Promise<Account> => {
  const { group_id } = await makeGroup(db, { office_id: here.officeId, name: '鉄骨3班' })
  const login_id = `elsewhere-${here.officeId}`
  const user = await makeUser(
    db,
    'GroupLeader',
    { company_id: company.companyId, office_id: here.officeId, group_id },
    { login_id, password_hash: passwordHash, full_name: '遠藤　保' },
  )
  return { userId: user.user_id, loginId: login_id, fullName: user.full_name }
}
