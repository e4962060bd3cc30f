import type { Page } from '@playwright/test'
import { changeAddress, expect, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { choose, downloaded } from './organisation-parts.ts'
import { heat, type Site, vital, type Wearer } from './site.ts'

const day = 24 * 3_600_000
/** Yesterday in Japan: a day that is over, whenever the test runs. */
const yesterday = new Date(Date.now() + 9 * 3_600_000 - day).toISOString().slice(0, 10)
const at = (clock: string) => `${yesterday}T${clock}:00+09:00`
const workOf = (wearer: Wearer, heartRate: number | null) => ['10:01', '10:02'].map((clock) => vital(wearer, { at: at(clock), heartRate }))

const fillYesterday = async ({ here, elsewhere, accounts, neighbour, distant }: Site) => {
  await here.post([{ ...heat(31.4), at: at('10:00') }, ...workOf(accounts.User, 96), ...workOf(neighbour, null)])
  await elsewhere.post([{ ...heat(24.6), at: at('10:00') }, ...workOf(distant, 88)])
}

const table = (page: Page) => page.getByRole('table')
const rowOf = (page: Page, fullName: string) => table(page).getByRole('row').filter({ hasText: fullName })
/** A part of the address as a person would read it. */
const searchParam = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('a site’s day and a person’s month, by links, by Back, as files, and on a phone', async ({ page, site, signInAs }) => {
  test.slow()
  const { accounts, neighbour } = site
  await fillYesterday(site)
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/home')
  await page.getByRole('link', { name: 'レポート', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'レポート' })).toBeVisible()

  await changeAddress(page, `/report?date=${yesterday}&type=1`)
  await expect(rowOf(page, accounts.User.fullName)).toContainText('31.4')
  await choose(page, '種類', '心拍')
  await expect(rowOf(page, accounts.User.fullName)).toContainText('96')
  await expect(rowOf(page, neighbour.fullName)).toContainText('値なし')
  await page.getByText('平均', { exact: true }).click()
  await expect.poll(() => searchParam(page, 'statistic')).toBe('mean')
  await expectFitting(page, () => page.getByText(accounts.User.fullName).first().waitFor())

  await page.getByRole('combobox', { name: '作業者', exact: true }).click()
  await page.getByRole('treeitem', { name: '鉄骨1班' }).locator('.ant-select-tree-checkbox').click()
  await expect(rowOf(page, neighbour.fullName)).toHaveCount(0)
  await expect(rowOf(page, accounts.User.fullName)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const csv = await downloaded(page, () => page.getByRole('button', { name: 'CSV' }).click())
  expect(csv.text).toContain(accounts.User.fullName)
  expect(csv.text).not.toContain(neighbour.fullName)

  await rowOf(page, accounts.User.fullName).getByRole('link').click()
  await expect(table(page).locator('tbody tr')).toHaveCount(31)
  await expect.poll(() => searchParam(page, 'date')).toBe(yesterday.slice(0, 7))
  const step = page
    .getByRole('button', { name: '前の作業者' })
    .and(page.locator(':enabled'))
    .or(page.getByRole('button', { name: '次の作業者' }))
  await step.first().click()
  await expect.poll(() => searchParam(page, 'person')).not.toBe(String(accounts.User.userId))
  await page.goBack()
  await expect(rowOf(page, accounts.User.fullName)).toBeVisible()

  await changeAddress(page, '/report?period=1')
  await expect(page.getByText('月報は、作業者を1人選んでください')).toBeVisible()
  for (const name of ['印刷', 'PDF', 'CSV']) await expect(page.getByRole('button', { name })).toBeDisabled()
  await expect(page.getByText('作業者を選ぶと、印刷とダウンロードができます。')).toBeVisible()
  await choose(page, '作業者', accounts.User.fullName)
  await expect(
    table(page).getByRole('cell', { name: accounts.User.fullName }).or(table(page).locator('th[rowspan="31"]')).first(),
  ).toBeVisible()
  await page.reload()
  await expect(table(page).locator('th[rowspan="31"]')).toContainText(accounts.User.fullName)
  await expectFitting(page, () => page.getByText('測定のある日').first().waitFor())
})

test('a company’s report holds the sites that are chosen, and starts again in the other mode', async ({ page, site, signInAs }) => {
  const { accounts, here, elsewhere, distant } = site
  await fillYesterday(site)
  await signInAs(accounts.AdminUnitContract)
  await page.goto(`/report?date=${yesterday}&type=1`)
  await expect(page.getByText('拠点を選んでください').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'PDF' })).toBeDisabled()
  await choose(page, '拠点', here.name)
  await expect(rowOf(page, accounts.User.fullName)).toContainText('31.4')
  await choose(page, '拠点', elsewhere.name)
  await page.keyboard.press('Escape')
  await expect(rowOf(page, distant.fullName)).toContainText(elsewhere.name)
  await expect(rowOf(page, distant.fullName)).toContainText('24.6')
  await expect(rowOf(page, accounts.User.fullName)).toBeVisible()
  await page.getByText('まとめてZIP', { exact: true }).click()
  await expect.poll(() => searchParam(page, 'officeId')).toBeNull()
  await page.getByText('画面で見る', { exact: true }).click()
  await expect(page.getByText('拠点を選んでください').first()).toBeVisible()
})
