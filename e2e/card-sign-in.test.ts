import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { makeUser } from '../apps/server/src/shared/organisation/test-factories.ts'
import { readPdf } from '../apps/server/src/platform/pdf/test-pdf.ts'
import { readFile } from 'node:fs/promises'

test('a leader prints a card and allows a PIN; the worker chooses it on the gate’s tablet and sees their own page, until nobody touches it', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { db } = product
  const leader = site.accounts.GroupLeader
  const { company_id, office_id, group_id } = await db
    .selectFrom('app_user')
    .select(['company_id', 'office_id', 'group_id'])
    .where('user_id', '=', leader.userId)
    .executeTakeFirstOrThrow()
  await makeUser(
    db,
    'User',
    { company_id, office_id: office_id ?? 0, group_id },
    { full_name: '大久保　義男', furigana: 'オオクボ　ヨシオ' },
  )

  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(leader)
  await page.goto('/device-handout')
  await page.getByRole('button', { name: '大久保　義男さんの作業者証' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '作業者証を印刷（PDF）' }).click()])
  const { text } = await readPdf(await readFile(await download.path()))
  const number = /[A-Z2-9]+(?:-[A-Z2-9]{4}){3}/.exec(text)?.[0] ?? 'no number'
  await page.getByRole('button', { name: /本人にPINを決めてもらう/ }).click()
  await expect(page.getByText(/まで、本人がPINを決められます。/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '閉じる', exact: true }).click()
  await moveTo(page, '/user')
  await page.getByRole('button', { name: 'ログアウトする' }).click()

  await page.getByRole('button', { name: 'カードでサインイン' }).click()
  const card = page.getByRole('textbox', { name: '作業者証' })
  await card.fill(number)
  await expectFitting(page)
  await page.setViewportSize({ width: 375, height: 812 })
  await card.press('Enter')
  await page.getByRole('textbox', { name: 'PIN', exact: true }).fill('704915')
  await page.getByRole('textbox', { name: 'PIN（確認）', exact: true }).fill('704915')
  await page.getByRole('checkbox', { name: '共用の端末' }).check()
  for (const name of ['このPINに決める', '別の作業者証を読む'])
    expect((await page.getByRole('button', { name }).boundingBox())?.height, name).toBeGreaterThanOrEqual(48)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'このPINに決める' }).click()
  await expect(page.getByRole('heading', { name: '自分の体調' })).toBeVisible()
  await expect(page.getByText(/^共用の端末です。/)).toBeVisible()

  // As if nobody had touched it for four minutes.
  await page.evaluate(() => localStorage.setItem('mimamori-last-touch', String(Date.now() - 240_000)))
  await expect(page.getByText('共用の端末のため、ログアウトしました。次の人が使えます。')).toBeVisible()
  await page.getByRole('button', { name: 'カードでサインイン' }).click()
  await card.fill(number)
  await card.press('Enter')
  await page.getByRole('textbox', { name: 'PIN', exact: true }).fill('111222')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect(page.getByText('PINが違います。確かめて、もう一度入力してください。')).toBeVisible()
})
