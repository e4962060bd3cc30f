import type { Role } from '@mimamori/contract'
import type { Page } from '@playwright/test'
import { expect, moveTo, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { adminHeader, answer, choose, csv, dialog, sendFile, workerHeader } from './organisation-parts.ts'
import type { Site } from './site.ts'

type Screen = {
  readonly path: (site: Site) => string
  readonly heading: string
  readonly afterwards?: (page: Page, site: Site) => Promise<unknown>
}

const submit = (page: Page) => page.getByRole('button', { name: /^(まとめて登録|登録|更新)する$/ }).click()
const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
}
/** Sends rows that the server refuses by the rules of just that record. */
const sendWrong = (rows: readonly (readonly string[])[]) => async (page: Page) => {
  await sendFile(page, '誤り.csv', csv(rows))
  await page.getByText('1件も登録していません。').waitFor()
}
const sendWrongAdmin = sendWrong([adminHeader, ['a', '名']])
const sendWrongAdminOf =
  (field: '会社' | '拠点', nameOf: (site: Site) => string) =>
  async (page: Page, site: Site): Promise<void> => {
    await choose(page, field, nameOf(site))
    await sendWrongAdmin(page)
  }

/** Deletes what still holds something, up to the dialog that says why it stays; nothing is left while that is open. */
const removeFirst = async (page: Page) => {
  await page
    .getByRole('button', { name: /を削除$/ })
    .first()
    .click()
  await answer(page, 'を削除します。', '削除する')
  await expect(dialog(page)).toContainText('残っているため、削除できません。')
}

const screens: Readonly<Partial<Record<Role, readonly Screen[]>>> = {
  AdminUnitService: [
    { path: () => '/company/create/new', heading: '会社を追加', afterwards: submit },
    { path: () => '/company/start', heading: '会社を始める', afterwards: submit },
    { path: ({ company }) => `/company/edit/${company.companyId}`, heading: '会社を編集' },
    { path: () => '/admin-unit-service/list', heading: 'サービス管理者' },
    { path: () => '/admin-unit-service/create/new', heading: 'サービス管理者を追加', afterwards: submit },
    { path: ({ accounts }) => `/admin-unit-service/edit/${accounts.AdminUnitService.userId}`, heading: 'サービス管理者を編集' },
    { path: () => '/admin-unit-service/inputFile', heading: 'サービス管理者のファイル取込', afterwards: sendWrongAdmin },
    { path: () => '/admin-unit-contract/list', heading: '契約管理者' },
    { path: () => '/admin-unit-contract/create/new', heading: '契約管理者を追加', afterwards: submit },
    { path: ({ accounts }) => `/admin-unit-contract/edit/${accounts.AdminUnitContract.userId}`, heading: '契約管理者を編集' },
    { path: ({ accounts }) => `/admin-unit-contract/view/${accounts.AdminUnitContract.userId}`, heading: '契約管理者の詳細' },
    {
      path: () => '/admin-unit-contract/inputFile',
      heading: '契約管理者のファイル取込',
      afterwards: sendWrongAdminOf('会社', ({ company }) => company.name),
    },
    { path: () => '/operation', heading: '稼働状況' },
    { path: () => '/worker/create', heading: '作業者を追加', afterwards: submit },
    { path: ({ company }) => `/company/list?companyName=${encodeURIComponent(company.name)}`, heading: '会社', afterwards: removeFirst },
  ],
  AdminUnitContract: [
    { path: () => '/header-quaters/create/new', heading: '拠点を追加', afterwards: submit },
    { path: ({ here }) => `/header-quaters/edit/${here.officeId}`, heading: '拠点を編集' },
    { path: ({ here }) => `/header-quaters/view/${here.officeId}`, heading: '拠点の詳細' },
    { path: () => '/base-admin/list', heading: '拠点管理者' },
    { path: ({ accounts }) => `/base-admin/view/${accounts.HeadquartersAdmin.userId}`, heading: '拠点管理者の詳細' },
    { path: () => '/base-admin/create/new', heading: '拠点管理者を追加', afterwards: submit },
    { path: ({ accounts }) => `/base-admin/edit/${accounts.HeadquartersAdmin.userId}`, heading: '拠点管理者を編集' },
    {
      path: () => '/base-admin/inputfile',
      heading: '拠点管理者のファイル取込',
      afterwards: sendWrongAdminOf('拠点', ({ here }) => here.name),
    },
    { path: () => '/audit-log/list', heading: '操作の記録' },
    { path: () => '/header-quaters/list', heading: '拠点', afterwards: removeFirst },
  ],
  HeadquartersAdmin: [
    { path: () => '/worker/list', heading: '作業者' },
    { path: ({ accounts }) => `/worker/edit/${accounts.User.userId}`, heading: '作業者を編集', afterwards: press('体調デバイスを変更') },
    { path: () => '/worker/inputfile', heading: '作業者のファイル取込', afterwards: sendWrong([workerHeader, ['a'], ['b']]) },
    { path: () => '/group/list', heading: 'グループ' },
    { path: () => '/group/create/new', heading: 'グループを追加', afterwards: submit },
    { path: ({ groups }) => `/group/edit/${groups.first}`, heading: 'グループを編集', afterwards: press('メンバーを選ぶ') },
    { path: ({ groups }) => `/group/view/${groups.first}`, heading: 'グループの詳細' },
    { path: () => '/group/inputfile', heading: 'グループのファイル取込' },
  ],
}

// Each inspection looks at every element of a screen; a busy machine takes its time over it.
test.slow()

const inspect = async (page: Page, site: Site, { path, heading, afterwards }: Screen, n: number) => {
  if (n === 0) await page.goto(path(site))
  else await moveTo(page, path(site))
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await afterwards?.(page, site)
  await expectFitting(page)
}

// All in one browser: opening the console takes as long as looking at two screens.
for (const [role, own] of Object.entries(screens) as [Role, readonly Screen[]][])
  test(`the organisation's screens of ${role}: each fits every width, and nothing shuts anybody out`, async ({ page, site, signInAs }) => {
    test.setTimeout(30_000 * own.length)
    await signInAs(site.accounts[role])
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const [n, screen] of own.entries()) await test.step(screen.heading, () => inspect(page, site, screen, n))
  })
