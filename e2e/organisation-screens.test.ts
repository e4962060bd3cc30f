import { AxeBuilder } from '@axe-core/playwright'
import type { Role } from '@mimamori/contract'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { choose, downloaded, field, fill, row, save, saved } from './organisation-parts.ts'
import { settled } from './settled.ts'
import type { Site } from './site.ts'

type Screen = { readonly role: Role; readonly path: (site: Site) => string; readonly heading: string; readonly afterwards?: (page: Page) => Promise<unknown> }

const submit = (page: Page) => page.getByRole('button', { name: /^(登録|更新)する$/ }).click()
const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
}

const screens: readonly Screen[] = [
  { role: 'AdminUnitService', path: () => '/company/list', heading: '会社' },
  { role: 'AdminUnitService', path: () => '/company/create/new', heading: '会社を追加', afterwards: submit },
  { role: 'AdminUnitService', path: () => '/admin-unit-service/list', heading: 'サービス管理者' },
  { role: 'AdminUnitService', path: () => '/admin-unit-contract/create/new', heading: '契約管理者を追加', afterwards: submit },
  { role: 'AdminUnitService', path: () => '/worker/create', heading: '作業者を追加', afterwards: submit },
  { role: 'AdminUnitContract', path: () => '/header-quaters/list', heading: '拠点' },
  { role: 'AdminUnitContract', path: ({ here }) => `/header-quaters/edit/${here.officeId}`, heading: '拠点を編集' },
  { role: 'AdminUnitContract', path: ({ here }) => `/header-quaters/view/${here.officeId}`, heading: '拠点の詳細' },
  { role: 'AdminUnitContract', path: () => '/base-admin/list', heading: '拠点管理者' },
  { role: 'AdminUnitContract', path: () => '/base-admin/create/new', heading: '拠点管理者を追加', afterwards: submit },
  { role: 'AdminUnitContract', path: () => '/audit-log/list', heading: '変更の記録' },
  { role: 'HeadquartersAdmin', path: () => '/worker/list', heading: '作業者' },
  { role: 'HeadquartersAdmin', path: ({ accounts }) => `/worker/edit/${accounts.User.userId}`, heading: '作業者を編集', afterwards: press('体調デバイスを変更') },
  { role: 'HeadquartersAdmin', path: () => '/worker/inputfile', heading: '作業者のファイル取込' },
  { role: 'HeadquartersAdmin', path: () => '/group/list', heading: 'グループ' },
  { role: 'HeadquartersAdmin', path: ({ groups }) => `/group/edit/${groups.first}`, heading: 'グループを編集', afterwards: press('メンバーを選ぶ') },
  { role: 'HeadquartersAdmin', path: ({ groups }) => `/group/view/${groups.first}`, heading: 'グループの詳細' },
  { role: 'GroupLeader', path: () => '/grouplead/list', heading: '鉄骨1班のメンバー' },
]

const violations = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} ${html}`).join(' | ')}`)

const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.getElementById('main')]
      .filter((element) => element !== null && element.scrollWidth > element.clientWidth)
      .map((element) => `${element?.tagName} ${element?.scrollWidth} > ${element?.clientWidth}`),
  )

// Each inspection looks at every element of a screen; a busy machine takes its time over it.
test.slow()

for (const { role, path, heading, afterwards } of screens)
  test(`${heading} (${role}): fits every width, and nothing shuts anybody out`, async ({ page, site, signInAs }) => {
    await signInAs(site.accounts[role])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path(site))
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await afterwards?.(page)
    for (const [width, colorScheme] of [[1440, 'light'], [1440, 'dark'], [1000, 'light'], [375, 'light']] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await settled(page)
      expect(await tooWide(page), `${width}`).toEqual([])
      if (width !== 1000) expect(await violations(page), `${width} ${colorScheme}`).toEqual([])
    }
  })

test('a company is made with the keyboard alone', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.AdminUnitService)
  await page.goto('/company/list')
  await page.getByRole('heading', { level: 1, name: '会社' }).waitFor()
  const tabTo = async (name: RegExp) => {
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Tab')
      const said = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
      if (name.test(said)) return
    }
    throw new Error(`the keyboard never comes to ${name}`)
  }
  await tabTo(/会社を追加/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/company/create/new')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field(page, '会社コード')).toBeFocused()
  const name = `鍵盤建設 ${Date.now()}`
  await page.keyboard.type(`K-${Date.now()}`)
  await page.keyboard.press('Tab')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo(/^登録する$/)
  await page.keyboard.press('Enter')
  await saved(page)
  await expect(page).toHaveURL('/company/list')
})

test('the record of changes says who changed what, before and after, and can be saved', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto(`/header-quaters/edit/${site.here.officeId}`)
  await fill(page, { 最寄りの病院: '江東中央病院' })
  await choose(page, '作業の強さ', '高代謝率')
  await save(page, '更新する')
  await saved(page)

  await page.goto('/audit-log/list')
  await choose(page, '対象', '拠点')
  await expect(page).toHaveURL(/kind=office/)
  const entry = row(page, site.accounts.AdminUnitContract.loginId).first()
  await expect(entry).toContainText('更新')
  await expect(entry).toContainText('最寄りの病院')
  await entry.getByRole('button', { name: '更新の内容を見る' }).click()
  const change = page.getByRole('dialog').getByRole('row').filter({ hasText: '最寄りの病院' })
  await expect(change.getByRole('cell')).toHaveText(['なし', '江東中央病院'])
  await page.keyboard.press('Escape')
  const file = await downloaded(page, () => page.getByRole('button', { name: 'ダウンロード' }).click())
  expect(file.text).toContain('江東中央病院')
  await choose(page, '対象', '会社')
  await expect(page.getByText('該当する記録はありません')).toBeVisible()
})
