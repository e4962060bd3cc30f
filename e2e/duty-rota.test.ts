import { expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { choose, field } from './organisation-parts.ts'

const phone = { width: 375, height: 812 }

test.slow()

test('an administrator plans a week with an empty place, home names it, and a leader names a substitute on the phone', async ({
  page,
  product,
  site,
  signInAs,
  openBrowser,
}) => {
  const { db } = product
  const { company, here, accounts } = site
  const owner = { company_id: company.companyId, office_id: here.officeId }
  const values = { ...owner, type: 'ESCALATION_SETTING', key: 'STEPS', value: 'DutyRota,AdminUnitContract' }
  await db.insertInto('master_setting').values(values).execute()

  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/duty-rota')
  await expect(page.getByText('は、まだ決めていません', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'この週の担当を決める' }).click()
  await choose(page, '夜の人数', '3人')
  const fill = async (row: string, fullName: string) => {
    await choose(page, 'まとめて入れる順番', row)
    await choose(page, 'まとめて入れる人', fullName)
    await page.getByText('全部の日').click()
    await page.getByRole('button', { name: '入れる', exact: true }).click()
  }
  // The third place of every shift is left empty.
  for (const shift of ['昼', '夜'])
    for (const [index, { fullName }] of [accounts.GroupLeader, accounts.GroupSubLeader].entries())
      await fill(`${shift} ${index + 1}番目`, fullName)
  await expectFitting(page, () => page.getByText('まとめて入れる', { exact: true }).waitFor())
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('保存しました。')).toBeVisible()
  const week = page.getByRole('table', { name: '1週間の担当' })
  await expect(week.getByText(accounts.GroupLeader.fullName).first()).toBeVisible()
  const now = page.getByRole('region', { name: 'いま呼ばれる順' })
  await expect(now.getByRole('listitem')).toContainText([
    accounts.GroupLeader.fullName,
    accounts.GroupSubLeader.fullName,
    '職長・拠点管理者の全員',
  ])
  await expect(page.getByRole('region', { name: '空いている担当' })).toContainText('の3番目が空いています。')
  await expectFitting(page, () => now.waitFor())
  await page.goto('/home')
  await expect(page.getByRole('region', { name: '担当' })).toContainText('の3番目が空いています')

  const leader = await openBrowser(accounts.GroupLeader)
  await leader.setViewportSize(phone)
  await leader.goto('/duty-rota')
  const call = leader.getByRole('link', { name: `${accounts.GroupLeader.fullName}へ電話 090-0000-0001` })
  await expect(call).toHaveAttribute('href', 'tel:09000000001')
  expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await leader.getByRole('button', { name: '代わりを頼む' }).click()
  // The shift that is on comes first.
  await leader.getByRole('combobox', { name: 'いつ' }).click()
  await leader.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await choose(leader, 'だれが', accounts.HeadquartersAdmin.fullName)
  await field(leader, 'わけ').fill('体調が悪いため')
  await leader.getByRole('button', { name: '代わりを頼む' }).click()
  await expect(leader.getByRole('region', { name: 'いま呼ばれる順' }).getByRole('listitem').first()).toContainText(
    accounts.HeadquartersAdmin.fullName,
  )
})
