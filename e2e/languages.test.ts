import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { password } from './product.ts'

const phone = { width: 375, height: 812 }
const choose = (page: Page, code: string) => page.getByRole('combobox', { name: /Language/ }).selectOption(code)

/** All that can be pressed in a part of the screen can be met with a thumb. */
const expectLarge = async (part: Locator) => {
  for (const button of await part.getByRole('button').all())
    await expect.poll(async () => (await button.boundingBox())?.height, await button.innerText()).toBeGreaterThanOrEqual(48)
}

test.use({ hasTouch: true, viewport: phone })

test('a worker signs in and reads their pages in their language, which stays theirs; a leader’s screens are Japanese', async ({
  page,
  site,
  product,
}) => {
  const worker = site.accounts.User
  await page.goto('/login')
  const select = page.getByRole('combobox', { name: /Language/ })
  expect((await select.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await choose(page, 'vi')
  await page.getByRole('textbox', { name: 'ID đăng nhập' }).fill(worker.loginId)
  await page.getByRole('textbox', { name: 'Mật khẩu' }).fill('wrong')
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).tap()
  await expect(page.getByText('ID đăng nhập hoặc mật khẩu không đúng.')).toBeVisible()
  await expectFitting(page)
  await page.setViewportSize(phone)
  await page.getByRole('textbox', { name: 'Mật khẩu' }).fill(password)
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).tap()

  await expect(page).toHaveURL(/\/home/)
  await page.goto('/physical-condition/detail')
  await expect(page.getByRole('heading', { name: 'Sức khỏe của tôi' })).toBeVisible()
  await expectFitting(page)
  await page.setViewportSize(phone)
  await page.goto('/account-security')
  const signedIn = page.getByRole('region', { name: 'Thiết bị đang đăng nhập' })
  await expect(signedIn).toContainText('Thiết bị này')
  for (const part of [signedIn, page.getByRole('region', { name: 'Xác thực hai bước' })])
    expect(await part.innerText()).not.toMatch(/[\u3040-\u30ff]/)
  await expectFitting(page)
  await page.setViewportSize(phone)
  await expectLarge(page.getByRole('main'))
  await page.getByRole('button', { name: 'Đăng ký ứng dụng xác thực' }).tap()
  expect(await page.getByRole('dialog').innerText()).not.toMatch(/[\u3040-\u30ff]/)
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Hủy' })
  await expect.poll(async () => (await cancel.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await cancel.tap()
  const { db } = product
  const languageOf = async () =>
    (await db.selectFrom('app_user').select('language').where('user_id', '=', worker.userId).executeTakeFirstOrThrow()).language
  await expect.poll(languageOf).toBe('vi')

  await choose(page, 'my')
  await expect(page.locator('html')).toHaveAttribute('lang', 'my')
  await expect.poll(languageOf).toBe('my')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'my')
  await expectFitting(page)
  await page.setViewportSize(phone)

  // Easy Japanese with readings: the browser remembers them, the record says Japanese.
  await choose(page, 'ja-Hrkt')
  await expect.poll(languageOf).toBe('ja')
  await page.reload()
  await expect(page.locator('ruby').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expectFitting(page)
  await page.setViewportSize(phone)

  // Without a network the page is in the chosen language at once, and the server knows it with the next connection.
  await choose(page, 'vi')
  await expect.poll(languageOf).toBe('vi')
  await page.context().setOffline(true)
  await choose(page, 'my')
  await expect(page.locator('html')).toHaveAttribute('lang', 'my')
  expect(await languageOf()).toBe('vi')
  await page.context().setOffline(false)
  await expect.poll(languageOf).toBe('my')

  await page.getByRole('banner').getByRole('button').first().tap()
  await page.getByRole('dialog').getByRole('button').last().tap()
  await expect(page.getByRole('combobox', { name: /Language/ })).toHaveValue('my')
  const leader = site.accounts.GroupLeader
  await page.locator('#login-username').fill(leader.loginId)
  await page.locator('#login-password').fill(password)
  await page.locator('button[type=submit]').tap()
  await expect(page).toHaveURL(/\/home/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page.getByRole('button', { name: 'メニューを開く' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: /Language/ })).toHaveCount(0)
})
