import type { BrowserContext, Page, Request } from '@playwright/test'
import { conditionRow, expect, submitLogin, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { vital } from './site.ts'

const refresh = '/api/Authenticate/refresh'

/** Puts a token that ran out an hour ago in the place of the browser's own: genuine, and no longer good. */
const letTokenExpire = async (page: Page, product: Product): Promise<string> => {
  const claims = await product.tokens.read((await page.evaluate(() => localStorage.getItem('token'))) ?? '', new Date())
  if (claims === undefined) throw new Error('nobody is signed in')
  const expired = await product.tokens.sign(claims, new Date(Date.now() - 3_600_000))
  await page.evaluate((token) => localStorage.setItem('token', token), expired)
  return claims.sessionId
}

const countRefreshes = (context: BrowserContext): (() => number) => {
  const seen: Request[] = []
  context.on('request', (request) => {
    if (request.url().endsWith(refresh)) seen.push(request)
  })
  return () => seen.length
}

test('two tabs share one refresh', async ({ page, site, signInAs, product, context }) => {
  await site.here.post([vital(site.accounts.User)])
  await signInAs(site.accounts.HeadquartersAdmin)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/physical-condition/list')
    await expect(conditionRow(tab, site.accounts.User.fullName)).toBeVisible()
  }
  const refreshes = countRefreshes(context)
  const refused = [page, other].map((tab) => tab.waitForResponse((response) => response.status() === 401))
  // Held until both tabs know that their token is over, and one waits for the other.
  await context.route(`**${refresh}`, async (route) => {
    await Promise.all(refused)
    await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
    await route.continue()
  })
  const answers = [page, other].map((tab) =>
    tab.waitForResponse((response) => response.url().includes('/api/HealthCondition?') && response.ok()),
  )
  // Last: a call of a tab's own, as it makes each minute, finds all this in place.
  await letTokenExpire(page, product)
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: '表示更新' }).click()))
  await Promise.all(answers)
  expect(refreshes()).toBe(1)
  for (const tab of [page, other]) await expect(tab).toHaveURL('/physical-condition/list')
})

test('after somebody else signs in at the same browser, a tab shows nothing with their rights, and starts again as theirs', async ({
  page,
  site,
  signInAs,
  openBrowser,
  context,
}) => {
  const { accounts } = site
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/worker/create')
  await page.getByLabel('氏名').fill('途中　太郎')
  const theirs = await openBrowser(accounts.AdminUnitContract)
  const tokens = await theirs.evaluate(() => ['token', 'refreshToken'].map((key) => localStorage.getItem(key) ?? ''))
  const other = await context.newPage()
  await other.goto('/healthz')
  await other.evaluate(([token = '', refreshToken = '']) => {
    localStorage.setItem('refreshToken', refreshToken)
    localStorage.setItem('token', token)
  }, tokens)
  await expect(page.getByRole('button', { name: accounts.AdminUnitContract.fullName })).toBeVisible()
  await expect(page).not.toHaveURL('/worker/create')
})

test('a session that cannot be refreshed ends at the login, which says why and leads back to where one was', async ({
  page,
  site,
  signInAs,
  product,
}) => {
  const { accounts, here } = site
  await here.post([vital(accounts.User)])
  await signInAs(accounts.AdminUnitContract)
  const where = `/physical-condition/list?officeId=${here.officeId}&sortKey=age&sortOrder=descend`
  await page.goto(where)
  await expect(conditionRow(page, accounts.User.fullName)).toBeVisible()
  const sessionId = await letTokenExpire(page, product)
  await product.db
    .updateTable('session')
    .set({ ended_at: new Date(), ended_reason: 'endedByAdministrator' })
    .where('session_id', '=', sessionId)
    .execute()

  await page.getByRole('button', { name: '表示更新' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert')).toHaveText('管理者が、この端末のログインを終えました。もう一度ログインしてください。')
  expect(await page.evaluate(() => ['token', 'refreshToken', 'isLogin'].map((key) => localStorage.getItem(key)))).toEqual([
    null,
    null,
    null,
  ])
  await submitLogin(page, accounts.AdminUnitContract.loginId)
  await expect(page).toHaveURL(where)
  await expect(conditionRow(page, accounts.User.fullName)).toBeVisible()

  // Without its token the browser is signed out, whatever the login flag says.
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.reload()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('isLogin'))).toBeNull()
})
