import type { Page } from '@playwright/test'
import { expect, submitLogin, test } from './fixtures.ts'
import { password } from './product.ts'

const fields = ['現在のパスワード', '新しいパスワード', '新しいパスワード（確認）'] as const

const fill = async (page: Page, ...values: readonly string[]) => {
  for (const [index, label] of fields.entries()) await page.getByLabel(label, { exact: true }).fill(values[index] ?? '')
}
const send = (page: Page) => page.getByRole('button', { name: '変更する' }).click()
/** What each field says, in the order of the screen. */
const expectTexts = (page: Page, ...texts: readonly string[]) =>
  expect(page.getByRole('alert').filter({ hasNotText: 'か所に入力の誤りがあります。' })).toHaveText([...texts])

test.beforeEach(async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.GroupLeader)
  await page.goto('/user')
  await page.getByRole('link', { name: 'パスワードを変更する' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'パスワードの変更' })).toBeVisible()
})

test('a wrong current password is said at its field; the right one changes it and ends the other sessions', async ({
  page,
  site,
  openBrowser,
}) => {
  const elsewhere = await openBrowser(site.accounts.GroupLeader)
  await elsewhere.goto('/user')
  await fill(page, 'Wrong-1234', 'Other-1234', 'Other-1234')
  await send(page)
  await expectTexts(page, '現在のパスワードが違います。')
  await expect(page.getByLabel(fields[0], { exact: true })).toBeFocused()

  await fill(page, password, 'Password1', 'Password1')
  await send(page)
  await expectTexts(page, 'よく使われているパスワードです。ほかの人が思いつかないものにしてください。')
  await expect(page.getByLabel(fields[1], { exact: true })).toBeFocused()

  await fill(page, password, 'Other-1234', 'Other-1234')
  await send(page)
  await expect(page.getByText('パスワードを変更しました。')).toBeVisible()
  await expect(page).toHaveURL('/user')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'アカウント' })).toBeVisible()

  // It may have heard of it by itself already.
  await elsewhere.goto('/home')
  await expect(elsewhere).toHaveURL('/login')
  await submitLogin(elsewhere, site.accounts.GroupLeader.loginId, password)
  await expect(elsewhere.getByRole('alert')).toHaveText('ログインIDまたはパスワードが違います。')
  await submitLogin(elsewhere, site.accounts.GroupLeader.loginId, 'Other-1234')
  await expect(elsewhere).toHaveURL('/home')
})

test('leaving with unsaved changes is asked about, by the console and, where the page would be gone, by the browser', async ({ page }) => {
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'パスワードの変更' })).toBeVisible()
  await page.getByLabel(fields[0], { exact: true }).pressSequentially('half')
  const ask = page.getByRole('dialog', { name: 'ご注意' })
  for (const leave of [() => page.getByRole('link', { name: 'ホーム' }).click(), () => page.goBack()]) {
    await leave()
    await ask.getByRole('button', { name: '編集に戻る' }).click()
    await expect(ask).toHaveCount(0)
    await expect(page).toHaveURL('/change-password')
  }
  const dialog = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const question = await dialog
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(page.getByLabel(fields[0], { exact: true })).toHaveValue('half')

  const secondDialog = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const closing = await secondDialog
  expect(closing.type()).toBe('beforeunload')
  const closed = page.waitForEvent('close')
  await closing.accept()
  await closed
})
