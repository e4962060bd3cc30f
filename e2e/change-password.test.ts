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

const required = 'この項目は必須です。'
const tooShort = '8文字以上で入力してください。'
const tooLong = '100文字以内で入力してください。'
const kinds = '半角の英小文字、英大文字、数字をそれぞれ1文字以上使ってください。'
const differs = '新しいパスワードと一致していません。'

test.beforeEach(async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.GroupLeader)
  await page.goto('/user')
  await page.getByRole('link', { name: 'パスワードを変更する' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'パスワードの変更' })).toBeVisible()
})

test('every fault of a new password is said at its field, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => void sent.push(request.url()))
  await send(page)
  await expectTexts(page, required, required, required)
  for (const [values, ...texts] of [
    [[password, 'Aa1', 'Aa1'], tooShort],
    [[password, 'AAAAAAA1', 'AAAAAAA1'], kinds],
    [[password, 'aaaaaaa1', 'aaaaaaa1'], kinds],
    [[password, 'Aaaaaaaa', 'Aaaaaaaa'], kinds],
    [[password, 'Ａａａａａａａ１', 'Ａａａａａａａ１'], kinds],
    [[password, `Aa1${'x'.repeat(98)}`, `Aa1${'x'.repeat(98)}`], tooLong],
    [[password, 'Other-1234', 'Other-1235'], differs],
    [['', 'Aa1', 'Aa2'], required, tooShort, differs],
  ] as const) {
    await fill(page, ...values)
    await expectTexts(page, ...texts)
  }
  await send(page)
  await expect(page.getByRole('alert').filter({ hasText: '3か所に入力の誤りがあります。' })).toBeVisible()
  await expect(page.getByLabel(fields[0], { exact: true })).toBeFocused()

  await fill(page, password)
  await send(page)
  await expectTexts(page, required, required)
  await expect(page.getByLabel(fields[1], { exact: true })).toBeFocused()
  expect(sent.filter((url) => url.includes('ChangePassword'))).toEqual([])
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

test('leaving with unsaved changes is asked about: one may stay, or go without them', async ({ page }) => {
  await page.getByLabel(fields[0], { exact: true }).fill('half')
  const question = page.getByRole('dialog', { name: 'ご注意' })
  await page.getByRole('link', { name: 'ホーム' }).click()
  await expect(question).toContainText('保存していない変更があります。移動すると、変更は失われます。')
  await question.getByRole('button', { name: '編集に戻る' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/change-password')
  await expect(page.getByLabel(fields[0], { exact: true })).toHaveValue('half')

  await page.goBack()
  await question.getByRole('button', { name: '編集に戻る' }).click()
  await expect(page).toHaveURL('/change-password')

  await page.getByRole('link', { name: 'ホーム' }).click()
  await question.getByRole('button', { name: '保存せずに移動' }).click()
  await expect(page).toHaveURL('/home')
})

test('a reload and a closing tab are asked about by the browser while anything is unsaved, and not otherwise', async ({ page }) => {
  await page.reload()
  await page.getByLabel(fields[0], { exact: true }).pressSequentially('half')
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
