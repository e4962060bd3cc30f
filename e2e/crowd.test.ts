import { changeAddress, expect, test } from './fixtures.ts'
import { longestTaskWhileScrolling } from './longest-task.ts'
import { makeCrowd } from './site.ts'

test.beforeEach(async ({ product, site, signInAs }) => {
  await makeCrowd(product, site, 1_000)
  await signInAs(site.accounts.HeadquartersAdmin)
})

const drawnRows = '.ant-table-row'

test('a thousand people in one list are drawn as far as they are seen, and scroll', async ({ page }, testInfo) => {
  await page.goto('/physical-condition/list?rows=1000')
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('1,000人')
  const rows = page.locator(drawnRows)
  await expect(rows.first()).toBeVisible()
  const first = await rows.first().getAttribute('data-row-key')
  await rows.nth(3).hover()
  const milliseconds = await longestTaskWhileScrolling(page)
  testInfo.annotations.push({ type: 'longest task while scrolling, ms', description: String(Math.round(milliseconds)) })
  const keys = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row-key')))
  expect(keys).not.toContain(first)
  expect(keys.length).toBeGreaterThan(5)
  expect(keys.length).toBeLessThan(200)
})

test('a page holds a hundred; which one stands in the address', async ({ page }) => {
  await page.goto('/physical-condition/list?sortKey=fullName')
  const rows = page.locator(drawnRows)
  await expect(rows).toHaveCount(100)
  await page.getByRole('listitem', { name: '10', exact: true }).click()
  await expect(page).toHaveURL('/physical-condition/list?page=10&sortKey=fullName&sortOrder=ascend')
  await expect(rows.first()).toContainText('作業　0901')
  await page.reload()
  await expect(rows.first()).toContainText('作業　0901')
  await page.getByRole('columnheader', { name: '年齢' }).click()
  await expect(page).toHaveURL('/physical-condition/list?sortKey=age&sortOrder=ascend')
  await expect(rows).toHaveCount(100)
  // A page that no longer is leads back to the last one that has rows.
  await changeAddress(page, '/physical-condition/list?sortKey=fullName&page=11')
  await expect(rows.first()).toContainText('作業　0901')
})
