import { AxeBuilder } from '@axe-core/playwright'
import type { Role } from '@mimamori/contract'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { settled } from './settled.ts'
import { fillSite, type Site, vital } from './site.ts'

type Screen = {
  readonly name: string
  /** Nobody is signed in where it is left out. */
  readonly role?: Role
  readonly path: (site: Site) => string
  /** What must be there before it counts as shown. */
  readonly shows: (page: Page, site: Site) => Promise<unknown>
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor({ state: 'attached' })
const worker = (page: Page, { accounts }: Site) => page.getByText(accounts.User.fullName).first().waitFor()
const chart = (page: Page) => page.getByRole('figure').locator('canvas').first().waitFor()
const card = (page: Page, { neighbour }: Site) => page.getByRole('article', { name: `緊急 ${neighbour.fullName}` }).waitFor()

const screens: readonly Screen[] = [
  { name: 'login', path: () => '/login', shows: (page) => page.getByLabel('ログインID').waitFor() },
  { name: 'change password', role: 'HeadquartersAdmin', path: () => '/change-password', shows: heading('パスワードの変更') },
  { name: 'account', role: 'HeadquartersAdmin', path: () => '/user', shows: heading('アカウント') },
  { name: 'home of a base', role: 'HeadquartersAdmin', path: () => '/home', shows: card },
  { name: 'home of a company', role: 'AdminUnitContract', path: () => '/home', shows: card },
  { name: 'home of a group', role: 'GroupLeader', path: () => '/home', shows: worker },
  { name: 'home of a worker', role: 'User', path: () => '/home', shows: (page) => page.getByRole('region', { name: '自分の体調' }).waitFor() },
  { name: 'list of a base', role: 'HeadquartersAdmin', path: () => '/physical-condition/list?healthData=false', shows: worker },
  { name: 'list of a company', role: 'AdminUnitContract', path: () => '/physical-condition/list', shows: worker },
  {
    name: 'detail',
    role: 'HeadquartersAdmin',
    path: ({ neighbour }) => `/physical-condition/detail?UserId=${neighbour.userId}`,
    shows: chart,
  },
  { name: 'detail of a worker', role: 'User', path: () => '/physical-condition/detail', shows: chart },
]

const height = 900
const widths = [1440, 1000, 375] as const
/** Where people sit and what they carry; between them only the room is looked at. */
const inspected: readonly number[] = [1440, 375]

/** What is wider than its place where only tables may be: the page, and the pane of the screen. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.getElementById('main')]
      .filter((element) => element !== null && element.scrollWidth > element.clientWidth)
      .map((element) => `${element?.tagName} ${element?.scrollWidth} > ${element?.clientWidth}`),
  )

// Without frames of other origins the legacy mode sees as much, in half the time.
const violations = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} ${html}`).join(' | ')}`)

const expectAccessible = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    expect(await violations(page), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

// Each inspection looks at every element of a screen; a busy machine takes its time over it.
test.slow()
// And a trace would record each of them.
test.use({ trace: 'off' })

for (const { name, role, path, shows } of screens)
  test(`${name}: fits every width, and nothing shuts anybody out`, async ({ page, site, signInAs }) => {
    if (role !== undefined) {
      await fillSite(site)
      await site.here.post([vital(site.neighbour, { call: true, heartRate: 190 })])
      await signInAs(site.accounts[role])
    }
    await page.goto(path(site))
    for (const width of widths) {
      await page.setViewportSize({ width, height })
      await shows(page, site)
      await settled(page)
      expect(await tooWide(page), `${width} px`).toEqual([])
      if (inspected.includes(width)) await expectAccessible(page)
    }
  })

test('forms with faults, the dialog of an emergency and the menu of a phone shut nobody out either', async ({ page, site, signInAs }) => {
  await site.here.post([vital(site.accounts.User, { call: true })])
  await page.goto('/login')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expectAccessible(page)

  await signInAs(site.accounts.GroupLeader)
  await page.goto('/change-password')
  await page.getByLabel('新しいパスワード', { exact: true }).fill('short')
  await page.getByRole('button', { name: '変更する' }).click()
  await expect(page.getByText('3か所に入力の誤りがあります。')).toBeVisible()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog', { name: `${site.accounts.User.fullName}への対応` })
  for (const width of inspected) {
    await page.setViewportSize({ width, height })
    await page.getByRole('region', { name: '緊急' }).getByRole('button', { name: '確認する' }).click()
    await expect(dialog.getByRole('button', { name: '確認した。自分が向かう' })).toBeVisible()
    await expectAccessible(page)
    expect(await tooWide(page)).toEqual([])
    await dialog.getByRole('button', { name: '閉じる' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: '体調一覧' })).toBeVisible()
  await expectAccessible(page)
})
