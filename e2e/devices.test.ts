import { makeDevice } from '../apps/server/src/shared/organisation/test-factories.ts'
import { choice, deviceOf, heading, linkedTo, press } from './device-parts.ts'
import { expect, moveTo, test } from './fixtures.ts'
import { answer, choose, dialog, field, fill, openNew, row, save, saved } from './organisation-parts.ts'
import type { Product } from './product.ts'
import { heat, minutesAgo, vital, type Site } from './site.ts'

/** So many more gateways at the first site: G-01, G-02 … */
const makeGateways = async ({ db }: Product, { here }: Site, count: number) => {
  const serials = Array.from({ length: count }, (_, n) => `G-${String(n + 1).padStart(2, '0')}`)
  for (const serial of serials) await makeDevice(db, 'gateway', here.officeId, { serial, location_name: `足場 ${serial}` })
  return serials
}

test('a heat-index watcher is registered, shown as it is heard, changed and deleted', async ({ page, site, product, signInAs }) => {
  await site.here.post([heat(29.4)])
  await signInAs(site.accounts.HeadquartersAdmin)
  const listening = page.waitForResponse('**/api/live*')
  await page.goto('/home')
  await listening
  await page.getByRole('link', { name: '暑さ指数計', exact: true }).click()
  await expect(page).toHaveURL('/heat-index-watcher/list')
  await expect(row(page, '000123')).toContainText('受信中')
  await expect(row(page, '000123')).toContainText('29.4')
  await expect(row(page, '000123')).toContainText('屋上')
  await expect(page.getByRole('button', { name: /の拠点を移す/ })).toHaveCount(0)
  // News comes by itself, long before the minute is over.
  await site.here.post([heat(31.4)])
  await expect(row(page, '000123')).toContainText('31.4')

  await openNew(page, '暑さ指数計')
  await expect(page).toHaveURL(`/heat-index-watcher/create/new?OfficeId=${site.here.officeId}`)
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await expect(choice(page, '設置状況', '設置済み')).toBeChecked()
  await fill(page, { 設置場所: '3階 東側' })
  await fill(page, { 'SisMil ID': '000123' })
  await save(page, '登録する')
  await expect(dialog(page)).toContainText('入力したSisMil IDはすでに登録されています。')
  await dialog(page).getByRole('button', { name: '閉じる' }).click()
  // What is typed in full width is the number that is printed.
  await fill(page, { 'SisMil ID': '０００４５６' })
  await choice(page, '設置状況', 'メンテナンス中').check()
  await save(page, '登録する')
  await saved(page)
  await expect(row(page, '000456')).toContainText('メンテナンス中')
  await expect(row(page, '000456')).toContainText('受信なし')

  await page.getByRole('link', { name: '000456を編集' }).click()
  await heading(page, '暑さ指数計を編集')
  await expect(field(page, 'SisMil ID')).toBeDisabled()
  await expect(page.getByText(site.here.name, { exact: true }).first()).toBeVisible()
  await choice(page, '設置状況', '未設置').check()
  await choice(page, 'マップ表示', '表示しない').check()
  await save(page, '更新する')
  await expect(row(page, '000456')).toContainText('表示しない')

  const made = await deviceOf(product, site, '000456')
  await makeDevice(product.db, 'gateway', site.here.officeId, { serial: 'GW-77', linked_device_id: made.device_id })
  await press(page, '最新の情報に更新')
  await expect(row(page, '000456')).toContainText('GW-77')
  await press(page, '000456を削除')
  await expect(dialog(page)).toContainText('親機・子機 GW-77とのつながりは外れます。')
  await answer(page, '測定値とアラートの記録は残ります。', '削除する')
  await expect(row(page, '000456')).toHaveCount(0)
  await moveTo(page, '/gateway/list')
  await expect(row(page, 'GW-77')).toContainText('なし')
})

test('gateways are tied to a watcher across pages, those of another cannot be, and the whole set is saved', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const serials = await makeGateways(product, site, 12)
  const other = await makeDevice(product.db, 'heat', site.here.officeId, { serial: '000777' })
  await product.db
    .updateTable('device')
    .set({ linked_device_id: other.device_id })
    .where('office_id', '=', site.here.officeId)
    .where('serial', '=', 'G-02')
    .execute()
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/heat-index-watcher/list')
  const open = () => press(page, '000123につながる親機・子機を登録')
  await open()
  const box = (serial: string) => dialog(page).getByRole('checkbox', { name: serial, exact: true })
  await expect(dialog(page).getByRole('checkbox', { name: 'G-02：暑さ指数計 000777 につながっています' })).toBeDisabled()
  await expect(dialog(page).getByText('0件を選んでいます')).toBeVisible()
  await box('G-01').check()
  await dialog(page).getByTitle('2', { exact: true }).click()
  await box('GW-01').check()
  await dialog(page).getByLabel('親機・子機のID').fill('G-12')
  // Until the rows are those that were searched for, one may be drawn again under the click.
  await expect(dialog(page).getByRole('row')).toHaveCount(2)
  await box('G-12').check()
  await expect(dialog(page).getByText('3件を選んでいます（追加 3件）')).toBeVisible()

  // Meanwhile somebody else ties one of them.
  await product.db
    .updateTable('device')
    .set({ linked_device_id: other.device_id })
    .where('office_id', '=', site.here.officeId)
    .where('serial', '=', 'G-12')
    .execute()
  await press(page, '保存する')
  await expect(dialog(page).getByRole('alert')).toContainText('G-12は、ほかの暑さ指数計につながっています。')
  await expect(dialog(page).getByRole('checkbox', { name: /^G-12：/ })).toBeDisabled()
  expect(await linkedTo(product, site, '000123')).toEqual([])
  await press(page, 'やめる')
  await open()
  await box('G-01').check()
  await box('G-03').check()
  await press(page, '保存する')
  await saved(page)
  await expect(page.getByRole('button', { name: '000123につながる親機・子機を登録' })).toBeFocused()
  await expect(row(page, '000123')).toContainText('G-01、G-03')

  // Linked ones are ticked at the start and come first; the same button saves what is removed.
  await open()
  await expect(box('G-03')).toBeChecked()
  await box('G-01').uncheck()
  await box('G-04').check()
  await expect(dialog(page).getByText('2件を選んでいます（追加 1件・解除 1件）')).toBeVisible()
  await press(page, '保存する')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await linkedTo(product, site, '000123')).toEqual(['G-03', 'G-04'])
  expect(serials).toHaveLength(12)
  await page.getByRole('link', { name: '親機・子機', exact: true }).click()
  await row(page, 'G-02').getByRole('link', { name: '000777' }).click()
  await heading(page, '暑さ指数計を編集')
})

test('a gateway is registered by type, says how it is heard and by how many, and keeps its place if the form says so', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  await site.here.post([
    { kind: 'gateway', device: 'GW-01', at: minutesAgo(0), waveLevel: 3 },
    vital(site.accounts.User),
    vital(site.accounts.GroupLeader, { call: true }),
  ])
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/gateway/list')
  const known = row(page, 'GW-01')
  await expect(known).toContainText('受信中')
  await expect(known.getByRole('img', { name: '電波 3／4' })).toBeVisible()
  await expect(known.getByRole('img', { name: '緊急' })).toBeVisible()

  await openNew(page, '親機・子機')
  await expect(page).toHaveURL(new RegExp(`^[^?]*/gateway/create/new\\?OfficeId=${site.here.officeId}&OfficeValue=`))
  await fill(page, { ID: 'GW-02', 位置情報名: '西側 足場' })
  await choice(page, '種別', '子機').check()
  await choice(page, 'マップの位置を残す', '残す').check()
  await save(page, '登録する')
  await saved(page)
  await expect(row(page, 'GW-02')).toContainText('子機')

  await choose(page, '種別', '子機')
  await expect(page).toHaveURL(/gatewayType=2/)
  await expect(row(page, 'GW-01')).toHaveCount(0)
  await page.getByRole('link', { name: 'GW-02を編集' }).click()
  await expect(page).toHaveURL(/\/gateway\/edit\/GW-02\?OfficeId=\d+&OfficeValue=[^&]+&type=2$/)
  await expect(field(page, 'ID')).toBeDisabled()
  await expect(choice(page, 'マップの位置を残す', '残す')).toBeChecked()
  await fill(page, { 位置情報名: '' })
  await product.db
    .updateTable('device')
    .set({ version: 2 })
    .where('office_id', '=', site.here.officeId)
    .where('serial', '=', 'GW-02')
    .execute()
  await save(page, '更新する')
  await answer(page, 'ほかの人が先に変更しました。', '読み込み直す')
  await expect(field(page, '位置情報名')).toHaveValue('西側 足場')
  await fill(page, { 位置情報名: '' })
  await save(page, '更新する')
  await saved(page)
  await expect(page).toHaveURL(/gatewayType=2/)
  await press(page, 'GW-02を削除')
  await answer(page, '「GW-02」を削除します。', '削除する')
  await expect(page.getByText('該当する親機・子機はありません')).toBeVisible()
})
