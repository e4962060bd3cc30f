import type { Page } from '@playwright/test'
import { expect, moveTo, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import type { Product } from './product.ts'
import { minutesAgo, type Site, vital } from './site.ts'

const bannerOf = (page: Page) => page.getByRole('region', { name: /^緊急・/ })
const episodes = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') })

/** How long devices of a site may cancel what they judged, in seconds. */
const setWindow = ({ db }: Product, { company, here }: Site, seconds: number) =>
  db
    .insertInto('master_setting')
    .values({
      company_id: company.companyId,
      office_id: here.officeId,
      type: 'GENERAL_ALERT_SETTING',
      key: 'ALARM_CANCEL_SECONDS',
      value: String(seconds),
    })
    .execute()

test("a fall that a band judged calls the leader after the device's window; one that its device cancels calls nobody", async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  const { accounts, here, neighbour } = site
  const worker = accounts.User
  await setWindow(product, site, 3)
  await page.setViewportSize({ width: 375, height: 740 })
  await signInAs(accounts.GroupLeader)
  const listening = page.waitForResponse('**/api/live*')
  await page.goto('/physical-condition/list')
  await listening

  const before = performance.now()
  await here.post([
    vital(worker, { alarm: 'fall' }),
    // Cancelled in time: in one post with its alarm, so that no pause of this machine lets the window pass.
    vital(neighbour, { at: minutesAgo(0.01), alarm: 'noMotion' }),
    vital(neighbour, { alarm: null }),
  ])
  await expect(bannerOf(page)).toContainText('緊急・転倒')
  // The window counts from the receipt of the reading, so nobody was called before it was over.
  expect(performance.now() - before).toBeGreaterThanOrEqual(3_000)
  await expect(bannerOf(page)).toContainText(worker.fullName)

  await bannerOf(page).getByRole('button', { name: '確認する' }).click()
  const answering = page.getByRole('dialog', { name: `${worker.fullName}への対応` })
  await expect(answering).toContainText('機器が転倒を検知しました')
  await answering.getByRole('button', { name: '確認した。自分が向かう' }).click()
  await expect(bannerOf(page)).toContainText('対応中')

  const admin = await openBrowser(accounts.AdminUnitContract)
  await admin.goto('/alert/list')
  await expect(episodes(admin).first()).toContainText('転倒')
  await expect(admin.getByText(neighbour.fullName)).toHaveCount(0)
  await admin.getByRole('radiogroup', { name: '期間の広さ' }).getByText('すべて').click()
  await expect(episodes(admin).filter({ hasText: neighbour.fullName })).toContainText('取り消し')
  await admin.getByRole('combobox', { name: '種別' }).click()
  await admin.locator('.ant-select-item-option').filter({ hasText: '転倒' }).click()
  await expect(episodes(admin)).toHaveCount(1)
  await expect(episodes(admin)).toContainText(worker.fullName)
  expect(new URL(admin.url()).searchParams.get('kind')).toContain('fall')

  await moveTo(admin, `/physical-condition/detail?UserId=${worker.userId}`)
  await expect(admin.getByRole('row').filter({ hasText: '緊急・転倒' })).toContainText('機器が転倒を検知しました')
  await moveTo(page, `/physical-condition/detail?UserId=${worker.userId}`)
  await page.getByRole('listitem').filter({ hasText: '転倒' }).getByRole('link', { name: /^記録/ }).click()
  await expect(page.getByRole('region', { name: '概要' })).toContainText('転倒')
  await expect(page.getByRole('region', { name: 'したこと' })).toContainText('機器が転倒を検知しました')
  await expectFitting(page)
})
