import { dayMs } from '@mimamori/contract/day'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fromBufferPromise } from 'yauzl'
import { expect, moveTo, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import type { Product } from './product.ts'
import type { Site } from './site.ts'

const inJapan = (daysAgo: number) => new Date(Date.now() + 9 * 3_600_000 - daysAgo * dayMs).toISOString().slice(0, 10)
const yesterday = inJapan(1)

/** Four hours of yesterday of two people of the first site. */
const makeHours = async ({ db }: Product, { company, here, accounts, neighbour }: Site) => {
  const hours = [9, 10, 11, 13].map((hour) => new Date(`${yesterday}T${String(hour).padStart(2, '0')}:00:00+09:00`))
  const worn = { readings: 60, wbgt_max: 29.5, wbgt_sum: 1_740, wbgt_count: 60, excess_count: 0, connected_minutes: 60 }
  const of = { company_id: company.companyId, office_id: here.officeId }
  for (const { userId } of [accounts.User, neighbour])
    await db
      .insertInto('hourly_summary')
      .values(hours.map((hour) => ({ ...worn, ...of, user_id: userId, hour })))
      .execute()
}

const start = (page: Page) => page.getByRole('button', { name: 'ZIPファイルを作る' })

const chooseOffice = async (page: Page, name: string) => {
  await page.getByLabel('拠点', { exact: true }).click()
  await page.locator('.ant-select-item-option').getByText(name, { exact: true }).click()
  await page.keyboard.press('Escape')
}

const chooseDays = async (page: Page, from: string, to: string) => {
  for (const [label, day] of [
    ['開始日', from],
    ['終了日', to],
  ] as const) {
    await page.getByLabel(label).fill(day.replaceAll('-', '/'))
    await page.getByLabel(label).press('Enter')
  }
}

test('a ZIP is requested, made while the person is on another screen, announced there, and holds what was requested', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  await makeHours(product, site)
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto('/report?mode=zip')
  await expect(start(page)).toBeDisabled()
  await expect(page.getByText('拠点、種類、開始日、終了日を選ぶと、ファイルを作れます。')).toBeVisible()
  await expectFitting(page, () => expect(start(page)).toBeVisible())

  await chooseOffice(page, site.here.name)
  await page.getByRole('checkbox', { name: 'WBGT', exact: true }).check()
  await page.getByRole('checkbox', { name: '接続時間' }).check()
  await chooseDays(page, yesterday, inJapan(2))
  await expect(page.getByText('終了日：開始日以降の日を選んでください。').first()).toBeVisible()
  await expect(start(page)).toBeDisabled()
  await chooseDays(page, yesterday, yesterday)
  await start(page).click()
  await expect(page.getByText('ファイルの作成を始めました。')).toBeVisible()

  await moveTo(page, '/worker/list')
  const news = page.locator('[data-kind="news"]').filter({ hasText: /^レポートのファイルができました/ })
  await expect(news).toBeVisible()
  await news.getByRole('button', { name: 'お知らせを閉じる' }).click()
  await page.getByRole('button', { name: 'ファイルの取込と作成 終了1件' }).click()
  await expect(page.getByText(/^できました/)).toBeVisible()
  await page.keyboard.press('Escape')

  await moveTo(page, '/report?mode=zip')
  const files = page.getByRole('region', { name: '作ったファイル' })
  await expect(files.getByText(site.here.name)).toBeVisible()
  await expectFitting(page, () => expect(files.getByText(/^できました/)).toBeVisible())
  const saving = page.waitForEvent('download')
  await files.getByRole('button', { name: /をダウンロード$/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('Reports.zip')
  const zip = await fromBufferPromise(await readFile(await saved.path()), { lazyEntries: true })
  const names: string[] = []
  for await (const { fileName } of zip.eachEntry()) names.push(fileName)
  for (const { fullName } of [site.accounts.User, site.neighbour])
    expect(names.filter((name) => name.includes(fullName.replace('　', ' ')) || name.includes(fullName)).length, fullName).toBe(3)
  expect(names).toContain('一覧.csv')

  await files.getByRole('button', { name: /を一覧から消す$/ }).click()
  await page.getByRole('button', { name: '削除する' }).click()
  await expect(files.getByText('作ったファイルはまだありません。')).toBeVisible()
})
