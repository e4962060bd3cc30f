import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './inspect.ts'
import { untilTakenOver } from './settled.ts'
import { heat, makeCrowd, racing, vital } from './site.ts'

// A leader on a phone reads the home and answers before the rest of the console has come (decisions/0179). Each test holds that rest back.
test.use({ isNewcomer: true })
test.beforeEach(({ page }) => page.setViewportSize({ width: 375, height: 800 }))

/** Keeps the console's file on its way until the test lets it come. */
const holdConsole = async (page: Page): Promise<() => void> => {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  // What the service worker fetches does not come by the page's routes.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.route(/\/assets\/console-[^/]+\.js$/, async (route) => {
    await isFree
    await route.continue()
  })
  return free
}

/** Has the page read nothing again by the clock: on a slow machine its half minute is over just when its calls are counted. */
const stopRefreshes = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const begin = window.setInterval.bind(window)
    const longest = 2 ** 31 - 1
    Object.assign(window, { setInterval: (work: () => void, ms: number) => begin(work, ms < 30_000 ? ms : longest) })
  })

const callsOf = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`)
  })
  return calls
}

/** Until nothing has been asked for a second: an answer to an alert is followed by events, and they by calls. */
const untilQuiet = (page: Page, calls: readonly string[]) =>
  expect
    .poll(async () => {
      const before = calls.length
      await page.waitForTimeout(1_000)
      return calls.length - before
    })
    .toBe(0)

test('a danger is read and answered before the console has come, which takes over without a change or a call', async ({
  page,
  product,
  site,
  signInAs,
}) => {
  const { here, accounts } = site
  await makeCrowd(product, site, 12)
  await here.post([heat(33), ...racing(accounts.User), vital(accounts.GroupSubLeader, { call: true })])
  await signInAs(accounts.GroupLeader)
  const release = await holdConsole(page)
  await stopRefreshes(page)
  const calls = callsOf(page)
  await page.goto('/home')
  const emergency = page.getByRole('article', { name: `緊急 ${accounts.GroupSubLeader.fullName}` })
  await expect(emergency).toBeVisible()
  await emergency.getByRole('button', { name: '確認する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '確認した。ほかの人に頼む' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(emergency.getByRole('button', { name: '対応する' })).toBeVisible()
  expect(calls.filter((call) => call.endsWith('/Acknowledge'))).toHaveLength(1)

  await untilQuiet(page, calls)
  const markup = () =>
    page.locator('#root').evaluate((element) => element.innerHTML.replaceAll(/_r_\w+_/g, '').replaceAll(/\d+(?:秒|分)/g, ''))
  const pane = page.getByRole('main')
  await pane.evaluate((element) => void (element.scrollTop = 240))
  const before = await markup()
  const callsBefore = calls.length
  release()
  await untilTakenOver(page)
  await expect(page).toHaveTitle(/ホーム/)
  expect(await markup()).toBe(before)
  expect(await pane.evaluate((element) => element.scrollTop)).toBe(240)
  expect(calls.slice(callsBefore)).toEqual([])
  await expect(page.getByRole('main')).toHaveCount(1)

  await emergency.getByRole('button', { name: '対応する' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('who needs help is read and wanted before any of the console’s code has come, which then opens the answer', async ({
  page,
  site,
  signInAs,
}) => {
  const { here, accounts } = site
  await here.post([vital(accounts.GroupSubLeader, { call: true })])
  await signInAs(accounts.GroupLeader)
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.goto('/home')
  // What the home asks is remembered once it is calm.
  await page.waitForFunction(() => localStorage.getItem('firstCalls') !== null)
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await isFree
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  const early = page.locator('#early-dangers')
  const emergency = early.getByRole('article', { name: `緊急 ${accounts.GroupSubLeader.fullName}` })
  await emergency.getByRole('button', { name: '確認する' }).click()
  await expect(page.locator('#root')).toBeEmpty()
  await expectAccessible(page)
  release()
  await expect(page.getByRole('dialog', { name: `${accounts.GroupSubLeader.fullName}への対応` })).toBeVisible()
  await expect(early).toHaveCount(0)
})

test('the menu waits for the console and opens with it', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.GroupLeader)
  const release = await holdConsole(page)
  await page.goto('/home')
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  release()
  await expect(page.getByRole('navigation', { name: 'メニュー' })).toBeVisible()
})

test('the menu behind the person’s name waits for the console and opens with it', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.GroupLeader)
  const release = await holdConsole(page)
  await page.goto('/home')
  await page.getByRole('banner').getByRole('button', { name: site.accounts.GroupLeader.fullName }).click()
  release()
  await expect(page.getByRole('menuitem', { name: 'ログアウト' })).toBeVisible()
})

test('a link waits for the console and leads on with it', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.GroupLeader)
  const release = await holdConsole(page)
  await page.goto('/home')
  await page.getByRole('link', { name: '体調一覧へ' }).click()
  release()
  await expect(page.getByRole('heading', { name: '体調一覧' })).toBeVisible()
})

test('a session that ends before the console has come leaves nobody’s values on the screen', async ({ page, site, signInAs }) => {
  const { here, accounts } = site
  await here.post([vital(accounts.User, { call: true })])
  await signInAs(accounts.GroupLeader)
  const release = await holdConsole(page)
  await page.goto('/home')
  await expect(page.getByRole('article')).toBeVisible()
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await expect(page.getByText(accounts.User.fullName)).toHaveCount(0)
  release()
  await expect(page.getByLabel('ログインID')).toBeVisible()
})

test('others open the console as before', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/home')
  await expect(page.getByRole('banner')).toBeVisible()
  await untilTakenOver(page)
})

test('where the rest is of another build each time, the page is loaded again once and stays readable until it comes', async ({
  page,
  site,
  signInAs,
  faults,
}) => {
  const { here, accounts } = site
  await here.post([vital(accounts.User, { call: true })])
  await signInAs(accounts.GroupLeader)
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  const ofConsole = /\/assets\/console-[^/]+\.js$/
  await page.route(ofConsole, (route) => route.fulfill({ status: 404 }))
  await page.route(/^[^/]+\/\/[^/]+\/$/, (route) => route.fulfill({ contentType: 'text/html', body: '<title>another build</title>' }))
  let opened = 0
  page.on('framenavigated', () => (opened += 1))
  await page.goto('/home')
  await expect.poll(() => opened).toBe(2)
  const refused = page.waitForResponse(ofConsole)
  await expect(page.getByRole('article')).toBeVisible()
  await refused
  // Asked again, without a third opening.
  await page.waitForResponse(ofConsole)
  expect(opened).toBe(2)
  await page.unroute(ofConsole)
  await untilTakenOver(page)
  await expect(page.getByRole('article')).toBeVisible()
  faults.length = 0
})
