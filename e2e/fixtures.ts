import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { contextOptions, launchOptions } from './chromium.ts'
import { keepBrowsers, type ReusedBrowsers, isIdle, onlyPage, openIdlePage } from './reused-browsers.ts'
import { layLine, type Line } from './line.ts'
import { password, startProduct, type Product } from './product.ts'
import { makeSite, type Account, type Site } from './site.ts'

type Tokens = { readonly token: string; readonly refreshToken: string }

/** Fills the login form and sends it. */
export const submitLogin = async (page: Page, loginId: string, secret = password): Promise<void> => {
  await page.getByLabel('ログインID').fill(loginId)
  await page.getByLabel('パスワード', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'ログイン' }).click()
}

const tokensOf = async (url: string, { loginId }: Account): Promise<Tokens> => {
  const answer = await fetch(`${url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: loginId, password }),
  })
  if (!answer.ok) throw new Error(`${loginId} cannot sign in: ${answer.status}`)
  return (await answer.json()) as Tokens
}

/**
 * Gives the current screen another address of its own, as a link on it would. What the test looks for next must differ from
 * what was shown before.
 */
export const changeAddress = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    // The router counts the steps, and the console goes back by that count after a save.
    const { __TSR_index: index = 0 } = (history.state ?? {}) as { readonly __TSR_index?: number }
    history.pushState({ __TSR_index: index + 1 }, '', to)
  }, path)

/**
 * Leads a page that shows the console to another of its screens, as a link there would: for a quarter of the time that
 * loading the console takes. What must hold for a person who loads an address is for `page.goto`.
 */
export const moveTo = async (page: Page, path: string): Promise<void> => {
  const left = await page.locator('h1').first().elementHandle()
  if (left === null) throw new Error(`no screen is shown that could be left for ${path}`)
  await changeAddress(page, path)
  // What the test looks for next may be on the previous screen, too.
  await left.waitForElementState('hidden')
}

/** Gives a browser a session, as if somebody had signed in there some time ago. */
const signIn = async (page: Page, url: string, account: Account): Promise<void> => {
  const { token, refreshToken } = await tokensOf(url, account)
  if (!isIdle(page, url)) await openIdlePage(page, url)
  await page.evaluate((items) => Object.assign(localStorage, items), { token, refreshToken, isLogin: 'true' })
}

const holdStill = (page: Page, isStill: boolean): Promise<void> =>
  page.emulateMedia({ reducedMotion: isStill ? 'reduce' : 'no-preference' })

type Fixtures = {
  readonly site: Site
  /** The way to the product from this test's browser, to be cut where the test is about that. */
  readonly line: Line
  /** Signs somebody in, in this test's browser. */
  readonly signInAs: (account: Account) => Promise<void>
  /** A second browser, of somebody else. */
  readonly openBrowser: (account: Account) => Promise<Page>
  readonly faults: string[]
  /** True where the test is about a browser that has not fetched the console yet. */
  readonly isNewcomer: boolean
  /** True where the test is about notices or about papers in a window, which the shell of other tests does not show. */
  readonly isWholeBrowser: boolean
  /** The browsers of this test. */
  readonly ownBrowsers: ReusedBrowsers
  /** False where the test is about what moves, and for some whole stories; elsewhere nothing does, as for people who turned motion off. */
  readonly isStill: boolean
}

type WorkerFixtures = {
  readonly product: Product
  /** The line of all tests of a worker, so that their browsers know the console by one address. */
  readonly laidLine: Line
  readonly browsers: ReusedBrowsers
}

/** Playwright's test, with the product running and a customer of the test's own. A fault in a page fails its test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // Playwright reads from the pattern what a fixture needs, so there must be one.
    async ({ browserName: _ }, provide) => {
      const product = await startProduct()
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  laidLine: [
    async ({ product }, provide) => {
      const line = await layLine(product.url)
      await provide(line)
      await line.close()
    },
    { scope: 'worker' },
  ],
  browsers: [
    async ({ browser, laidLine: _ }, provide) => {
      const browsers = keepBrowsers(browser, contextOptions)
      await provide(browsers)
      await browsers.renew()
    },
    { scope: 'worker' },
  ],
  isNewcomer: [false, { option: true }],
  isStill: [true, { option: true }],
  isWholeBrowser: [false, { option: true }],
  ownBrowsers: async ({ playwright, browsers, isWholeBrowser }, provide) => {
    if (!isWholeBrowser) return provide(browsers)
    const whole = await playwright.chromium.launch(launchOptions)
    await provide(keepBrowsers(whole, contextOptions))
    return whole.close()
  },
  line: async ({ laidLine }, provide) => provide(laidLine),
  baseURL: async ({ line }, provide) => provide(line.url),
  site: async ({ product }, provide) => provide(await makeSite(product)),
  context: async ({ ownBrowsers, line, isNewcomer, hasTouch }, provide) => {
    // Whether a browser has a touch screen is decided when it is started, so one with it is not handed on.
    if (isNewcomer || hasTouch) await ownBrowsers.renew()
    const context = await ownBrowsers.take(line.url)
    await provide(context)
    line.mend()
    await ownBrowsers.giveBack(context)
    if (hasTouch) await ownBrowsers.renew()
  },
  page: async ({ context, isStill }, provide) => {
    const page = onlyPage(context)
    await holdStill(page, isStill)
    await provide(page)
  },
  signInAs: async ({ line, page }, provide) => provide((account) => signIn(page, line.url, account)),
  openBrowser: async ({ product, ownBrowsers, isStill }, provide) => {
    const opened: BrowserContext[] = []
    await provide(async (account) => {
      const context = await ownBrowsers.take(product.url)
      opened.push(context)
      const page = onlyPage(context)
      await holdStill(page, isStill)
      await signIn(page, product.url, account)
      return page
    })
    await Promise.all(opened.map(ownBrowsers.giveBack))
  },
  faults: [
    async ({ context }, provide) => {
      const faults: string[] = []
      context.on('weberror', (error) => void faults.push(String(error.error())))
      // A refused or lost call is logged by the browser itself, and is what many tests are about.
      context.on('console', (line) => {
        if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) faults.push(line.text())
      })
      await provide(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The rows of the condition list. */
export const conditionRow = (page: Page, fullName: string) => page.getByRole('row').filter({ hasText: fullName })
