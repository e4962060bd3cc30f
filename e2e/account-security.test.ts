import { expect, moveTo, submitLogin, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { answer, row } from './organisation-parts.ts'
import { password } from './product.ts'

test('one sees where one is signed in, and ends the others there', async ({ page, site, signInAs, openBrowser }) => {
  const lost = await openBrowser(site.accounts.GroupLeader)
  await lost.goto('/user')
  await signInAs(site.accounts.GroupLeader)
  await page.goto('/user')
  await page.getByRole('link', { name: '二段階認証と、ログイン中の端末' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ログインの管理' })).toBeVisible()
  const shown = page.getByRole('region', { name: 'ログイン中の端末' })
  await expect(shown.getByText('いま使っている端末')).toHaveCount(1)
  await expect(shown).toContainText('2台')
  await expect(shown.getByRole('link', { name: 'パスワードを変更' })).toHaveAttribute('href', '/change-password')
  // The current session has no button: one leaves it by logging out.
  const ends = shown.getByRole('button', { name: /のログインを終える$/ })
  await expect(ends).toHaveCount(1)
  await expectFitting(page, () => expect(ends).toBeVisible())

  await ends.click()
  await answer(page, /のログインを終えますか。/, 'やめる')
  await ends.click()
  await answer(page, /のログインを終えますか。/, 'ログインを終える')
  await expect(page.getByText('ログインを終えました。')).toBeVisible()
  await expect(ends).toHaveCount(0)
  await lost.goto('/home')
  await expect(lost).toHaveURL('/login')

  await submitLogin(lost, site.accounts.GroupLeader.loginId)
  await expect(lost).toHaveURL('/home')
  await moveTo(page, '/home')
  await page.getByRole('button', { name: site.accounts.GroupLeader.fullName }).click()
  await page.getByRole('menuitem', { name: 'ログインの管理' }).click()
  await page.getByRole('button', { name: 'ほかの端末のログインをすべて終える' }).click()
  await answer(page, 'いま使っている端末のほかの、自分のログインをすべて終えますか。', 'ログインを終える')
  await expect(ends).toHaveCount(0)
  await lost.goto('/home')
  await expect(lost).toHaveURL('/login')
})

test('an administrator ends somebody’s sessions, disables the account, and lets it in again', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  const { userId, loginId, fullName } = site.accounts.GroupLeader
  const theirs = await openBrowser(site.accounts.GroupLeader)
  await theirs.goto('/user')
  // A page that is open learns of the end by itself, and what it says of it would be gone with the next one.
  await theirs.goto('about:blank')
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto(`/worker/edit/${userId}`)
  const shown = page.getByRole('region', { name: 'ログイン中の端末' })
  await expect(shown.getByRole('button', { name: /プログラムのログインを終える$/ })).toBeVisible()
  await expectFitting(page, () => expect(page.getByRole('button', { name: 'アカウントを停止する' })).toBeVisible())

  await shown.getByRole('button', { name: 'すべてのログインを終える' }).click()
  await answer(page, new RegExp(`「${fullName}」（ログインID .+）のログインをすべて終えますか。`), 'ログインを終える')
  await expect(shown.getByText('ログイン中の端末はありません')).toBeVisible()
  await theirs.goto('/home')
  await expect(theirs).toHaveURL('/login')
  await expect(theirs.getByRole('alert')).toHaveText('管理者が、この端末のログインを終えました。もう一度ログインしてください。')
  await submitLogin(theirs, loginId)
  await expect(theirs).toHaveURL('/home')

  const accountState = page.getByRole('region', { name: 'アカウントの状態' })
  await expect(accountState).toContainText('ロックされていません。')
  await product.db
    .insertInto('sign_in_place')
    .values({
      company_id: site.company.companyId,
      user_id: userId,
      address: '',
      failures: 10,
      locks: 1,
      locked_until: new Date(Date.now() + 600_000),
    })
    .execute()
  await page.reload()
  await accountState.getByRole('button', { name: 'ロックを解除する' }).click()
  await answer(page, new RegExp(`「${fullName}」（ログインID .+）のロックを解除しますか。`), 'ロックを解除する')
  await expect(accountState).toContainText('ロックされていません。')

  // What was typed before stays.
  const phone = page.getByLabel('電話番号', { exact: true })
  await phone.fill('09012345678')
  await page.getByRole('button', { name: 'アカウントを停止する' }).click()
  await answer(page, new RegExp(`「${fullName}」（ログインID .+）のアカウントを停止しますか。`), 'アカウントを停止する')
  await expect(page.getByText('アカウントを停止しました。')).toBeVisible()
  await expect(phone).toHaveValue('09012345678')
  await theirs.goto('/home')
  await expect(theirs).toHaveURL('/login')
  await submitLogin(theirs, loginId, password)
  await expect(theirs.getByRole('alert')).toHaveText('このアカウントは停止されています。拠点または契約の管理者に連絡してください。')

  await phone.fill('')
  await moveTo(page, '/worker/list')
  await expect(row(page, fullName)).toContainText('停止中')
  await page.getByRole('link', { name: `${fullName}を編集` }).click()
  await page.getByRole('button', { name: 'アカウントを再開する' }).click()
  await answer(page, new RegExp(`「${fullName}」（ログインID .+）のアカウントを再開しますか。`), 'アカウントを再開する')
  await expect(page.getByText('アカウントを再開しました。')).toBeVisible()
  await submitLogin(theirs, loginId, password)
  await expect(theirs).toHaveURL('/home')
})
