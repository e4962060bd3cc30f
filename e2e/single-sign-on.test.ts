import type { Page } from '@playwright/test'
import { startTestProvider, testClient } from '../apps/server/src/platform/outside/test-identity-provider.ts'
import { expect, moveTo, submitLogin, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { answer, dialog, field, fill, save, saved } from './organisation-parts.ts'
import { password } from './product.ts'

/** Goes from the login screen to the company's provider, and signs in there by a number of the company's own. */
const signInThere = async (page: Page, company: string, number: string) => {
  await page.getByRole('button', { name: 'シングルサインオンを使う' }).click()
  await field(page, '会社コード').fill(company)
  await page.getByRole('button', { name: '会社の認証へ進む' }).click()
  await expect(page.getByRole('heading', { name: '会社の認証' })).toBeVisible()
  await page.getByLabel('社員番号').fill(number)
  await page.getByRole('button', { name: '認証する' }).click()
}

test.slow()

test('an administrator names the company’s provider, and its people sign in there; nobody else does', async ({
  page,
  site,
  line,
  product,
  signInAs,
  openBrowser,
}) => {
  const { User, AdminUnitContract, AdminUnitService } = site.accounts
  const { companyId, name: companyName } = site.company
  const { code } = await product.db
    .selectFrom('company')
    .select('company.code')
    .where('company.company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const redirectUri = `${line.url}/api/Authenticate/Sso/${companyId}/Callback`
  const provider = await startTestProvider([redirectUri], {
    4711: { preferred_username: User.loginId },
    4712: { preferred_username: 'nobody-here' },
  })

  await test.step('the provider is named, once everything about it is right', async () => {
    await signInAs(AdminUnitContract)
    await page.goto('/master-setting-unit-contract')
    const way = page.getByRole('region', { name: 'シングルサインオン' })
    await expect(way).toContainText('使っていません。')
    await way.getByRole('link', { name: '設定を開く' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'シングルサインオン' })).toBeVisible()
    await expect(page.getByRole('link', { name: '契約単位マスター設定' }).first()).toHaveAttribute('aria-current', 'page')
    await expect(field(page, 'リダイレクトURI')).toHaveValue(redirectUri)
    await page.getByLabel('使う', { exact: true }).check()
    await page.getByRole('button', { name: '更新する' }).click()
    await expect(page.getByText('3か所に入力の誤りがあります。')).toBeVisible()
    await expectFitting(page)

    await page.getByLabel('ログインID', { exact: true }).check()
    await fill(page, {
      '発行者のURL（issuer）': 'https://127.0.0.2',
      クライアントID: testClient.clientId,
      クライアントシークレット: testClient.clientSecret,
      '本人を表す項目（クレーム）': 'preferred_username',
      あなたのパスワード: password,
    })
    await save(page, '更新する')
    await expect(page.getByRole('alert').filter({ hasText: 'このサーバーから使えるURLではありません。' })).toBeVisible()
    await field(page, '発行者のURL（issuer）').fill(provider.issuer)
    await save(page, '更新する')
    await saved(page)
    await expect(page).toHaveURL('/master-setting-unit-contract')
  })

  await test.step('the secret is not shown again, and a change needs none', async () => {
    await expect(page.getByRole('region', { name: 'シングルサインオン' })).toContainText('使っています。')
    await page.getByRole('link', { name: '設定を開く' }).click()
    await expect(page.getByText('登録済みです。変えるときだけ入力します。')).toBeVisible()
    await expect(field(page, 'クライアントシークレット')).toHaveValue('')
    expect(await page.content()).not.toContain(testClient.clientSecret)
    await page.getByRole('button', { name: AdminUnitContract.fullName }).click()
    await page.getByRole('menuitem', { name: 'ログアウト' }).click()
    await expect(page).toHaveURL('/login')
  })

  await test.step('one of its people signs in there and is where they wanted to be', async () => {
    await page.goto('/user')
    await page.getByRole('button', { name: 'シングルサインオンを使う' }).click()
    await expect(field(page, '会社コード')).toBeFocused()
    await expectFitting(page)
    await page.getByRole('button', { name: 'パスワードを使う' }).click()
    const addresses: string[] = []
    page.on('framenavigated', (frame) => void addresses.push(frame.url()))
    await signInThere(page, code, '4711')
    await expect(page).toHaveURL('/user')
    await expect(page.getByText(User.fullName).first()).toBeVisible()
    const { token, refreshToken } = await page.evaluate(() => ({
      token: localStorage.getItem('token'),
      refreshToken: localStorage.getItem('refreshToken'),
    }))
    expect(addresses.length).toBeGreaterThan(2)
    for (const secret of [token, refreshToken]) {
      expect(secret).toMatch(/\./)
      expect(addresses.join('\n')).not.toContain(secret)
    }
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })

  await test.step('what is kept of them is given once they have signed in there again, which an open session there does not save them', async () => {
    await moveTo(page, '/my-data')
    const own = page.getByRole('region', { name: '保存されているもの' })
    await own.getByRole('button', { name: 'ダウンロード' }).click()
    await own.getByRole('button', { name: 'ログインし直す' }).click()
    await page.getByLabel('社員番号').fill('4711')
    await page.getByRole('button', { name: '認証する' }).click()
    await expect(page).toHaveURL('/my-data')
    const [download] = await Promise.all([page.waitForEvent('download'), own.getByRole('button', { name: 'ダウンロード' }).click()])
    expect(download.suggestedFilename()).toMatch(/\.zip$/)
  })

  await test.step('somebody without an account here, or who gives up there, sees a message and may continue with a password', async () => {
    await page.getByRole('button', { name: User.fullName }).click()
    await page.getByRole('menuitem', { name: 'ログアウト' }).click()
    await page.context().clearCookies()
    await signInThere(page, User.loginId, '4712')
    await expect(page.getByRole('alert')).toHaveText(/^会社の認証はできましたが、使えるアカウントが見つかりません。/)
    await expect(page).toHaveURL('/login')
    await page.context().clearCookies()
    // Where they began, with what they typed.
    await expect(field(page, '会社コード')).toBeFocused()
    await expect(field(page, '会社コード')).toHaveValue(User.loginId)
    await field(page, '会社コード').fill(code)
    await page.getByRole('button', { name: '会社の認証へ進む' }).click()
    await page.getByRole('button', { name: 'やめる' }).click()
    await expect(page.getByRole('alert')).toHaveText('会社の認証サービスが、ログインを認めませんでした。')
    await page.getByRole('button', { name: 'パスワードを使う' }).click()
    await submitLogin(page, User.loginId)
    await expect(page).toHaveURL('/home')
  })

  await test.step('an administrator of the service takes it back, and nobody is led there any more', async () => {
    const service = await openBrowser(AdminUnitService)
    await service.goto(`/master-setting-unit-contract/identity-provider?companyId=${companyId}`)
    await service.getByRole('button', { name: '登録を削除する' }).click()
    await dialog(service).getByLabel('パスワード', { exact: true }).fill(password)
    await answer(service, `「${companyName}のシングルサインオン」を削除する`, '削除する')
    await expect(service.getByRole('button', { name: '登録を削除する' })).toHaveCount(0)
    await page.getByRole('button', { name: User.fullName }).click()
    await page.getByRole('menuitem', { name: 'ログアウト' }).click()
    await page.getByRole('button', { name: 'シングルサインオンを使う' }).click()
    await field(page, '会社コード').fill(code)
    await page.getByRole('button', { name: '会社の認証へ進む' }).click()
    await expect(page.getByRole('alert')).toHaveText(/^この会社コードまたはログインIDでは、/)
  })
  await provider.close()
})
