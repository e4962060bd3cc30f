import { changeAddress, expect, submitLogin, test } from './fixtures.ts'

const administrator = 'HeadquartersAdmin'

for (const role of [administrator, 'User'] as const)
  test(`${role} signs in, lands on the first entry of the menu, and goes no further than the role does`, async ({ page, site }) => {
    const account = site.accounts[role]
    const refused = page.getByRole('alert')
    await page.goto('/login')
    await submitLogin(page, account.loginId, 'Wrong-1234')
    await expect(refused).toHaveText('ログインIDまたはパスワードが違います。')
    await expect(page).toHaveURL('/login')
    await submitLogin(page, account.loginId)
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('button', { name: account.fullName })).toBeVisible()

    const menu = page.getByRole('navigation', { name: 'メニュー' })
    await expect(menu.getByRole('link', { name: 'ホーム' })).toHaveAttribute('aria-current', 'page')
    await expect(menu.getByRole('link', { name: '体調一覧' })).toHaveCount(role === 'User' ? 0 : 1)
    await changeAddress(page, '/company/list')
    await expect(page).toHaveURL('/home')
    await changeAddress(page, '/physical-condition/list')
    await expect(page.getByRole('heading', { level: 1, name: role === 'User' ? 'ホーム' : '体調一覧' })).toBeAttached()
    await expect(page).toHaveURL(role === 'User' ? '/home' : '/physical-condition/list')
  })

test('somebody who is not signed in comes to the wanted path and query after the login; an unknown path is not remembered', async ({
  page,
  site,
}) => {
  const wanted = `/physical-condition/detail?UserId=${site.neighbour.userId}&day=1`
  await page.goto(wanted)
  await expect(page).toHaveURL('/login')
  await submitLogin(page, site.accounts.HeadquartersAdmin.loginId)
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('heading', { name: site.neighbour.fullName })).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/no-such-screen')
  await expect(page).toHaveURL('/login')
  await submitLogin(page, site.accounts.HeadquartersAdmin.loginId)
  await expect(page).toHaveURL('/home')
})

test('somebody who is signed in is led past the login; logging out clears the session here, in other tabs and on the server', async ({
  page,
  site,
  signInAs,
  context,
}) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/login')
  await expect(page).toHaveURL('/home')
  const other = await context.newPage()
  await other.goto('/physical-condition/list')
  await expect(other.getByRole('heading', { level: 1, name: '体調一覧' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token'))

  await page.getByRole('button', { name: site.accounts.HeadquartersAdmin.fullName }).click()
  const ended = page.waitForResponse('**/api/Authenticate/Logout')
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL('/login')
  await ended
  expect(await page.evaluate(() => ['token', 'refreshToken', 'isLogin'].map((key) => localStorage.getItem(key)))).toEqual([
    null,
    null,
    null,
  ])
  await expect(other).toHaveURL('/login')
  const answer = await page.request.get('/api/UserInfo', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)

  await page.goBack()
  await expect(page).toHaveURL('/login')
  // And in again at once, in the same tab.
  await submitLogin(page, site.accounts.HeadquartersAdmin.loginId)
  await expect(page).toHaveURL('/home')
})

test('without a connection the login says so, and works once it is back', async ({ page, site, context }) => {
  await page.goto('/login')
  await expect(page.getByLabel('ログインID')).toBeFocused()
  await context.setOffline(true)
  await submitLogin(page, site.accounts.HeadquartersAdmin.loginId)
  await expect(page.getByRole('alert')).toHaveText('インターネットに接続されていません。接続を確認して、もう一度お試しください。')
  await expect(page.getByText('つながると自動で再開します。')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page).toHaveURL('/home')
})
