import type { Page } from '@playwright/test'
import { choice, makeTerminal } from './device-parts.ts'
import { expect, test } from './fixtures.ts'
import { field, saved } from './organisation-parts.ts'
import { password } from './product.ts'
import { racing, vital } from './site.ts'
import { tabTo } from './tab-to.ts'

// A whole story with everything that moves: what is on its way in or out must not be in the way of what is done next.
test.use({ isStill: false })

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
  const menu = page.getByRole('row').getByRole('button', { name: `${neighbour.fullName}の操作` })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '作業終了' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '作業終了' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
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

const retype = async (page: Page, text: string) => {
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

test("by the keyboard alone: change a terminal's setting and send it", async ({ page, site, product, signInAs }) => {
  await makeTerminal(product, site)
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/setting-new-device?smartSafetyBeltId=B-07')
  await tabTo(page, field(page, '判定する高さ（cm）'))
  await retype(page, '250')
  await tabTo(page, page.getByRole('button', { name: /^LED 1 / }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'LED 1の色' }).getByRole('textbox')).toBeFocused()
  await retype(page, '112233')
  await tabTo(page, page.getByRole('button', { name: 'OK' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'LED 1 #112233 色を変える' })).toBeFocused()
  await tabTo(page, choice(page, 'ブザー', 'オン'))
  await page.keyboard.press('ArrowRight')
  await expect(choice(page, 'ブザー', 'オフ')).toBeChecked()
  await expect(page.getByText('変更 3項目')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: '保存する' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: '保存する' }))
  await page.keyboard.press('Enter')
  await saved(page)
  await expect(page.getByText('送信待ち')).toBeVisible()
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
  const link = page.getByRole('main').getByRole('link', { name: 'パスワードを変更する' })
  await expect(link).toBeFocused()
  await expect(link).toHaveCSS('outline-style', 'solid')
})
