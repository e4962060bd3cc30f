import type { Page } from '@playwright/test'
import { codeAt } from '../apps/server/src/platform/secrets/test-totp.ts'
import { expect, moveTo, submitLogin, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { answer } from './organisation-parts.ts'
import { password } from './product.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const part = (page: Page) => page.getByRole('region', { name: '二段階認証' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Sets up an app on the current screen, up to the codes that are shown once. */
const setUpApp = async (page: Page): Promise<string> => {
  await press(page, '認証アプリを登録')
  const question = dialog(page, '認証アプリの登録')
  await question.getByLabel('パスワード', { exact: true }).fill(password)
  await question.getByRole('button', { name: '次へ' }).click()
  await expect(question.getByRole('img', { name: '認証アプリで読み取る図' })).toBeVisible()
  const secret = (await question.getByRole('textbox', { name: '読み取れないときに入力する文字' }).inputValue()).replaceAll(' ', '')
  await question.getByLabel('アプリに出ているコード').fill(codeAt(secret, Date.now()))
  await question.getByRole('button', { name: '登録する' }).click()
  await expect(dialog(page, '回復コード')).toBeVisible()
  return secret
}

/** The codes go on paper, and the screen behind them does not. */
const expectPrinted = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: '見守り 回復コード', includeHidden: true })).toBeVisible()
  await expect(page.locator('li.id')).toHaveCount(10)
  await expect(page.locator('#root')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('#root')).toBeVisible()
}

const closeCodes = async (page: Page): Promise<string[]> => {
  const shown = dialog(page, '回復コード')
  const codes = (await shown.getByRole('textbox', { name: '回復コード' }).inputValue()).split('\n')
  const saved = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'ファイルに保存' }).click()
  expect((await saved).suggestedFilename()).toBe('回復コード.txt')
  await shown.getByRole('button', { name: '閉じる' }).click()
  await expect(shown).toHaveCount(0)
  return codes
}

const logOut = async (page: Page, fullName: string): Promise<void> => {
  await page.getByRole('button', { name: fullName }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await expect(page.getByLabel('ログインID')).toBeVisible()
}

const sendCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('確認コード').fill(code)
  await press(page, '確認する')
}

test('an app is set up, asked for at the next sign-in, and a recovery code replaces it', async ({ page, site, signInAs }) => {
  test.slow()
  const admin = site.accounts.HeadquartersAdmin
  await signInAs(admin)
  await page.goto('/user')
  await page.getByRole('button', { name: admin.fullName }).click()
  await page.getByRole('menuitem', { name: 'ログインの管理' }).click()
  await expect(part(page)).toContainText('登録していません。')
  await expectFitting(page)

  await press(page, '認証アプリを登録')
  const question = dialog(page, '認証アプリの登録')
  const ownPassword = question.getByLabel('パスワード', { exact: true })
  await expect(ownPassword).toBeFocused()
  await page.keyboard.type('Wrong-1234')
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toHaveText('現在のパスワードが違います。')
  await expect(ownPassword).toHaveAttribute('aria-invalid', 'true')
  await question.getByRole('button', { name: 'やめる' }).click()
  await answer(page, '保存していない変更があります。', '保存せずに閉じる')
  await expect(page.getByRole('button', { name: '認証アプリを登録' })).toBeFocused()

  const secret = await setUpApp(page)
  await expectAccessible(page)
  // What is shown once is not closed by mistake, nor left by Back.
  await dialog(page, '回復コード').getByRole('button', { name: '閉じる' }).click()
  await dialog(page, 'ご注意').getByRole('button', { name: '戻る' }).click()
  await page.goBack()
  await dialog(page, 'ご注意').getByRole('button', { name: '戻る' }).click()
  await expect(page).toHaveURL('/account-security')
  await expectPrinted(page)
  const [code = '', ...others] = await closeCodes(page)
  expect(others).toHaveLength(9)
  await expect(page.getByRole('button', { name: '認証アプリを外す' })).toBeFocused()
  await expect(part(page)).toContainText('残り10個')

  await logOut(page, admin.fullName)
  await submitLogin(page, admin.loginId)
  await expect(page.getByLabel('確認コード')).toBeFocused()
  await expectFitting(page)
  await sendCode(page, 'x')
  await expect(page.getByRole('alert')).toHaveText('6桁のコードか、回復コードを入力してください。')
  await sendCode(page, '22222-22222')
  await expect(page.getByRole('alert')).toHaveText('確認コードが違います。新しいコードを確かめて、もう一度入力してください。')
  await expect(page.getByLabel('確認コード')).toHaveAttribute('aria-invalid', 'true')
  // Back leads to the first step, as if nothing had been typed.
  await page.goBack()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await submitLogin(page, admin.loginId)
  await sendCode(page, '22222-22222')
  await expect(page.getByRole('alert')).toHaveText('確認コードが違います。新しいコードを確かめて、もう一度入力してください。')
  // The next one is typed in its place.
  await page.keyboard.type(codeAt(secret, Date.now(), 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')

  await logOut(page, admin.fullName)
  await submitLogin(page, admin.loginId)
  await sendCode(page, code)
  await expect(page).toHaveURL('/home')
  await moveTo(page, '/account-security')
  await expect(part(page)).toContainText('残り9個')

  await press(page, '認証アプリを外す')
  const taking = dialog(page, '認証アプリを外す')
  await taking.getByLabel('パスワード', { exact: true }).fill(password)
  await taking.getByRole('button', { name: '外す', exact: true }).click()
  await expect(page.getByText('「認証アプリ」の登録を外しました。')).toBeVisible()
  await logOut(page, admin.fullName)
  await submitLogin(page, admin.loginId)
  await expect(page).toHaveURL('/home')
})

test('a passkey of a real authenticator is made, signs in, and is taken away', async ({ page, site, baseURL }) => {
  test.slow()
  const admin = site.accounts.AdminUnitContract
  // Passkeys belong to a name, never to a number.
  const here = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${here}/login`)
  await submitLogin(page, admin.loginId)
  await expect(page).toHaveURL(`${here}/home`)
  await moveTo(page, '/account-security')
  await press(page, 'パスキーを登録')
  const question = dialog(page, 'パスキーの登録')
  await question.getByLabel('名前').fill('事務所のパソコン')
  await question.getByLabel('パスワード', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await closeCodes(page)
  await expect(part(page)).toContainText('事務所のパソコン')

  await logOut(page, admin.fullName)
  await submitLogin(page, admin.loginId)
  await expect(page.getByRole('button', { name: 'パスキーで確認する' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${here}/home`)
  await moveTo(page, '/account-security')
  await expect(part(page)).not.toContainText('まだ使われていません')

  await press(page, '「事務所のパソコン」を外す')
  const taking = dialog(page, '「事務所のパソコン」を外す')
  await taking.getByLabel('パスワード', { exact: true }).fill(password)
  await taking.getByRole('button', { name: '外す', exact: true }).click()
  await expect(part(page)).not.toContainText('事務所のパソコン')
  await logOut(page, admin.fullName)
  await submitLogin(page, admin.loginId)
  await expect(page).toHaveURL(`${here}/home`)
})

test('where the company requires it, an administrator sets one up before anything else and then continues', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const admin = site.accounts.AdminUnitContract
  const required = {
    company_id: site.company.companyId,
    office_id: null,
    type: 'SIGN_IN_SETTING',
    key: 'SECOND_FACTOR_REQUIRED',
    value: '1',
  }
  await product.db.insertInto('master_setting').values(required).execute()
  await signInAs(admin)
  await page.goto('/header-quaters/list')
  await expect(page).toHaveURL('/account-security')
  await expect(page.getByText('はじめに、二段階認証を設定してください。').first()).toBeVisible()
  await expectAccessible(page)
  await setUpApp(page)
  await closeCodes(page)
  await expect(page).toHaveURL('/home')
  await moveTo(page, '/header-quaters/list')
  await expect(page.getByRole('heading', { level: 1, name: '拠点' })).toBeVisible()
})

test('an administrator above takes away the second factor of somebody who lost it, and says why', async ({
  page,
  site,
  signInAs,
  product,
}) => {
  const base = site.accounts.HeadquartersAdmin
  const { company_id } = await product.db.selectFrom('app_user').selectAll().where('user_id', '=', base.userId).executeTakeFirstOrThrow()
  const at = new Date()
  await product.db
    .insertInto('totp')
    .values({ company_id, user_id: base.userId, secret: Buffer.alloc(40), started_at: at, confirmed_at: at })
    .execute()
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto(`/base-admin/edit/${base.userId}`)
  await press(page, '二段階認証を外す')
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: '外す', exact: true }).click()
  await expect(question.getByRole('alert')).toHaveText('この項目は必須です。')
  await question.getByLabel('理由').fill('携帯電話をなくした')
  await question.getByRole('button', { name: '外す', exact: true }).click()
  await expect(page.getByText('二段階認証を外しました。')).toBeVisible()
  await moveTo(page, '/audit-log/list')
  const entry = page.getByRole('row').filter({ hasText: '二段階認証の解除' })
  await expect(entry).toContainText(base.fullName)
})
