import { expect, moveTo, test } from './fixtures.ts'
import { choose, downloaded, fill, row, save, saved } from './organisation-parts.ts'

test('the record of changes says who changed what, before and after, and can be saved', async ({ page, site, product, signInAs }) => {
  const long = '東雲三丁目 物流施設および付帯設備新築工事（第二期・外構および仮設足場を含む）'
  await product.db
    .insertInto('audit_log')
    .values({
      company_id: site.company.companyId,
      user_name: 'headquarters-administrator-of-the-site',
      action: 'updateWithoutVersion',
      resource: 'office',
      resource_id: '1',
      before: JSON.stringify({ officeName: long }),
      after: JSON.stringify({ officeName: `${long}・追加` }),
      address: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
    })
    .execute()
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto(`/header-quaters/edit/${site.here.officeId}`)
  await fill(page, { 最寄りの病院: '江東中央病院' })
  await choose(page, '作業の強さ', '高代謝率')
  await save(page, '更新する')
  await saved(page)

  await expect(page).toHaveURL(/\/header-quaters\/list/)
  await moveTo(page, '/audit-log/list')
  await choose(page, '対象', '拠点')
  await expect(page).toHaveURL(/kind=office/)
  // However long the others are, from where somebody came stays in sight at an office's screen with a scroll bar.
  await page.setViewportSize({ width: 1425, height: 900 })
  await expect(row(page, '追加')).toContainText('2001:0db8')
  await expect(page.getByRole('columnheader', { name: '接続元' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  const entry = row(page, site.accounts.AdminUnitContract.loginId).first()
  await expect(entry).toContainText('更新')
  await expect(entry).toContainText(site.accounts.AdminUnitContract.fullName)
  await expect(entry).toContainText('最寄りの病院')
  await entry.getByRole('button', { name: '更新の内容を見る' }).click()
  const change = page.getByRole('dialog').getByRole('row').filter({ hasText: '最寄りの病院' })
  await expect(change.getByRole('cell')).toHaveText(['なし', '江東中央病院'])
  await page.keyboard.press('Escape')
  await expect(entry.getByRole('button', { name: '更新の内容を見る' })).toBeFocused()
  const file = await downloaded(page, () => page.getByRole('button', { name: 'ダウンロード' }).click())
  expect(file.text).toContain('江東中央病院')
  await choose(page, '対象', '会社')
  await expect(page.getByText('該当する記録はありません')).toBeVisible()
})
