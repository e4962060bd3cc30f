import { roles, type Role } from '@mimamori/contract'
import { changeAddress, expect, submitLogin, test } from './fixtures.ts'
import { password } from './product.ts'

type Menu = { readonly headings: readonly string[]; readonly entries: readonly string[] }

const situation = ['体調一覧', '安全帯一覧', 'マップ', 'アラート一覧']
const unit = ['拠点', '拠点管理者', '契約単位マスター設定']
const base = ['作業者', 'グループ', '暑さ指数計', '親機・子機', '体調デバイス', '気圧基準器', '新型機器設定', '現場ボードの設置']
const record = ['レポート', '通知', '操作の記録', '訓練']
const leaderMenu: Menu = { headings: ['グループリーダーメニュー'], entries: ['ホーム', '体調一覧', '体調詳細', 'グループのメンバー'] }

const menus: Record<Role, Menu> = {
  AdminUnitService: {
    headings: ['現場の状況', 'サービス単位管理', '契約単位管理', '拠点管理', '記録・設定'],
    entries: ['ホーム', ...situation, '会社', 'サービス管理者', '契約管理者', ...unit, ...base, ...record],
  },
  AdminUnitContract: {
    headings: ['現場の状況', '契約単位管理', '拠点管理', '記録・設定'],
    entries: ['ホーム', ...situation, ...unit, ...base, ...record],
  },
  HeadquartersAdmin: {
    headings: ['現場の状況', '拠点管理', '記録・設定'],
    entries: ['ホーム', '体調一覧', '安全帯一覧', 'マップ', ...base, 'レポート', 'マスター設定', '通知', '訓練'],
  },
  GroupLeader: leaderMenu,
  GroupSubLeader: leaderMenu,
  User: { headings: ['作業者メニュー'], entries: ['ホーム', '自分の体調'] },
}

const mayOpenList = (role: Role) => role !== 'User'

for (const role of roles)
  test(`${role} signs in, lands on the first entry of the menu, and goes no further than the role does`, async ({ page, site }) => {
    const account = site.accounts[role]
    await page.goto('/login')
    await submitLogin(page, account.loginId)
    await expect(page).toHaveURL('/home')
    await expect(page.getByRole('button', { name: account.fullName })).toBeVisible()

    const menu = page.getByRole('navigation', { name: 'メニュー' })
    await expect(menu.getByRole('heading')).toHaveText([...menus[role].headings])
    await expect(menu.getByRole('link')).toHaveText([...menus[role].entries])
    await expect(menu.getByRole('link', { name: 'ホーム' })).toHaveAttribute('aria-current', 'page')

    await page.goto('/no-such-screen')
    await expect(page).toHaveURL('/home')
    await changeAddress(page, '/company/list')
    await expect(page).toHaveURL(role === 'AdminUnitService' ? '/company/list' : '/home')
    await changeAddress(page, '/physical-condition/list')
    await expect(page.getByRole('heading', { level: 1, name: mayOpenList(role) ? '体調一覧' : 'ホーム' })).toBeAttached()
    await expect(page).toHaveURL(mayOpenList(role) ? '/physical-condition/list' : '/home')
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

test('a remembered path that the role may not open leads to the landing', async ({ page, site }) => {
  await page.goto('/physical-condition/list')
  await expect(page).toHaveURL('/login')
  await submitLogin(page, site.accounts.User.loginId)
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
})

test('somebody who logs out may log in again at once, in the same tab', async ({ page, site, signInAs }) => {
  const { fullName, loginId } = site.accounts.HeadquartersAdmin
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/home')
  await page.getByRole('button', { name: fullName }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL('/login')
  await submitLogin(page, loginId)
  await expect(page).toHaveURL('/home')
  await page.reload()
  await expect(page.getByRole('button', { name: fullName })).toBeVisible()
})

test('each empty field is named after the first attempt, the first one has the focus, and typing clears it', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByText('ログインIDとパスワードを入力してください。')).toBeVisible()
  const loginId = page.getByLabel('ログインID')
  await expect(loginId).toBeFocused()
  await loginId.fill('a')
  await loginId.fill('')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByRole('alert')).toHaveText(['この項目は必須です。', 'この項目は必須です。'])
  await expect(loginId).toBeFocused()
  await expect(loginId).toHaveAttribute('aria-invalid', 'true')
  await loginId.fill('somebody')
  await expect(page.getByRole('alert')).toHaveText(['この項目は必須です。'])
})

test('a failed sign-in does not say which of ID and password is wrong; the tenth locks the account, which only its right password learns', async ({
  page,
  site,
}) => {
  const { loginId } = site.accounts.User
  const refused = page.getByRole('alert')
  // The message of the previous attempt is still shown while this one is on its way.
  const failAs = async (tried: string) => {
    const answered = page.waitForResponse('**/api/Authenticate/Login')
    await submitLogin(page, tried, 'Wrong-1234')
    expect((await answered).status()).toBe(401)
  }
  await page.goto('/login')
  for (const tried of ['nobody-of-that-name', loginId]) {
    await failAs(tried)
    await expect(refused).toHaveText('ログインIDまたはパスワードが違います。')
    await expect(page.getByText('ログインIDとパスワードを入力してください。')).toHaveCount(0)
    await expect(page).toHaveURL('/login')
  }
  for (let wrong = 2; wrong <= 9; wrong += 1) {
    const answer = await page.request.post('/api/Authenticate/Login', { data: { username: loginId, password: 'Wrong-1234' } })
    expect(answer.status()).toBe(401)
  }
  await failAs(loginId)
  await expect(refused).toHaveText('ログインIDまたはパスワードが違います。')
  await submitLogin(page, loginId, password)
  await expect(refused).toHaveText(/^アカウントがロックされています。.*\d+:\d\d を過ぎてから、/)
  await expect(page).toHaveURL('/login')
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
