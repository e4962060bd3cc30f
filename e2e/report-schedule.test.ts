import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { answer, dialog, field, saved } from './organisation-parts.ts'

test('a schedule is added, says what each address gets, is changed, guarded and deleted', async ({
  page,
  site,
  signInAs,
  product: { db },
}) => {
  test.slow()
  const { accounts, here } = site
  const inside = `anzen-${here.officeId}@aoba.example.jp`
  await db.updateTable('app_user').set({ email: inside }).where('user_id', '=', accounts.HeadquartersAdmin.userId).execute()
  await signInAs(accounts.AdminUnitContract)
  await page.goto('/report')
  await page.getByRole('link', { name: '定期送信' }).click()
  await expect(page.getByText('まだ定期送信がありません')).toBeVisible()

  await page.getByRole('button', { name: '追加' }).click()
  await dialog(page).getByRole('button', { name: '保存する' }).click()
  await expect(dialog(page).getByText('1件以上入力してください。')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('combobox', { name: '拠点' }).fill(here.name)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: here.name }).click()
  await dialog(page).getByRole('radio', { name: '月次（前の月）' }).check()
  await field(page, '送る時刻').fill('06:30')
  await dialog(page).getByRole('combobox', { name: '宛先' }).fill(`${inside}, owner@example`)
  await dialog(page).getByRole('button', { name: '保存する' }).click()
  await expect(dialog(page).getByText('「owner@example」は届きません。')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'owner@exampleを外す' }).click()
  // What is typed counts without Enter.
  await dialog(page).getByRole('combobox', { name: '宛先' }).fill('owner@example.co.jp')
  await dialog(page).getByRole('button', { name: '保存する' }).click()
  await saved(page)
  const row = page.getByRole('row').filter({ hasText: here.name })
  await expect(row).toContainText('06:30')
  await expect(row.getByRole('listitem').filter({ hasText: inside })).toContainText('リンク付き')
  await expect(row.getByRole('listitem').filter({ hasText: 'owner@example.co.jp' })).toContainText('合計だけ')
  await expect(row).toContainText(/1日（.）\s*06:30/)
  await expect(row).toContainText(accounts.AdminUnitContract.fullName)
  await expectFitting(page, () => page.getByText('owner@example.co.jp').first().waitFor())

  await row.getByRole('button', { name: /編集$/ }).click()
  await dialog(page).getByRole('radio', { name: '止めておく' }).check()
  await dialog(page).getByRole('button', { name: 'やめる' }).click()
  await answer(page, '保存していない変更があります。', '編集に戻る')
  await dialog(page).getByRole('button', { name: '保存する' }).click()
  await expect(row).toContainText('止めています')

  await row.getByRole('button', { name: /削除$/ }).click()
  await answer(page, '削除します。', '削除する')
  await expect(page.getByText('まだ定期送信がありません')).toBeVisible()
})
