import { expect, submitLogin, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { password } from './product.ts'
import { vital } from './site.ts'

// Each inspection looks at every element of a screen; a busy machine takes its time over it.
test.slow()

test('somebody with a password set by others changes it first, and continues to the screen they wanted', async ({
  page,
  site,
  product,
}) => {
  const { loginId, userId, fullName } = site.accounts.HeadquartersAdmin
  await site.here.post([vital(site.accounts.User, { call: true })])
  await product.db.updateTable('app_user').set({ must_change_password: true }).where('user_id', '=', userId).execute()
  const refused: string[] = []
  page.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())))

  await page.goto('/worker/list')
  await submitLogin(page, loginId)
  await expect(page).toHaveURL('/change-password')
  await expect(page.getByText('はじめに、パスワードを変更してください。')).toBeVisible()
  await expect(page.getByText(fullName)).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  // Nothing about the person who waits but that they do.
  await expect(page.getByRole('alert')).toContainText('未対応の緊急が1件あります。')
  await expect(page.getByText(site.accounts.User.fullName)).toHaveCount(0)
  await expect(page.getByRole('button', { name: '戻る' })).toHaveCount(0)
  // Who does not want to change it now can sign out; half a password is nothing to ask about.
  await page.getByLabel('新しいパスワード', { exact: true }).fill('Cho')
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/worker/list')
  await submitLogin(page, loginId)
  await expect(page).toHaveURL('/change-password')
  await page.goto('/home')
  await expect(page).toHaveURL('/change-password')
  await expect(page.getByLabel('現在のパスワード', { exact: true })).toBeFocused()
  await expectFitting(page)
  const other = await page.context().newPage()
  await other.goto('/home')
  await expect(other).toHaveURL('/change-password')

  await page.getByLabel('現在のパスワード', { exact: true }).fill(password)
  await page.getByLabel('新しいパスワード', { exact: true }).fill('Chosen-7402')
  await page.getByLabel('新しいパスワード（確認）', { exact: true }).fill('Chosen-7402')
  await page.getByRole('button', { name: '変更する' }).click()
  await expect(page).toHaveURL('/worker/list')
  await expect(page.getByRole('heading', { level: 1, name: '作業者' })).toBeVisible()
  expect(refused).toEqual([])
  // A person who looks at the other tab continues there too.
  await other.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(other).toHaveURL('/home')
})
