import { changeAddress, expect, moveTo, test } from './fixtures.ts'
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

test('a screen that offers groups to choose from asks for their names, not for the thousand people in them', async ({ page, site }) => {
  const asked: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.startsWith('/api/Group')) asked.push(pathname)
  })
  await page.goto(`/physical-condition/list?officeId=${site.here.officeId}&groupId=${site.groups.second}`)
  await expect(page.getByRole('button', { name: '作業終了' })).toBeVisible()
  await expect(page.getByText('鉄骨2班').first()).toBeVisible()
  expect([...new Set(asked)]).toEqual(['/api/Group/Names'])
  await moveTo(page, '/group/list')
  await expect(page.getByRole('row', { name: /鉄骨2班/ })).toContainText('1,001')
  expect([...new Set(asked)]).toEqual(['/api/Group/Names', '/api/Group/Overview'])
})
