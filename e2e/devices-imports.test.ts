import type { Page } from '@playwright/test'
import { toCp932 } from '../apps/server/src/platform/exchange/test-upload.ts'
import { makeDevice, makeWear } from '../apps/server/src/shared/organisation/test-factories.ts'
import { changeAddress, expect, test } from './fixtures.ts'
import { answer, csv, downloaded, row } from './organisation-parts.ts'

const put = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer })
const send = async (page: Page) => {
  await page.getByRole('button', { name: '登録する' }).click()
  await answer(page, '登録しますか。', '登録する')
}

test('watchers come in from a file of Excel: bad rows are reported, lost zeros are put back, and an exported file can be imported', async ({
  page,
  site,
  signInAs,
}) => {
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto(`/heat-index-watcher/list?OfficeId=${site.here.officeId}`)
  await page.getByRole('link', { name: 'ファイル取込' }).click()
  await expect(page).toHaveURL(`/heat-index-watcher/inputfile?OfficeId=${site.here.officeId}`)
  const header = ['SisMil ID', '設置状況', '設置場所', 'マップ表示', '削除']
  const lines = (rows: string[][]) => [header, ...rows].map((cells) => cells.join(',')).join('\r\n')
  await put(
    page,
    '暑さ指数計.csv',
    toCp932(
      lines([
        ['456', '設置済み', '髙砂①', '表示する', ''],
        ['12A', '設置済み', '', '', ''],
        ['457', '故障', '', '', ''],
        ['000456', '', '', '', ''],
        ['999999', '', '', '', '1'],
      ]),
    ),
  )
  await expect(page.getByText('5行・文字コード CP932')).toBeVisible()
  await send(page)
  await expect(page.getByText('5行のうち 4行に誤りがあるため、1件も登録していません。')).toBeVisible()
  const fault = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect(fault('12A')).toContainText('6桁の数字で入力してください。')
  await expect(fault('故障')).toContainText('設置状況')
  await expect(fault('行目と同じです。')).toContainText('000456')
  await expect(fault('999999')).toContainText('削除する機器が見つかりません。')
  const list = await downloaded(page, () => page.getByRole('button', { name: '誤り一覧を保存' }).click())
  expect(list.text).toContain('"3","SisMil ID","12A"')

  await put(
    page,
    '暑さ指数計.csv',
    toCp932(
      lines([
        ['456', '未設置', '髙砂①', '0', ''],
        ['123', '設置済み', '屋上', '1', ''],
      ]),
    ),
  )
  await send(page)
  await expect(page.getByText(/2件を取り込みました。\s*登録 1件・更新 0件・削除 0件・変更なし 1件/)).toBeVisible()
  await expect(fault('「123」を「000123」として取り込みました。')).toBeVisible()
  await expect(fault('「456」を「000456」として取り込みました。')).toBeVisible()
  await page.getByRole('button', { name: '一覧に戻る' }).click()
  await expect(page).toHaveURL(`/heat-index-watcher/list?OfficeId=${site.here.officeId}`)
  await expect(row(page, '000456')).toContainText('髙砂①')
  await expect(row(page, '000456')).toContainText('表示しない')

  // The file holds what the list shows.
  await changeAddress(page, `/heat-index-watcher/list?officeId=${site.here.officeId}&serialNumber=456`)
  await expect(row(page, '000123')).toHaveCount(0)
  const download = await downloaded(page, () => page.getByRole('button', { name: 'ダウンロード' }).click())
  expect(download.text).toContain('"000456"')
  expect(download.text).not.toContain('"000123"')
  await page.getByRole('link', { name: 'ファイル取込' }).click()
  await put(page, download.name, Buffer.from(download.text.replace('髙砂①', '髙砂②')))
  await send(page)
  await answer(page, /1件を取り込みました。\s*登録 0件・更新 1件・削除 0件/, '閉じる')
  await expect(row(page, '000456')).toContainText('髙砂②')
})

test('a file that deletes what is worn and linked is asked about with the counts, and imported once that is confirmed', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { db } = product
  const barometer = await makeDevice(db, 'barometer', site.here.officeId, { serial: 'RB-9' })
  const belt = await makeDevice(db, 'belt', site.here.officeId, { serial: 'B-91', linked_device_id: barometer.device_id })
  await makeWear(db, site.accounts.User.userId, belt.device_id, { slot: 'belt' })
  const left = async () => {
    const rows = await db.selectFrom('device').select('serial').where('office_id', '=', site.here.officeId).orderBy('serial').execute()
    return rows.map(({ serial }) => serial).filter((serial) => ['103', '202', 'B-91'].includes(serial))
  }
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/vital-device/inputfile')
  const rows = [
    ['安全帯', 'B-91', '1'],
    ['体調デバイス', site.accounts.User.serial, '1'],
    ['体調デバイス', '202', ''],
  ]
  await put(page, '機器.csv', csv([['種別', 'シリアル番号', '削除'], ...rows]))
  await send(page)
  const question = page.getByRole('dialog').filter({ hasText: 'このファイルは、機器を2台削除します。' })
  await expect(question).toContainText('着用中の2台は、着けている人から外れます。')
  await expect(question).toContainText('ほかの機器とつながっている1台は、つながりが外れます。')
  await question.getByRole('button', { name: 'やめる' }).click()
  await expect(question).toHaveCount(0)
  expect(await left()).toEqual(['103', 'B-91'])

  await send(page)
  await answer(page, 'このファイルは、機器を2台削除します。', '削除して登録する')
  await answer(page, /登録 1件・更新 0件・削除 2件/, '閉じる')
  await expect(page).toHaveURL('/vital-device/list')
  expect(await left()).toEqual(['202'])
})
