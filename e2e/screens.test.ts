import type { Role } from '@mimamori/contract'
import type { Page } from '@playwright/test'
import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting, expectNotTooWide, expectReadable } from './inspect.ts'
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
  { name: 'members of a group', role: 'GroupLeader', path: () => '/grouplead/list', shows: worker },
  {
    name: 'home of a worker',
    role: 'User',
    path: () => '/home',
    shows: (page) => page.getByRole('region', { name: '自分の体調' }).waitFor(),
  },
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

// Each inspection looks at every element of a screen; a busy machine takes its time over it.
test.slow()

// A browser that has the console already opens the next screen in a fraction of the time: so one for each role.
for (const [role, seen] of Map.groupBy(screens, (screen) => screen.role))
  test(`what ${role ?? 'nobody in particular'} sees first fits every width, and shuts nobody out`, async ({ page, site, signInAs }) => {
    if (role !== undefined) {
      await fillSite(site)
      await site.here.post([vital(site.neighbour, { call: true, heartRate: 190 })])
      await signInAs(site.accounts[role])
    }
    for (const [n, { name, path, shows }] of seen.entries())
      await test.step(name, async () => {
        if (n === 0) await page.goto(path(site))
        else await moveTo(page, path(site))
        await expectFitting(page, () => shows(page, site))
      })
  })

test('a fault, the dialog of an emergency and the menu of a phone shut nobody out either', async ({ page, site, signInAs }) => {
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
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('region', { name: '緊急' }).getByRole('button', { name: '確認する' }).click()
    await expect(dialog.getByRole('button', { name: '確認した。自分が向かう' })).toBeVisible()
    if (width === 1440) await expectAccessible(page)
    await expectNotTooWide(page)
    await dialog.getByRole('button', { name: '閉じる' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: '体調一覧' })).toBeVisible()
  await expectAccessible(page)
})

// Each kind of part once: banner and cards, table, chart, fields with faults, a table to choose from, notices and menu.
test('in dark mode, what the console is made of can be read', async ({ page, site, signInAs }) => {
  const { accounts, neighbour, here, groups } = site
  await fillSite(site)
  await here.post([vital(neighbour, { call: true, heartRate: 190 })])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expectReadable(page)

  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/home')
  await card(page, site)
  await expectReadable(page)
  await page.getByRole('region', { name: '緊急' }).getByRole('button', { name: '確認する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '確認した。自分が向かう' }).waitFor()
  await expectReadable(page)
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).click()
  for (const [path, prepare] of [
    ['/physical-condition/list', () => worker(page, site)],
    [`/physical-condition/detail?UserId=${neighbour.userId}`, () => chart(page)],
    ['/worker/create', () => page.getByRole('button', { name: '登録する' }).click()],
    [`/group/edit/${groups.first}`, () => page.getByRole('button', { name: 'メンバーを選ぶ' }).click()],
    ['/master-setting-headquaters', () => page.getByRole('button', { name: '保存する' }).waitFor()],
    ['/report', () => heading('レポート')(page)],
  ] as const) {
    await moveTo(page, path)
    await prepare()
    await expectReadable(page)
    await page.keyboard.press('Escape')
  }
})
