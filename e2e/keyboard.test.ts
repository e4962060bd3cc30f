import { expect, test } from './fixtures.ts'
import { password } from './product.ts'
import { racing, vital } from './site.ts'
import { tabTo } from './tab-to.ts'

test('by the keyboard alone: sign in, reach the list, open a person, answer a call', async ({ page, site }) => {
  const { accounts, here, neighbour } = site
  await here.post([...racing(neighbour), vital(accounts.User, { call: true })])
  await page.goto('/login')
  await expect(page.getByLabel('ログインID')).toBeFocused()
  await page.keyboard.type(accounts.HeadquartersAdmin.loginId)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')

  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: '体調一覧' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '体調一覧' })).toBeFocused()

  const automatic = page.getByRole('checkbox', { name: '自動更新' })
  await tabTo(page, automatic)
  await page.keyboard.press('Space')
  await expect(automatic).toBeChecked()
  await tabTo(page, page.getByRole('row').getByRole('link', { name: neighbour.fullName }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '体調詳細' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: neighbour.fullName })).toBeVisible()

  const answer = page.getByRole('region', { name: '緊急' }).getByRole('button', { name: '確認する' })
  await tabTo(page, answer)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `${accounts.User.fullName}への対応` })
  await tabTo(page, dialog.getByRole('button', { name: '確認した。自分が向かう' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: '緊急' })).toContainText('対応中')

  await tabTo(page, page.getByRole('region', { name: '緊急' }).getByRole('button', { name: '対応を終える' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: '緊急' }).getByRole('button', { name: '対応を終える' })).toBeFocused()
})

test('the first Tab offers the way past the menu', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/user')
  await expect(page.getByRole('heading', { level: 1, name: 'アカウント' })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '本文へ移動' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'パスワードを変更する' })).toBeFocused()
})
