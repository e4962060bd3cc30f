import { makeAlert } from '../apps/server/src/shared/organisation/test-factories.ts'
import { expect, test } from './fixtures.ts'
import { vital } from './site.ts'

test.beforeEach(({ page }) => page.setViewportSize({ width: 375, height: 812 }))

test('on a phone a leader ends the work of somebody whose tag is silent in two taps', async ({ page, site, signInAs, product: { db } }) => {
  const { here, accounts, company } = site
  const { userId, fullName } = accounts.User
  await here.post([vital(accounts.User)])
  const silentSince = new Date(Date.now() - 40 * 60_000)
  await db
    .updateTable('worker_state')
    .set({ last_at: silentSince, heard_at: silentSince })
    .where('worker_state.user_id', '=', userId)
    .execute()
  const person = {
    user_id: userId,
    company_id: company.companyId,
    office_id: here.officeId,
    group_id: site.groups.first,
    full_name: fullName,
  }
  await makeAlert(db, person, { kind: 'silent', level: null, cause: 'silent', started_at: new Date(Date.now() - 25 * 60_000) })

  await signInAs(accounts.GroupLeader)
  await page.goto(`/physical-condition/detail?UserId=${userId}`)
  const line = page.getByRole('list', { name: 'アラート', exact: true }).getByRole('listitem').filter({ hasText: 'データ途絶' })
  await expect(line).toContainText('継続中')
  await page.getByRole('button', { name: `${fullName}の作業終了` }).click()
  const dialog = page.getByRole('dialog', { name: '作業終了' })
  await expect(dialog).toContainText(`${fullName}さんの作業を終了します。`)
  await expect(dialog).toContainText('次に測定値が届くまで知らせません')
  await dialog.getByRole('button', { name: '作業を終了する' }).click()
  await expect(page.getByText('1人の作業終了を記録しました。')).toBeVisible()
  await expect(line).toContainText('完了')
  await expect(line).toContainText('帰宅')
  await expect(line).toContainText(accounts.GroupLeader.fullName)
})

test('on a phone the work of a group and of the whole site ends from the list and from home; in the office that of a person from their line', async ({
  page,
  site,
  signInAs,
  openBrowser,
}) => {
  const { here, accounts } = site
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/physical-condition/list')
  await page.getByRole('button', { name: `${here.name}の作業終了` }).click()
  await expect(page.getByRole('dialog')).toContainText(`「${here.name}」の全員の作業を終了します。`)
  await page.getByRole('dialog').getByRole('button', { name: 'やめる' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: `${here.name}の作業終了` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '作業を終了する' }).click()
  await expect(page.getByText('4人の作業終了を記録しました。')).toBeVisible()

  // In the office the list ends the work of a person from their line.
  await page.setViewportSize({ width: 1440, height: 900 })
  await here.post([vital(accounts.User)])
  await page.getByRole('button', { name: '表示更新' }).click()
  await page.getByRole('button', { name: `${accounts.User.fullName}の操作` }).click()
  await page.getByRole('menuitem', { name: '作業終了' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '作業を終了する' }).click()
  await expect(page.getByText('1人の作業終了を記録しました。')).toBeVisible()

  const leader = await openBrowser(accounts.GroupLeader)
  await leader.setViewportSize({ width: 375, height: 812 })
  await leader.goto('/home')
  await leader.getByRole('button', { name: '鉄骨1班の作業終了' }).click()
  await leader.getByRole('dialog').getByRole('button', { name: '作業を終了する' }).click()
  await expect(leader.getByText('3人の作業終了を記録しました。')).toBeVisible()
})
