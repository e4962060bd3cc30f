import type { Page } from '@playwright/test'
import { contextOptions } from './chromium.ts'
import { layDeployment } from './deployment.ts'
import { expect, submitLogin, test } from './fixtures.ts'
import { untilTakenOver } from './settled.ts'
import { vital } from './site.ts'

test.slow()

/** What the browser stores of the console, by the names of its caches. */
const stored = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('console-'))
    const paths = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await paths(name)] as const)))
  })

const entryOf = (page: Page) => page.locator('script[type=module][src]').getAttribute('src')

test('the console opens from what the browser stored of it, and gets over a new build while it is open', async ({
  browser,
  site,
  product,
}) => {
  const { accounts, here } = site
  const way = await layDeployment(product.url)
  const context = await browser.newContext({ ...contextOptions, baseURL: way.url, viewport: { width: 375, height: 812 } })
  try {
    const page = await context.newPage()
    await page.goto('/login')
    await submitLogin(page, accounts.GroupLeader.loginId)
    await expect(page.getByRole('heading', { name: '鉄骨1班' })).toBeVisible()
    await expect.poll(async () => Object.values(await stored(page)).flat()).toContain('/home')

    // The files of the console alone: nothing of anybody.
    const paths = Object.values(await stored(page)).flat()
    expect(paths).toContain(await entryOf(page))
    expect(
      paths.filter((path) => !/^\/assets\/|^\/(?:home|chosen-theme\.js|first-calls\.js|icon\.svg|manifest\.webmanifest)$/.test(path)),
    ).toEqual([])

    // What is measured is of now, whatever the page was opened from.
    await here.post([vital(accounts.User, { heartRate: 93 })])
    const opened = await page.goto('/home')
    expect(opened?.fromServiceWorker()).toBe(true)
    await expect(page.getByText('93').first()).toBeVisible()
    // Before that the menu would wait for a console that is gone, and be forgotten when the page is loaded again.
    await untilTakenOver(page)

    // A new build: what was not fetched yet of the one before is gone, and the page is loaded again, with the new one.
    const before = await entryOf(page)
    way.deploy()
    await page.getByRole('button', { name: 'メニューを開く' }).click()
    await page.getByRole('link', { name: '休憩' }).click()
    await expect(page.getByRole('heading', { name: '休憩', level: 1 })).toBeVisible()
    await expect.poll(() => entryOf(page)).not.toBe(before)

    // It is stored in its turn, and the next opening is from there.
    await expect
      .poll(async () => Object.values(await stored(page)).filter((files) => files.includes('/home') && !files.includes(before ?? '')))
      .toHaveLength(1)
    const again = await page.goto('/home')
    expect(again?.fromServiceWorker()).toBe(true)
    expect(await entryOf(page)).not.toBe(before)
    await expect(page.getByText('93').first()).toBeVisible()

    // Nothing answers, though there is a network: a reload, too, leads to the telephone numbers.
    way.setAway(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'サーバーにつながりません' })).toBeVisible()
    way.setAway(false)
    await page.getByRole('button', { name: 'もう一度つなぐ' }).click()
    await expect(page.getByText('93').first()).toBeVisible()

    // Signed out: the files stay, and no session. A menu that the console opens as it comes would move under the pointer.
    await untilTakenOver(page)
    await page.getByRole('button', { name: accounts.GroupLeader.fullName }).click()
    await page.getByRole('menuitem', { name: 'ログアウト' }).click()
    await expect(page.getByLabel('ログインID')).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|first/i.test(key)))).toEqual([])
  } finally {
    await context.close()
    await way.close()
  }
})
