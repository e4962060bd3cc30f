import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { makeDevice } from '../apps/server/src/shared/organisation/test-factories.ts'
import { readPdf } from '../apps/server/src/platform/pdf/test-pdf.ts'
import { readFile } from 'node:fs/promises'

test('a leader registers a worker of one day, hands a tag to them, and allows a PIN; on the gate’s tablet they see their own page until nobody touches it', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { db } = product
  const leader = site.accounts.GroupLeader
  const { office_id } = await db.selectFrom('app_user').select('office_id').where('user_id', '=', leader.userId).executeTakeFirstOrThrow()
  const tag = await makeDevice(db, 'vital', office_id ?? 0)

  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(leader)
  await page.goto('/device-handout')
  await page.getByRole('button', { name: '本日のみの作業者' }).click()
  await page.getByRole('textbox', { name: '氏名' }).fill('日野　太郎')
  await page.getByRole('textbox', { name: '会社（雇い主）' }).fill('湾岸組')
  await page.getByRole('textbox', { name: '生まれた年（西暦）' }).fill('1985')
  await page.getByRole('checkbox').check()
  const register = page.getByRole('button', { name: '登録してタグを渡す' })
  expect((await register.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await expectAccessible(page)
  await register.click()
  await expect(page.getByText('次に、渡す機器の番号を入れてください。')).toBeVisible()
  const field = page.getByRole('textbox', { name: '渡す機器か人' })
  await field.fill(tag.serial)
  await field.press('Enter')
  await expect(page.getByText(/に渡しました/)).toBeVisible()
  await expect(page.getByText('本日のみ', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '日野　太郎さんの作業者証' }).click()
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
