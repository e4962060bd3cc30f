import { changeAddress, expect, moveTo, test } from './fixtures.ts'
import { longestTaskWhileScrolling } from './longest-task.ts'
import { makeCrowd } from './site.ts'

const drawnRows = '.ant-table-row'

test('a thousand people in one list and one group: drawn as far as they are seen, page by page, and asked for by their names', async ({
  page,
  product,
  site,
  signInAs,
}, testInfo) => {
  await makeCrowd(product, site, 1_000)
  await signInAs(site.accounts.HeadquartersAdmin)
  const groupRequests: string[] = []
  const addresses: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/Group')) groupRequests.push(pathname)
    addresses.push(request.url())
  })
  const rows = page.locator(drawnRows)

  await test.step('all on one page are drawn as far as they are seen, and scroll', async () => {
    await page.goto('/physical-condition/list?rows=1000')
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('1,000人')
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

  await test.step('a page holds a hundred; the address names the page', async () => {
    await changeAddress(page, '/physical-condition/list?sortKey=fullName')
    await expect(rows.first()).toContainText('作業　0001')
    await expect(rows).toHaveCount(100)
    await expect(page.getByLabel('1ページの人数')).toHaveCount(0)
    await page.getByRole('listitem', { name: '10', exact: true }).click()
    await expect(page).toHaveURL('/physical-condition/list?page=10&sortKey=fullName&sortOrder=ascend')
    await expect(rows.first()).toContainText('作業　0901')
    // A page that no longer is leads back to the last one that has rows.
    await changeAddress(page, '/physical-condition/list?sortKey=fullName&page=11')
    await expect(page).toHaveURL(/page=10/)
    await expect(rows.first()).toContainText('作業　0901')
  })

  await test.step('who offers groups to choose from asks for their names, not for the people in them', async () => {
    await changeAddress(page, `/physical-condition/list?officeId=${site.here.officeId}&groupId=${site.groups.second}`)
    await expect(page.getByText('鉄骨2班').first()).toBeVisible()
    expect([...new Set(groupRequests)]).toEqual(['/api/Group/Names'])
    await moveTo(page, '/group/list')
    await expect(page.getByRole('row', { name: /鉄骨2班/ })).toContainText('1,001')
    expect([...new Set(groupRequests)]).toEqual(['/api/Group/Names', '/api/Group/Overview'])
  })

  await test.step('a group of a thousand is searched by name, and its pickers ask without their ids in the address', async () => {
    await moveTo(page, `/group/edit/${site.groups.second}`)
    const members = page.getByRole('group', { name: 'メンバー', exact: true })
    await expect(members).toContainText('1,001人')
    await expect(members.getByRole('listitem').filter({ has: page.getByRole('button', { name: /を外す$/ }) })).toHaveCount(100)
    const search = members.getByRole('textbox', { name: '選ばれている人を氏名と作業者コードで探す' })
    await search.fill('作業　0９')
    await expect(members.getByRole('status')).toHaveText('100人が該当')
    await search.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await search.fill('0999')
    await members.getByRole('button', { name: '作業　0999を外す' }).click()
    await expect(members).toContainText('1,000人')
    await expect(members.getByRole('button', { name: 'メンバーを選ぶ' })).toBeFocused()
    await page.getByRole('button', { name: '職長を選ぶ', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('checkbox', { name: '作業　0999' })).toBeVisible()
    expect(Math.max(...addresses.map((address) => address.length))).toBeLessThan(500)
  })
})
