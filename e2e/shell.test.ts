import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { racing, vital } from './site.ts'

// A whole story with everything that moves: what is on its way in or out must not be in the way of what is done next.
test.use({ isStill: false })

/** Reached by a thumb without scrolling sideways or down. */
const expectInReach = async (button: Locator) => {
  await expect(button).toBeInViewport({ ratio: 1 })
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
}

const widthOf = (element: Locator) => async () => (await element.boundingBox())?.width

test('the sidebar is 220 px wide or folded to 60, as the browser remembers; below 1000 px it is a drawer that closes when a screen is chosen', async ({
  page,
  site,
  signInAs,
}) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.goto('/home')
  const menu = page.getByRole('navigation', { name: 'メニュー' })
  await expect.poll(widthOf(menu)).toBe(220)
  await page.getByRole('button', { name: 'メニューをたたむ' }).click()
  await expect.poll(widthOf(menu)).toBe(60)
  await expect(menu.getByRole('link', { name: '体調一覧' })).toHaveAttribute('title', '体調一覧')
  await page.reload()
  await expect.poll(widthOf(menu)).toBe(60)
  const line = await menu.getByText('© 2026 見守りシステム').boundingBox()
  expect(line?.x).toBeGreaterThanOrEqual(0)
  expect((line?.x ?? 0) + (line?.width ?? 0)).toBeLessThanOrEqual(60)
  await page.getByRole('button', { name: 'メニューを広げる' }).click()
  await expect.poll(widthOf(menu)).toBe(220)

  await page.setViewportSize({ width: 999, height: 800 })
  const open = page.getByRole('button', { name: 'メニューを開く' })
  await expect(open).toBeVisible()
  await expect(menu).toHaveCount(0)
  await open.click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: '体調一覧' }).click()
  await expect(page).toHaveURL('/physical-condition/list')
  await expect(drawer).toHaveCount(0)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(menu).toBeVisible()
  await expect(open).toHaveCount(0)
})

test('on a phone a leader sees who needs help and answers within two taps', async ({ page, site, signInAs }) => {
  const { accounts, here } = site
  const { GroupSubLeader: other } = accounts
  await here.post([vital(accounts.User, { call: true, heartRate: 150 }), ...racing(other)])
  await signInAs(accounts.GroupLeader)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/home')
  const card = page.getByRole('article', { name: `緊急 ${accounts.User.fullName}` })
  await expect(card).toContainText('東側 外部足場 3段目')
  await expect(card).toBeInViewport()
  await card.getByRole('button', { name: '確認する' }).click()
  const go = page.getByRole('dialog', { name: `${accounts.User.fullName}への対応` }).getByRole('button', { name: '確認した。自分が向かう' })
  await expectInReach(go)
  await go.click()
  await expect(card).toContainText(`${accounts.GroupLeader.fullName} が向かっています`)

  // A danger that is no emergency is answered from its row as well, and from the first screen of the person.
  const answerIn = (place: Locator) => place.getByRole('button', { name: `${other.fullName}　確認する` })
  const others = page.getByRole('list', { name: 'ほかのメンバー' })
  // Rows are drawn once more where the console takes the home over, which stays where it was scrolled to.
  await expect(async () => {
    await answerIn(others).scrollIntoViewIfNeeded({ timeout: 2_000 })
    await expectInReach(answerIn(others))
  }).toPass()
  await others.getByRole('link', { name: other.fullName }).click()
  const state = page.getByRole('region', { name: 'いまの状態' })
  await expectInReach(answerIn(state))
  await answerIn(state).click()
  await page.getByRole('button', { name: '確認した。ほかの人に頼む' }).click()
  await expect(state.getByRole('button', { name: `${other.fullName}　対応する` })).toBeVisible()
})

test('the chosen brightness stays, also before the console has loaded', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.User)
  await page.goto('/user')
  await page.getByRole('radio', { name: '暗い' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
