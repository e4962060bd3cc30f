import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import type { Product } from './product.ts'
import { heat, minutesAgo, type Site, vital } from './site.ts'

// A paper opens in a window.
test.use({ isWholeBrowser: true })

const minute = 60_000
const day = 24 * 60 * minute
const japanDay = (at: number) => new Date(at + 9 * 60 * minute).toISOString().slice(0, 10)

const daysOfMonth = (date: string) => new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()
const monthInWords = (date: string) => `${Number(date.slice(0, 4))}年${Number(date.slice(5, 7))}月`

const figure = (page: Page, name: string) =>
  page.getByRole('list', { name: 'この月の数字' }).getByRole('listitem').filter({ hasText: name })
const line = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })

/** What the public station of the site said hour by hour from an instant on, as summaries keep it. */
const keepPublic = ({ db }: Product, { company, here }: Site, from: number, wbgt: readonly number[]) =>
  db
    .insertInto('heat_summary')
    .values(
      wbgt.map((value, hours) => ({
        company_id: company.companyId,
        office_id: here.officeId,
        device_id: 0,
        slot: new Date(from + hours * 60 * minute),
        serial: '44132',
        source: 'public',
        wbgt_max: value,
        wbgt_sum: value,
        wbgt_count: 1,
      })),
    )
    .execute()

/** Asks the screen that is shown for something else, as a link would. */
const turnTo = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

/** Noon in Japan of a day of the month before. */
const dayOfPastMonth = () => {
  const first = Date.parse(`${japanDay(Date.now()).slice(0, 7)}-01T12:00:00+09:00`)
  return first - 5 * day
}

test('the month of a site: what happened, how hot it was, and the months before', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  test.slow()
  const { accounts, company, here, elsewhere } = site
  const past = dayOfPastMonth()
  // A value of the public station holds until its next one, an hour later.
  await keepPublic(product, site, past, [29.9, 28.8])
  await here.post([heat(31.4), vital(accounts.User, { call: true })])

  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/report')
  await page.getByRole('link', { name: '月次まとめ' }).click()
  await expect(page.getByRole('link', { name: '月次まとめ' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('navigation', { name: 'レポートの種類' }).locator('[aria-current]')).toHaveCount(1)

  await test.step('the running month says that it is', async () => {
    await expect(page.getByText(/は途中です。/)).toBeVisible()
    await expect(figure(page, '緊急')).toContainText('1件')
    await expect(page.getByRole('table', { name: '日ごとのアラートの件数' }).getByRole('row')).toHaveCount(
      daysOfMonth(japanDay(Date.now())) + 1,
    )
    const record = page.getByRole('region', { name: '緊急の記録' }).getByRole('row').filter({ hasText: accounts.User.fullName })
    await expect(record).toContainText('確認なし')
    await expectFitting(page)
    await record.getByRole('link').click()
    await expect(page).toHaveURL(/\/alert\/record\/\d+$/)
    await page.goBack()
  })

  await test.step('a month that is over, by the public station', async () => {
    await turnTo(page, `/report/summary?month=${japanDay(past).slice(0, 7)}`)
    await expect(figure(page, 'WBGTの最高')).toContainText('29.9')
    await expect(figure(page, '暑い時間')).toContainText('2時間')
    await expect(page.getByRole('region', { name: '場所ごと' })).toContainText('環境省')
    await expect(page.getByText(/は途中です。/)).toHaveCount(0)
  })

  await test.step('the same as a file', async () => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF' }).click()
    expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
  })

  await test.step('its print is the same sheet, in a window of its own', async () => {
    const opening = page.waitForEvent('popup')
    const answering = page.waitForResponse((response) => response.url().includes('/api/Report/Summary/') && response.ok())
    await page.getByRole('button', { name: '印刷' }).click()
    const sheet = await opening
    expect((await answering).headers()['content-type']).toContain('application/pdf')
    await expect.poll(() => sheet.url()).toMatch(/^blob:/)
    await sheet.close()
  })

  await test.step('printed, it says whose month it is, and nothing that can be pressed', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByText(`${company.name}　${monthInWords(japanDay(past))}`)).toBeVisible()
    await expect(page.getByRole('button', { name: '印刷' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'レポートの種類' })).toBeHidden()
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(21, 24, 28)')
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  await test.step('a month without anything, and one that has not come', async () => {
    await turnTo(page, '/report/summary?month=2020-01')
    await expect(page.getByText('2020年1月の記録はありません')).toBeVisible()
    await turnTo(page, '/report/summary?month=2999-01')
    await expect(page.getByText(/は途中です。/)).toBeVisible()
    await page.getByLabel('月', { exact: true }).click()
    const running = Number(japanDay(Date.now()).slice(5, 7))
    const months = page.locator('.ant-picker-cell')
    await expect(months.filter({ hasText: new RegExp(`^${running}月$`) })).not.toHaveClass(/disabled/)
    if (running < 12) await expect(months.filter({ hasText: new RegExp(`^${running + 1}月$`) })).toHaveClass(/disabled/)
  })

  await test.step('what cannot be read is said, and read again', async () => {
    await page.route(/\/api\/Report\/Summary\?.*2020-02/, (route) => route.fulfill({ status: 500, json: {} }))
    await turnTo(page, '/report/summary?month=2020-02')
    await expect(page.getByText('読み込めませんでした')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: '再読込' }).click()
    await expect(page.getByText('2020年2月の記録はありません')).toBeVisible()
  })

  await test.step('somebody with several sites has to choose one', async () => {
    const admin = await openBrowser(accounts.AdminUnitContract)
    await admin.goto('/report/summary')
    await expect(admin.getByText('拠点を選んでください')).toBeVisible()
    await admin.getByRole('combobox', { name: '拠点' }).click()
    await admin.locator('.ant-select-item-option').filter({ hasText: elsewhere.name }).click()
    await expect(admin).toHaveURL(new RegExp(`officeId=${elsewhere.officeId}`))
    await expect(admin.getByText(/の記録はありません/)).toBeVisible()
    await expect(admin.getByText('・0人')).toHaveCount(0)
    await admin.getByRole('link', { name: '暑さ指数記録簿' }).click()
    await expect(admin).toHaveURL(new RegExp(`logbook.*officeId=${elsewhere.officeId}`))
    await expect(admin.getByText('この期間の測定値はありません')).toBeVisible()
  })
})

test('the book of what the watchers said: values, where they come from, and what is missing', async ({ page, site, product, signInAs }) => {
  test.slow()
  const { accounts, here } = site
  const past = dayOfPastMonth()
  await keepPublic(product, site, past, [27.1])
  await here.post([
    { ...heat(27.2), at: minutesAgo(90) },
    { ...heat(28.4), at: minutesAgo(80) },
    { ...heat(31.4), at: minutesAgo(5) },
    { ...heat(30), at: minutesAgo(0) },
  ])
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto(`/report/logbook?from=${japanDay(Date.now() - day)}&to=${japanDay(Date.now())}`)

  await expect(line(page, '31.4')).toContainText(/屋上.*000123.*実測.*31以上/)
  await expect(line(page, '28.4')).toContainText('28以上')
  await expect(line(page, '27.2')).not.toContainText('以上')
  await expect(line(page, '欠測').filter({ hasText: '〜' }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /WBGTの曲線/ })).toBeVisible()
  await expectFitting(page, () => page.getByText('31以上').first().waitFor())

  await test.step('a watcher, and how fine', async () => {
    await page.getByRole('combobox', { name: '暑さ指数計' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: '屋上（000123）' }).click()
    await expect(page).toHaveURL(/device=000123/)
    await page.getByRole('combobox', { name: '細かさ' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: '1時間ごと' }).click()
    await expect(page.getByRole('columnheader', { name: /WBGT（平均）/ })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('unit')).toBe('hour')
  })

  await test.step('the files are of what is shown', async () => {
    for (const kind of ['CSV', 'PDF']) {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: kind }).click()
      expect((await saving).suggestedFilename()).toMatch(new RegExp(`\\.${kind.toLowerCase()}$`))
    }
  })

  await test.step('printed from the browser, it leads to the PDF', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('印刷には、PDFをお使いください。')).toBeVisible()
    await expect(page.getByRole('table')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('a day of which only the public station’s summary is kept', async () => {
    await turnTo(page, `/report/logbook?from=${japanDay(past)}&device=public`)
    await expect(line(page, '27.1')).toContainText(/環境省.*10分ごとの集計/)
  })

  await test.step('a day of which nothing is known', async () => {
    await turnTo(page, '/report/logbook?from=2020-01-01')
    await expect(page.getByText('この期間の測定値はありません')).toBeVisible()
  })
})
