import { readFile } from 'node:fs/promises'
import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { heat, minutesAgo, vital } from './site.ts'

test('the record of an emergency: opened from the detail, noted on, printed, and seen by those in scope alone', async ({
  page,
  site,
  signInAs,
  openBrowser,
}) => {
  const { accounts, here, neighbour } = site
  const worker = accounts.User
  const climb = Array.from({ length: 60 }, (_, index) => 60 - index).map((ago) =>
    vital(worker, { at: minutesAgo(ago), heartRate: 100 + Math.round((60 - ago) * 0.8) }),
  )
  const heats = [60, 50, 40, 30, 20, 10, 0].map((ago) => ({ ...heat(26 + (60 - ago) / 10), at: minutesAgo(ago) }))
  await here.post([...heats, ...climb, vital(worker, { heartRate: 186, call: true }), vital(neighbour, { call: true })])
  await signInAs(accounts.GroupLeader)
  await page.goto(`/physical-condition/detail?UserId=${worker.userId}`)
  await page.getByRole('row').filter({ hasText: '緊急' }).getByRole('link', { name: /^記録/ }).click()
  await expect(page).toHaveURL(/\/alert\/record\/\d+$/)

  const head = page.getByRole('region', { name: '概要' })
  for (const fact of [worker.fullName, '40歳', here.name, '東側 外部足場 3段目', '続いています']) await expect(head).toContainText(fact)
  await expect(page.getByRole('img', { name: /測定値$/ })).toContainText('超過')
  const steps = page.getByRole('region', { name: 'したこと' })
  await expect(steps).toContainText('呼び出しボタンが押された')

  await page.getByRole('button', { name: '確認する' }).last().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /自分が向かう/ })
    .click()
  await expect(steps).toContainText('対応を始めた')
  await page.getByRole('textbox', { name: /^メモを加える/ }).fill('首とわきを冷やし、経口補水液を飲ませた')
  await page.getByRole('button', { name: 'メモを加える' }).click()
  await expect(steps.getByRole('listitem').filter({ hasText: '経口補水液' })).toContainText(accounts.GroupLeader.fullName)
  await expect(page.getByRole('textbox', { name: /^メモを加える/ })).toHaveValue('')
  await expectFitting(page)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('list', { name: '署名欄' })).toBeVisible()
  await expect(page.getByRole('region', { name: '緊急' })).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'メモを加える' })).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(21, 24, 28)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  const record = page.url()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^アラートの記録_\d{8}_\d+\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('button', { name: '体調詳細' }).click()
  await expect(page).toHaveURL(/\/physical-condition\/detail/)

  const admin = await openBrowser(accounts.HeadquartersAdmin)
  await admin.goto(`/physical-condition/detail?UserId=${neighbour.userId}`)
  await admin.getByRole('row').filter({ hasText: '緊急' }).getByRole('link', { name: /^記録/ }).click()
  await expect(admin.getByRole('region', { name: '概要' })).toContainText(neighbour.fullName)
  await expectAccessible(admin)
  await moveTo(page, new URL(admin.url()).pathname)
  await expect(page.getByText('見つかりません')).toBeVisible()
  await admin.goto(new URL(record).pathname)
  await expect(admin.getByRole('region', { name: 'したこと' })).toContainText('経口補水液')
  await expect(admin.getByRole('button', { name: 'ホーム' })).toBeVisible()
})
