import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
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

/** Gives a browser a session, as if somebody had signed in there some time ago. */
const signIn = async (context: BrowserContext, url: string, account: Account): Promise<void> => {
  const { token, refreshToken } = await tokensOf(url, account)
  const items = Object.entries({ token, refreshToken, isLogin: 'true' }).map(([name, value]) => ({ name, value }))
  await context.setStorageState({ cookies: [], origins: [{ origin: url, localStorage: items }] })
}

type Fixtures = {
  readonly site: Site
  /** The way to the product from this test's browser, to be cut where the test is about that. */
  readonly line: Line
  /** Signs somebody in, in this test's browser. */
  readonly signInAs: (account: Account) => Promise<void>
  /** A second browser, of somebody else. */
  readonly openBrowser: (account: Account) => Promise<Page>
  readonly faults: string[]
}

/** Playwright's test, with the product running and a customer of the test's own. A fault in a page fails its test. */
export const test = base.extend<Fixtures, { readonly product: Product }>({
  product: [
    // Playwright reads from the pattern what a fixture needs, so there must be one.
    async ({ browserName: _ }, provide) => {
      const product = await startProduct()
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  line: async ({ product }, provide) => {
    const line = await layLine(product.url)
    await provide(line)
    await line.close()
  },
  baseURL: async ({ line }, provide) => provide(line.url),
  site: async ({ product }, provide) => provide(await makeSite(product)),
  signInAs: async ({ line, context }, provide) => provide((account) => signIn(context, line.url, account)),
  openBrowser: async ({ product, browser, contextOptions }, provide) => {
    const opened: BrowserContext[] = []
    await provide(async (account) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: product.url })
      opened.push(context)
      await signIn(context, product.url, account)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
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
