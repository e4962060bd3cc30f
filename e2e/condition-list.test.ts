import type { Page } from '@playwright/test'
import { changeAddress, conditionRow, expect, test } from './fixtures.ts'
import { fillSite } from './site.ts'

const names = (page: Page) => page.getByRole('row').getByRole('link')
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** Chooses an entry of a select by its label. */
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
}

test('filters are in the address and survive a reload; a link may spell them in any case', async ({ page, site, signInAs }) => {
  await fillSite(site)
  const { here, elsewhere, accounts, neighbour, distant, groups } = site
  await signInAs(accounts.AdminUnitContract)
  await page.goto('/physical-condition/list')
  await expect(names(page)).toHaveText([neighbour.fullName, distant.fullName, accounts.GroupLeader.fullName, accounts.User.fullName])
  await expect(page.getByRole('combobox', { name: 'グループ', exact: true })).toHaveCount(0)

  await choose(page, '拠点', here.name)
  await choose(page, 'グループ', '鉄骨1班')
  await expect(names(page)).toHaveText([accounts.GroupLeader.fullName, accounts.User.fullName])
  expect(search(page)).toEqual({ officeId: String(here.officeId), groupId: String(groups.first) })
  await page.reload()
  await expect(names(page)).toHaveText([accounts.GroupLeader.fullName, accounts.User.fullName])
  await expect(page.getByText('鉄骨1班').first()).toBeVisible()

  // Another site has other groups.
  await choose(page, '拠点', elsewhere.name)
  await expect(names(page)).toHaveText([distant.fullName])
  expect(search(page)).toEqual({ officeId: String(elsewhere.officeId) })
  await page.goBack()
  await expect(names(page)).toHaveText([accounts.GroupLeader.fullName, accounts.User.fullName])

  await changeAddress(page, `/physical-condition/list?OfficeId=${elsewhere.officeId}`)
  await expect(names(page)).toHaveText([distant.fullName])
  await changeAddress(page, `/physical-condition/list?OFFICEID=${here.officeId}`)
  await expect(names(page)).toHaveText([neighbour.fullName, accounts.GroupLeader.fullName, accounts.User.fullName])
  await changeAddress(page, `/physical-condition/list?officeid=${elsewhere.officeId}`)
  await expect(names(page)).toHaveText([distant.fullName])
  await changeAddress(page, '/physical-condition/list?OfficeId=nonsense&page=-3&sortKey=nothing')
  await expect(names(page)).toHaveCount(4)
})

test('workers without data are hidden until asked for, an empty list leads out, and sorting is in the address', async ({
  page,
  site,
  signInAs,
}) => {
  const { accounts } = site
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/physical-condition/list')
  await expect(page.getByText('データのある作業者はいません')).toBeVisible()
  await page.getByRole('button', { name: 'データのない作業者も表示' }).click()
  await expect(names(page)).toHaveCount(4)
  await fillSite(site)
  await changeAddress(page, '/physical-condition/list')
  await expect(names(page)).toHaveCount(3)
  const hides = page.getByRole('checkbox', { name: 'データのない作業者を隠す' })
  await expect(hides).toBeChecked()
  await expect(page.getByRole('checkbox', { name: '自動更新' })).not.toBeChecked()
  // It is checked by what the address says, a moment after the click.
  await hides.click()
  await expect(hides).not.toBeChecked()
  await expect(conditionRow(page, accounts.GroupSubLeader.fullName)).toBeVisible()
  await expect(page).toHaveURL('/physical-condition/list?healthData=false')
  await page.reload()
  await expect(names(page)).toHaveCount(4)
  await expect(hides).not.toBeChecked()
  await hides.click()
  await expect(hides).toBeChecked()
  await expect(names(page)).toHaveCount(3)
  await expect(page).toHaveURL('/physical-condition/list')
  await page.getByRole('columnheader', { name: '心拍' }).click()
  await expect(names(page)).toHaveText([accounts.User.fullName, accounts.GroupLeader.fullName, site.neighbour.fullName])
  expect(search(page)).toEqual({ sortKey: 'heartRate', sortOrder: 'ascend' })
})

test('a name leads to the detail under the parameters other systems use, and back leads to the same list', async ({
  page,
  site,
  signInAs,
}) => {
  await fillSite(site)
  const { accounts, here } = site
  await signInAs(accounts.AdminUnitContract)
  const list = `/physical-condition/list?officeId=${here.officeId}&sortKey=fullName&sortOrder=ascend`
  await page.goto(list)
  await page.getByRole('link', { name: accounts.User.fullName }).click()
  await expect(page.getByRole('heading', { level: 2, name: accounts.User.fullName })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/physical-condition/detail')
  expect(search(page)).toEqual({ UserId: String(accounts.User.userId), OfficeName: here.name, GroupName: '鉄骨1班' })
  await page.getByRole('button', { name: '体調一覧' }).click()
  await expect(page).toHaveURL(list)
})
