import { readFile } from 'node:fs/promises'
import { conditionRow, expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import type { Product } from './product.ts'
import type { Site, Wearer } from './site.ts'

const hour = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour)

/** What of an episode is not as usual. */
type Unusual = {
  readonly kind?: string
  readonly level?: number | null
  readonly peak_level?: number | null
  readonly cause?: string
  readonly reason?: null
  readonly ended_at?: Date
  readonly ending?: string
  readonly handling?: string
  readonly handled_by_name?: string
  readonly handled_at?: Date
  readonly outcome?: string
}

/** Keeps an episode of somebody, open and lasting unless said otherwise. */
const keep = async ({ db }: Product, { userId }: { readonly userId: number }, hours: number, values: Unusual = {}) => {
  const person = await db.selectFrom('app_user').selectAll().where('app_user.user_id', '=', userId).executeTakeFirstOrThrow()
  return db
    .insertInto('alert')
    .values({
      kind: 'condition',
      company_id: person.company_id,
      office_id: person.office_id ?? 0,
      group_id: person.group_id,
      user_id: userId,
      full_name: person.full_name,
      company_name: '青葉建設',
      base_name: '晴海A棟',
      location_name: '東側 外部足場 3段目',
      level: 1,
      peak_level: 1,
      cause: 'sustained',
      reason: JSON.stringify({ kind: 'sustained', limit: 120, minutes: 5 }),
      heart_rate: 130,
      excess: 1.5,
      started_at: hoursAgo(hours),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const over = (hours: number) => ({ ended_at: hoursAgo(hours), ending: 'recovered' })
const closed = (hours: number) => ({
  ...over(hours),
  handling: 'closed',
  handled_by_name: '田中　誠',
  handled_at: hoursAgo(hours),
  outcome: 'rested',
})

const fill = async (product: Product, { accounts, neighbour, distant }: Site, wearer: Wearer) => {
  await keep(product, wearer, 0.2, { kind: 'emergency', level: 3, peak_level: 3, cause: 'call', reason: null })
  await keep(product, wearer, 0.6, { level: 3, peak_level: 3 })
  await keep(product, neighbour, 0.3, { level: 3, peak_level: 3 })
  await keep(product, neighbour, 0.5, { kind: 'noHeartRate', level: null, peak_level: null, ...over(0.4) })
  await keep(product, neighbour, 0.8, { kind: 'belt', level: 3, peak_level: 3, ...over(0.7) })
  await keep(product, accounts.GroupLeader, 0.7, {
    level: 2,
    handling: 'acknowledged',
    handled_by_name: '現場　守',
    handled_at: hoursAgo(0.6),
  })
  await keep(product, distant, 10 * 24, closed(10 * 24 - 1))
  return keep(product, distant, 40 * 24, closed(40 * 24 - 1))
}

test('alerts of now are confirmed a person at a time, seen by all at once; the past is a period, a link and a file away', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  test.slow()
  const { accounts, neighbour, distant } = site
  const oldest = await fill(product, site, accounts.User)
  await signInAs(accounts.AdminUnitContract)
  await page.goto('/alert/list')
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  const bar = page.getByRole('group', { name: `${neighbour.fullName}の未対応のアラート` })
  await expect(rows).toHaveCount(6)
  // The emergency first, with what belongs to it; a person's alerts together, whatever comes between them.
  await expect(rows.nth(0)).toContainText('緊急')
  await expect(rows.nth(1)).toContainText('上の緊急と一緒に確認')
  await expect(bar).toContainText(`${neighbour.fullName}の未対応 3件を選択中`)
  await expect(page.getByText('未対応 5件')).toBeVisible()
  await expectFitting(page, () => bar.waitFor())

  const other = await openBrowser(accounts.AdminUnitService)
  const listening = other.waitForResponse('**/api/live*')
  await other.goto(`/alert/list?companyId=${site.company.companyId}`)
  await other.getByRole('checkbox', { name: '自動更新' }).check()
  await listening
  await expect(conditionRow(other, neighbour.fullName).first()).toContainText('未対応')

  await bar.getByRole('button', { name: '3件をまとめて確認する' }).click()
  await expect(bar).toHaveCount(0)
  for (const one of [page, other]) {
    await expect(one.getByText('未対応 2件')).toBeVisible()
    for (const row of await conditionRow(one, neighbour.fullName).all()) await expect(row).toContainText('確認済み')
  }

  await rows.nth(0).getByRole('button', { name: '確認する' }).click()
  const dialog = page.getByRole('dialog', { name: `${accounts.User.fullName}への対応` })
  await expect(dialog).toContainText('同じ人の未対応 1件も、一緒に確認済みになります（体調）。')
  await dialog.getByRole('button', { name: '確認した。ほかの人に頼む' }).click()
  for (const one of [page, other]) await expect(one.getByText('未対応 0件')).toBeVisible()

  await page.getByRole('radiogroup', { name: '期間の広さ' }).getByText('すべて').click()
  await expect(rows).toHaveCount(7)
  await page.getByRole('combobox', { name: '期間' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '90日間' }).click()
  await expect(rows).toHaveCount(8)
  await page.reload()
  await expect(rows).toHaveCount(8)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ allTime: 'true', period: '90' })

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ダウンロード' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file.trimEnd().split('\r\n')).toHaveLength(9)
  expect(file).toContain('休憩して復帰')

  // What the detail no longer shows has its record.
  await expect(rows.last().getByRole('link', { name: distant.fullName, exact: true })).toHaveAttribute(
    'href',
    `/alert/record/${oldest.alert_id}`,
  )
  await rows.nth(0).getByRole('link', { name: accounts.User.fullName, exact: true }).click()
  await expect(page).toHaveURL(/\/physical-condition\/detail\?.*timeAlert=\d\d%3A\d\d&dayAlert=\d{4}-\d\d-\d\d/)
})
