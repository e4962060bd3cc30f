import { expect, moveTo, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import type { Product } from './product.ts'
import type { Site } from './site.ts'

test.use({ hasTouch: true, isWholeBrowser: true })

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const japanDay = (at: number) => new Date(at + 9 * hourMs).toISOString().slice(0, 10)

/** What the service says every three hours of a hot day. */
const hotDay = [25, 24.5, 26.5, 29.5, 31, 30.7, 28, 26, 25]

/** Gives the site a station of its own with forecasts for three days, and hours of work. */
const foresee = async ({ db }: Product, { here }: Site) => {
  const station = String(90_000 + here.officeId)
  const hours = { public_wbgt_station: station, opens_at: '07:00', closes_at: '18:00', acclimatised: true }
  await db.updateTable('office').set(hours).where('office_id', '=', here.officeId).execute()
  const today = Date.parse(`${japanDay(Date.now())}T00:00:00+09:00`)
  const values = [0, 1, 2].flatMap((day) =>
    hotDay.map((wbgt, index) => ({ station, at: new Date(today + day * dayMs + index * 3 * hourMs), kind: 'forecast', wbgt })),
  )
  await db
    .insertInto('public_wbgt')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

test('a leader reads tomorrow on a phone, and an administrator tries other work for a group and saves it there', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  test.slow()
  await foresee(product, site)
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(site.accounts.GroupLeader)
  await page.goto('/home')

  await test.step('the leader finds the own group’s rests by touch', async () => {
    await page.getByRole('button', { name: 'メニューを開く' }).tap()
    await page.getByRole('dialog').getByRole('link', { name: 'あすの計画' }).tap()
    // Before the site opens it is today's that is shown first.
    await page.getByText('あす', { exact: true }).tap()
    await expect(page.getByRole('heading', { name: 'あすの計画', level: 1 })).toBeVisible()
    const card = page.getByRole('region', { name: '鉄骨1班' })
    await expect(card).toContainText('最高 31.0')
    await expect(card.getByRole('table', { name: '鉄骨1班の休憩' })).toContainText('45')
    await expect(page.getByText('鉄骨2班')).toHaveCount(0)
    await expect(page.getByRole('region', { name: '予測のはずれ' })).toContainText('まだ、比べられる日がありません')
    await page.getByText('あさって', { exact: true }).tap()
    await expect(page.getByRole('heading', { name: 'あさっての計画', level: 1 })).toBeVisible()
    await expectFitting(page, () => page.getByRole('heading', { name: '予測のはずれ' }).waitFor())
  })

  const admin = await openBrowser(site.accounts.HeadquartersAdmin)
  await admin.goto('/plan')
  await admin.getByText('あす', { exact: true }).click()
  await expect(admin.getByRole('heading', { name: 'あすの計画', level: 1 })).toBeVisible()
  const row = (name: RegExp) => admin.getByRole('row', { name })

  await test.step('the same day is printed for the morning meeting, in a window of its own', async () => {
    const opening = admin.waitForEvent('popup')
    await admin.getByRole('button', { name: '印刷（朝礼用）' }).click()
    const sheet = await opening
    await expect.poll(() => sheet.url()).toMatch(/^blob:/)
    await sheet.close()
  })

  await test.step('the administrator tries heavier work, which the address keeps and nobody saves', async () => {
    await expect(row(/鉄骨1班/).first()).toContainText('28')
    await expect(row(/鉄骨2班/).first()).toBeVisible()
    await admin.getByRole('button', { name: '条件を変えてためす' }).click()
    const trial = admin.getByRole('region', { name: 'ためす' })
    await expect(trial).toContainText('試算・保存されていません')
    await trial.getByRole('combobox', { name: 'グループ' }).click()
    await admin.getByTitle('鉄骨1班').click()
    await trial.getByRole('combobox', { name: '作業の強さ' }).click()
    await admin.getByTitle(/^3　/).click()
    await expect(admin).toHaveURL(/metabolicClass=3/)
    await expect(row(/鉄骨1班試算/).first()).toContainText('26')
    await expect(trial.getByLabel(/いまの設定から試算/)).toContainText('28 → 26')
    await expectFitting(admin, () => trial.waitFor())
    await admin.reload()
    await expect(row(/鉄骨1班試算/).first()).toContainText('26')
  })

  await test.step('the group’s own form takes the value, and the plan follows it', async () => {
    await admin.getByRole('link', { name: 'この設定を保存' }).click()
    await expect(admin.getByText(/計画でためした値を「暑さの基準」に入れました/)).toBeVisible()
    await admin.getByRole('button', { name: '更新する' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: '更新する' }).click()
    await expect(admin.getByRole('heading', { name: 'あすの計画', level: 1 })).toBeVisible()
    await expect(row(/鉄骨1班/).first()).toContainText('26')
    await expect(row(/試算/)).toHaveCount(0)
    await moveTo(admin, '/home')
    await admin.getByRole('link', { name: 'あすの計画' }).last().click()
    await expect(row(/鉄骨1班/).first()).toContainText('26')
  })
})
