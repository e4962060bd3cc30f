import { expect, moveTo, test } from './fixtures.ts'
import { choose } from './organisation-parts.ts'
import { heat, vital } from './site.ts'

test('the heat of a place says whom it is too much for', async ({ page, site, signInAs, product: { db } }) => {
  const { here, accounts } = site
  const strict = [accounts.User.userId, accounts.GroupLeader.userId]
  await db.updateTable('app_user').set({ metabolic_class: 3, acclimatised: false }).where('user_id', 'in', strict).execute()
  await here.post([heat(20), vital(accounts.User), vital(accounts.GroupLeader), vital(accounts.GroupSubLeader)])
  await here.post([heat(25)])
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/home')
  const alerts = page.getByRole('list', { name: 'いま知らせている暑さ' }).getByRole('listitem')
  await expect(alerts).toContainText('23.0℃の基準値を 2.0℃ 超過・2名')
  await expect(alerts).toContainText(accounts.User.fullName)
  await expect(alerts).not.toContainText(accounts.GroupSubLeader.fullName)
  await alerts.getByRole('button', { name: '屋上の暑さ：確認する' }).click()
  await expect(page.getByRole('dialog')).toContainText('23.0℃の基準値を 2.0℃ 超過・2名')
})

test('a worker’s measured acclimatisation is shown beside them, and their clothing may have a hood', async ({
  page,
  site,
  signInAs,
  product: { db },
}) => {
  const { accounts } = site
  const { userId } = accounts.User
  const last = new Date(Date.now() - 5 * 24 * 3_600_000 + 9 * 3_600_000).toISOString().slice(0, 10)
  await db.updateTable('app_user').set({ observed_acclimatised: true, last_exposure_on: last }).where('user_id', '=', userId).execute()
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto(`/physical-condition/detail?UserId=${userId}`)
  await expect(page.getByText('暑さの中での作業が4日間ありません。')).toBeVisible()

  await moveTo(page, `/worker/edit/${userId}`)
  await expect(page.getByText('測定の実績から（慣れている）')).toBeVisible()
  await expect(page.getByText('暑さの中での作業が4日間ありません。')).toBeVisible()
  await choose(page, '服装', '不浸透性のつなぎ服＋フード')
  await expect(page.getByRole('status').filter({ hasText: '17' })).toBeVisible()
})
