import { sql } from 'kysely'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'

test('a worker says つらい, which a leader answers; 助けて without a network says whom to phone, and arrives once it is back', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const worker = site.accounts.User
  await sql`update app_user set phone_number = '090-1111-2222' where user_id = ${site.accounts.GroupLeader.userId}`.execute(product.db)
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(worker)
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'いまの体調は' })).toBeVisible()
  const [well, unwell, help] = ['大丈夫', 'つらい', /^助けて/].map((name) => page.getByRole('button', { name }))
  for (const button of [well, unwell, help]) expect((await button?.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await expect(page.getByRole('link', { name: /職長 .+に電話/ })).toBeVisible()
  await expectFitting(page)
  await page.setViewportSize({ width: 375, height: 812 })
  await expectAccessible(page)

  await unwell?.dblclick()
  await expect(page.getByText('「つらい」が届きました。')).toBeVisible()
  await expect(page.getByText(/^前回 .+ つらい$/)).toBeVisible()
  const alerts = () =>
    product.db
      .selectFrom('alert as a')
      .select(['a.kind', 'a.source', 'a.reason'])
      .where('a.user_id', '=', worker.userId)
      .where('a.source', '=', 'self')
      .execute()
  expect(await alerts()).toMatchObject([{ kind: 'report', reason: { count: 1 } }])

  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await help?.click()
  const notice = page.getByRole('alert').filter({ hasText: 'まだ届いていません。電話してください。' })
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('link')).toHaveText([/090-1111-2222/, /119番/])
  await expectAccessible(page)
  // Two taps are one call, as is a page that is opened again.
  await help?.click()
  // Nor does a reload lose it: the page that answers without a server says so, and whom to phone.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'サーバーにつながりません' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('体調の申告が、まだ届いていません。下の番号に電話してください。')
  await expect(page.getByRole('link', { name: '職長 090-1111-2222' })).toHaveAttribute('href', 'tel:09011112222')
  await expect(page.getByRole('link', { name: '119番' })).toBeVisible()
  await expect(page.getByText(worker.fullName)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(notice).toBeHidden()
  await expect(page.getByText(/「助けて」が届きました。|助けて」が、/)).toBeVisible()
  expect((await alerts()).map(({ kind }) => kind).toSorted()).toEqual(['emergency', 'report'])

  await signInAs(site.accounts.GroupLeader)
  await page.goto('/home')
  // The report of somebody in an emergency is answered with it.
  await page.getByRole('region', { name: '緊急' }).getByRole('button', { name: '確認する' }).first().click()
  await expect(page.getByRole('heading', { name: '申告の内容' })).toBeVisible()
  await expect(page.getByText(/同じ人の未対応 1件も、一緒に確認済みになります（申告）/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '確認した。自分が向かう' }).click()
})
