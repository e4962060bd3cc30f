import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { vital } from './site.ts'

test('a drill: started after asking, shown as one, confirmed by the leader, and timed', async ({ page, site, signInAs, openBrowser }) => {
  const { accounts, here, neighbour } = site
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/home')
  await page.getByRole('link', { name: '訓練', exact: true }).click()
  await expect(page.getByText('まだ訓練をしていません')).toBeVisible()

  await page.getByRole('button', { name: '毎週の訓練' }).click()
  await page.getByRole('combobox', { name: '曜日' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '毎週水曜日' }).click()
  await page.getByLabel('時刻').fill('09:30')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('保存しました。')).toBeVisible()

  await page.getByRole('button', { name: '訓練を始める' }).click()
  const dialog = page.getByRole('dialog', { name: '訓練を始める' })
  await dialog.getByRole('combobox', { name: 'グループ' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '鉄骨1班' }).click()
  for (const person of [accounts.GroupLeader, accounts.GroupSubLeader]) await expect(dialog).toContainText(person.fullName)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '訓練を始める' }).click()
  const row = page.getByRole('row').filter({ hasText: '鉄骨1班' })
  await expect(row).toContainText('まだ確認されていません')
  await expect(row).toContainText(accounts.HeadquartersAdmin.fullName)
  await expect(page.getByRole('region', { name: '訓練', exact: true })).toContainText('緊急時の連絡の訓練です')
  await expectFitting(page)

  // Somebody is in danger meanwhile: they come first, and the drill is shown after them.
  const leader = await openBrowser(accounts.GroupLeader)
  await leader.goto('/physical-condition/list')
  const drillBanner = leader.getByRole('region', { name: '訓練', exact: true })
  await drillBanner.getByRole('button', { name: '確認する' }).click()
  const answering = leader.getByRole('dialog')
  await expect(answering).toContainText('【訓練】')
  await expect(answering.getByRole('link', { name: /119/ })).toHaveCount(0)
  await answering.getByRole('button', { name: /自分が向かう/ }).click()
  await expect(row).toContainText(accounts.GroupLeader.fullName)
  await expect(row).toContainText(/\d[秒分]/)

  await here.post([vital(neighbour, { call: true })])
  await expect(page.getByRole('region', { name: '緊急', exact: true })).toContainText(neighbour.fullName)
  await row.getByRole('link').click()
  await expect(page.getByText('訓練の記録です。実際の緊急ではありません。')).toBeVisible()
  await expect(page.getByRole('region', { name: 'したこと' })).toContainText('訓練を始めた')
  await moveTo(page, '/drill/list')
  await expect(row).toBeVisible()
})
