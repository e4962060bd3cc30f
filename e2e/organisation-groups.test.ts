import type { Page } from '@playwright/test'
import { makeUser } from '../apps/server/src/shared/organisation/test-factories.ts'
import { changeAddress, expect, moveTo, test } from './fixtures.ts'
import { answer, choose, dialog, downloadOf, field, fill, openNew, row, save, saved, sendFile } from './organisation-parts.ts'
import type { Product } from './product.ts'
import type { Site } from './site.ts'

/** Workers of the first site who are in no group yet, named so that they fill two pages of the dialog. */
const makeWorkers = async ({ db }: Product, { here }: Site, count: number) => {
  const { company_id } = await db.selectFrom('office').where('office_id', '=', here.officeId).select('company_id').executeTakeFirstOrThrow()
  const names = Array.from({ length: count }, (_, n) => `控え　${String(n + 1).padStart(2, '0')}`)
  for (const [n, full_name] of names.entries())
    await makeUser(
      db,
      'User',
      { company_id, office_id: here.officeId },
      { full_name, furigana: `ア${String(n).padStart(2, '0')}`, worker_code: `H-${n + 1}` },
    )
  return names
}

const pick = async (page: Page, button: string, names: readonly string[]) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  for (const name of names) await dialog(page).getByRole('checkbox', { name, exact: true }).check()
  await dialog(page).getByRole('button', { name: '追加する' }).click()
}

test('a group is made of three roles, chosen across pages; nobody sits twice, and changed roles are asked about', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const names = await makeWorkers(product, site, 14)
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/group/create/new')
  await expect(page.getByRole('combobox', { name: '拠点' })).toHaveCount(0)
  await fill(page, { グループコード: 'G-900' })
  await fill(page, { グループ名: '控え班' })

  await pick(page, '職長を選ぶ', [names[0] ?? ''])
  await pick(page, '副職長を選ぶ', [names[1] ?? ''])

  await page.getByRole('button', { name: 'メンバーを選ぶ', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'メンバーを選ぶ' })
  await picker.getByRole('switch').check()
  await expect(picker.getByText(site.accounts.User.fullName)).toHaveCount(0)
  await expect(picker.getByText(names[2] ?? '')).toBeVisible()
  await expect(picker.getByText(names[0] ?? '')).toHaveCount(0)
  await expect(picker.getByText(names[1] ?? '')).toHaveCount(0)
  await picker.getByRole('checkbox', { name: names[2] ?? '', exact: true }).check()
  await picker.getByTitle('2', { exact: true }).click()
  await picker.getByRole('checkbox', { name: names[12] ?? '', exact: true }).check()
  await expect(picker.getByText('2件を選んでいます')).toBeVisible()
  await picker.getByLabel('作業者コード').fill('H-12')
  // Until the rows are those that were searched for, one may be drawn again under the click.
  await expect(picker.getByRole('row')).toHaveCount(2)
  await picker.getByRole('checkbox', { name: names[11] ?? '', exact: true }).check()
  await picker.getByRole('button', { name: '追加する' }).click()
  await expect(page.getByRole('group', { name: 'メンバー' }).getByRole('listitem')).toHaveCount(3)

  await page.getByRole('button', { name: '登録する' }).click()
  await expect(dialog(page)).toContainText('登録しますか。')
  await answer(page, `権限が変わる作業者が2人います。続けますか。\n${names[0]}：作業者 → 職長`, '登録する')
  await saved(page)
  await expect(row(page, '控え班')).toContainText(names[0] ?? '')

  await page.getByRole('link', { name: '控え班', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'グループの詳細' })).toBeVisible()
  await expect(page.getByText(names[11] ?? '')).toBeVisible()
  await expect(page.getByRole('button', { name: /を選ぶ|を外す/ })).toHaveCount(0)
})

test('somebody of another group moves after a warning; taking a leader out asks too', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto(`/group/edit/${site.groups.second}`)
  await expect(field(page, 'グループコード')).toBeDisabled()
  await expect(field(page, 'グループ名')).toBeDisabled()
  const { fullName } = site.accounts.GroupLeader
  await pick(page, 'メンバーを選ぶ', [fullName])
  await answer(page, `「${fullName}」は、ほかのグループに入っています。`, 'やめる')
  await dialog(page).getByRole('button', { name: '追加する' }).click()
  await answer(page, `「${fullName}」は、ほかのグループに入っています。`, '移す')
  await expect(page.getByText('鉄骨1班 から移ります')).toBeVisible()
  await page.getByRole('button', { name: '更新する' }).click()
  await answer(page, '権限が変わる作業者が1人います。続けますか。', '更新する')
  await saved(page)
  await expect(page).toHaveURL(/\/group\/list/)
  await moveTo(page, `/group/view/${site.groups.second}`)
  await expect(page.getByText(fullName)).toBeVisible()
  await changeAddress(page, `/group/view/${site.groups.first}`)
  await expect(page.getByText('鉄骨1班').first()).toBeVisible()
  await expect(page.getByText(fullName)).toHaveCount(0)
})

test('groups are filtered by site, a new one belongs to the site chosen, and what was downloaded goes back in', async ({
  page,
  site,
  signInAs,
}) => {
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto('/group/list')
  await choose(page, '拠点', site.elsewhere.name)
  await expect(page.getByText('該当するグループはありません')).toBeVisible()
  await openNew(page, 'グループ')
  await expect(page).toHaveURL(`/group/create/new?OfficeId=${site.elsewhere.officeId}`)
  await fill(page, { グループ名: '豊洲班' })
  await save(page, '登録する')
  await expect(row(page, '豊洲班')).toContainText(site.elsewhere.name)

  // What was downloaded goes back in; a further row is a further group.
  const { text } = await downloadOf(page)
  await page.getByRole('link', { name: 'ファイル取込' }).click()
  await expect(page).toHaveURL(/\/group\/inputfile\?OfficeCode=/)
  const [heading = '', own = ''] = text.split('\r\n')
  expect(own).toContain('"G-1","豊洲班"')
  await sendFile(page, 'グループ.csv', Buffer.from([heading, own, own.replace('"G-1","豊洲班"', '"","有明班"')].join('\r\n')))
  await answer(page, /2件を取り込みました。\s*登録 1件・更新 0件・削除 0件・変更なし 1件/, '閉じる')
  await expect(page).toHaveURL(/\/group\/list/)
  await changeAddress(page, `/group/list?OfficeId=${site.elsewhere.officeId}`)
  await expect(row(page, '有明班')).toBeVisible()
})
