import type { Page } from '@playwright/test'
import { conditionRow, expect, moveTo, test } from './fixtures.ts'
import { minutesAgo, racing, vital } from './site.ts'

// A whole story with everything that moves: what is on its way in or out must not be in the way of what is done next.
test.use({ isStill: false })

const bannerOf = (page: Page) => page.getByRole('region', { name: '緊急' })

test('a reading posted from outside that makes danger is on the open list by itself, long before the minute of its refresh', async ({
  page,
  site,
  signInAs,
}, testInfo) => {
  const { here, accounts } = site
  await here.post([vital(accounts.User, { at: minutesAgo(6), interval: 10 })])
  await signInAs(accounts.HeadquartersAdmin)
  const listening = page.waitForResponse('**/api/live*')
  await page.goto('/physical-condition/list')
  const row = conditionRow(page, accounts.User.fullName)
  await expect(row.getByText('安全')).toBeVisible()
  await page.getByRole('checkbox', { name: '自動更新' }).check()
  await listening

  const before = performance.now()
  await here.post(racing(accounts.User))
  // How soon it is there is for `npm run bench -- seen`.
  await expect(row.getByText('危険')).toBeVisible()
  testInfo.annotations.push({ type: 'ms from the post to the screen', description: String(Math.round(performance.now() - before)) })
  await expect(row.getByRole('img', { name: '心拍 190、最大心拍 180 を超過' })).toBeVisible()
})

test('a call is shown above every screen of the leader and the base admin until it is answered and closed', async ({
  page,
  site,
  signInAs,
  openBrowser,
}) => {
  const { here, accounts } = site
  await signInAs(accounts.GroupLeader)
  const admin = await openBrowser(accounts.HeadquartersAdmin)
  const streams = [page, admin].map((one) => one.waitForResponse('**/api/live*'))
  await page.goto('/user')
  await admin.goto('/change-password')
  await Promise.all(streams)

  await here.post([vital(accounts.User, { call: true, heartRate: 120 })])
  for (const one of [page, admin]) await expect(bannerOf(one).getByText(accounts.User.fullName, { exact: true })).toBeVisible()
  await expect(bannerOf(page)).toContainText('未対応')
  await expect(bannerOf(page)).toContainText('東側 外部足場 3段目')
  for (const path of [
    '/physical-condition/list',
    `/physical-condition/detail?UserId=${accounts.User.userId}`,
    '/change-password',
    '/home',
    '/user',
  ]) {
    await moveTo(page, path)
    await expect(bannerOf(page)).toContainText(accounts.User.fullName)
  }

  await bannerOf(page).getByRole('button', { name: '確認する' }).click()
  const dialog = page.getByRole('dialog', { name: `${accounts.User.fullName}への対応` })
  await expect(dialog.getByRole('listitem').first()).toHaveText('作業を止める')
  await dialog.getByRole('button', { name: '確認した。ほかの人に頼む' }).click()
  await expect(dialog).toHaveCount(0)
  for (const one of [page, admin]) await expect(bannerOf(one)).toContainText(accounts.GroupLeader.fullName)
  await expect(bannerOf(admin)).toContainText('確認済み')

  await bannerOf(admin).getByRole('button', { name: '対応する' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '対応する。自分が向かう' }).click()
  await expect(bannerOf(page)).toContainText('対応中')
  await expect(bannerOf(page)).toContainText(accounts.HeadquartersAdmin.fullName)

  await bannerOf(page).getByRole('button', { name: '対応を終える' }).click()
  await dialog.getByRole('button', { name: '対応を終える' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('結果を選んでください。')
  await dialog.getByRole('radio', { name: '休憩して復帰' }).check()
  await dialog.getByLabel('メモ').fill('日陰で30分休み、水分をとった')
  await dialog.getByRole('button', { name: '対応を終える' }).click()
  for (const one of [page, admin]) await expect(bannerOf(one)).toHaveCount(0)

  await moveTo(page, `/physical-condition/detail?UserId=${accounts.User.userId}`)
  const record = page.getByRole('row').filter({ hasText: '緊急' })
  await expect(record).toContainText('完了')
  await expect(record).toContainText(`休憩して復帰・${accounts.GroupLeader.fullName}`)
  await expect(record).toContainText('日陰で30分休み、水分をとった')
})

test('the second of two emergencies is shown as well; one is closed and the other stays', async ({ page, site, signInAs }) => {
  const { here, accounts, neighbour } = site
  await here.post([vital(accounts.User, { call: true })])
  await signInAs(accounts.HeadquartersAdmin)
  const listening = page.waitForResponse('**/api/live*')
  await page.goto('/home')
  await expect(page.getByRole('article', { name: accounts.User.fullName })).toBeVisible()
  await listening
  await here.post([vital(neighbour, { call: true })])
  // A screen reader announces the second one too.
  await expect(page.getByRole('alert')).toContainText(neighbour.fullName)
  await moveTo(page, '/physical-condition/list')
  await bannerOf(page).getByRole('button', { name: 'ほか1人' }).click()
  const line = bannerOf(page).getByRole('listitem')
  await expect(line).toHaveCount(1)
  const other = (await line.getByText(neighbour.fullName).count()) > 0 ? accounts.User : neighbour
  await line.getByRole('button', { name: '確認する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '確認した。自分が向かう' }).click()
  // Who has an answer waits behind who has none.
  await expect(line).toContainText('対応中')
  await line.getByRole('button', { name: '対応を終える' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: '誤報' }).check()
  await page.getByRole('dialog').getByRole('button', { name: '対応を終える' }).click()
  await expect(line).toHaveCount(0)
  await expect(bannerOf(page)).toContainText(other.fullName)
})

test('a worker sees only the own detail, a leader only the group, and neither learns of anybody else', async ({
  page,
  site,
  signInAs,
  openBrowser,
}) => {
  const { here, elsewhere, accounts, neighbour, distant } = site
  await here.post([vital(accounts.User), vital(accounts.GroupLeader), ...racing(neighbour), vital(neighbour, { call: true })])
  await elsewhere.post([vital(distant)])

  await signInAs(accounts.User)
  await page.goto(`/physical-condition/detail?UserId=${neighbour.userId}`)
  await expect(page.getByRole('heading', { level: 1, name: '自分の体調' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: accounts.User.fullName })).toBeVisible()
  await expect(page.getByText(neighbour.fullName)).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'メンバー' })).toHaveCount(0)

  const leader = await openBrowser(accounts.GroupLeader)
  await leader.goto(`/physical-condition/list?officeId=${site.elsewhere.officeId}&groupId=${site.groups.second}&healthData=false`)
  await expect(conditionRow(leader, accounts.User.fullName)).toBeVisible()
  await expect(conditionRow(leader, accounts.GroupSubLeader.fullName)).toBeVisible()
  await expect(leader.getByRole('heading', { level: 1 }).locator('..')).toContainText('3人')
  await expect(leader.getByText(neighbour.fullName)).toHaveCount(0)
  await expect(bannerOf(leader)).toHaveCount(0)
  await moveTo(leader, `/physical-condition/detail?UserId=${neighbour.userId}`)
  await expect(leader.getByRole('alert')).toContainText('見つかりません。削除されたか、見る権限がありません。')
})
