import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { makeDevice } from '../apps/server/src/shared/organisation/test-factories.ts'
import { expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { answer, choose, dialog, saved } from './organisation-parts.ts'
import type { Product } from './product.ts'
import { motionless } from './settled.ts'
import type { Site } from './site.ts'
import { tabTo } from './tab-to.ts'

const path = '/map/setting'
const drawing = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

const name = (page: Page, row: number): Locator => page.getByLabel(`${row}行目の建物・工区`, { exact: true })
const floor = (page: Page, row: number): Locator => page.getByLabel(`${row}行目の階`, { exact: true })
const fileOf = (page: Page, row: number): Locator => page.getByLabel(`${row}行目の図面のファイル`, { exact: true })
const press = (page: Page, verb: string) => page.getByRole('button', { name: verb, exact: true }).click()
const handle = (page: Page, row: number): Locator => page.getByRole('button', { name: new RegExp(`^${row}行目「.*」を動かす$`) })

const setType = async (page: Page, row: number, type: string): Promise<void> => {
  await page.getByRole('combobox', { name: `${row}行目のマップの種類`, exact: true }).press('ArrowDown')
  await page.locator('.ant-select-dropdown:visible').getByTitle(type, { exact: true }).click()
}

/** The names of the rows from top to bottom. */
const names = (page: Page): Promise<string[]> =>
  page.getByLabel(/^\d+行目の建物・工区$/).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

const choosePicture = async (page: Page, row: number, file: string, buffer: Buffer) =>
  fileOf(page, row).setInputFiles({ name: file, mimeType: 'image/png', buffer })

/** The site's maps in their order, as they are stored. */
const stored = ({ db }: Product, { here }: Site) =>
  db
    .selectFrom('site_map')
    .where('office_id', '=', here.officeId)
    .orderBy('position')
    .select(['map_id', 'position', 'location_name', 'floor', 'type', 'image_name', 'image_key', 'angle_coordinates'])
    .execute()

const makeMaps = async ({ db }: Product, { company, here }: Site, ...rows: readonly string[]) => {
  for (const [position, location_name] of rows.entries())
    await db.insertInto('site_map').values({ company_id: company.companyId, office_id: here.officeId, position, location_name }).execute()
}

test('maps are typed, refused row by row with all that was typed left, saved, and found again', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto(path)
  await expect(page.getByText('まだマップがありません')).toBeVisible()
  await expect(page.getByText('図面は1枚30 MBまで、新しい図面は合わせて100 MBまでです。')).toBeVisible()
  await expect(page.getByText(site.here.name).last()).toBeVisible()
  for (const row of [1, 2, 3]) {
    await press(page, '行を足す')
    await expect(name(page, row)).toBeFocused()
  }
  await name(page, 1).fill('A工区')
  await floor(page, 1).fill('3F')
  await choosePicture(page, 1, 'A-3F平面図.png', await drawing())
  await expect(page.getByRole('button', { name: '1行目の新しい図面 A-3F平面図.png。選び直す' })).toBeVisible()
  // A second file that is no drawing leaves the first as it is.
  await choosePicture(page, 1, 'メモ.png', Buffer.from('図面ではありません'))
  await expect(page.getByText('メモ.png：JPGでもPNGでもないファイルは使えません。')).toBeVisible()
  await expect(page.getByRole('button', { name: '1行目の新しい図面 A-3F平面図.png。選び直す' })).toBeVisible()
  await floor(page, 2).fill('1F')
  await choosePicture(page, 2, '資材置場.png', Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(2_000)]))
  // The reason of the refusal is shown at once, missing fields only on saving.
  await expect(page.getByText('新しい図面：TIFFは使えません。')).toBeVisible()
  await expect(page.getByText('建物・工区：この項目は必須です。')).toHaveCount(0)
  await name(page, 3).fill('構内全体')
  await setType(page, 3, '図面とGPS')

  await press(page, '保存する')
  await expect(page.getByText('2行目、3行目を直すと保存できます。')).toBeVisible()
  await expect(page.getByText('ほかの1行は入力のまま残っています')).toBeVisible()
  await expect(name(page, 2)).toBeFocused()
  await expect(name(page, 2)).toHaveAccessibleDescription(/建物・工区：この項目は必須です。\s*新しい図面：TIFFは使えません。/)
  await page.getByRole('link', { name: '3行目 新しい図面' }).click()
  await expect(page.getByRole('button', { name: '3行目の図面を選ぶ' })).toBeFocused()
  expect(await stored(product, site)).toEqual([])

  await name(page, 2).fill('資材置場・休憩所')
  // At an office's screen a usual name is read whole, beside a scroll bar too.
  await page.setViewportSize({ width: 1425, height: 900 })
  await expect.poll(() => name(page, 2).evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await press(page, '2行目の新しい図面を取り消す')
  await expect(page.getByRole('button', { name: '2行目の図面を選ぶ' })).toBeFocused()
  await setType(page, 2, 'GPS')
  await choosePicture(page, 3, '配置図.png', await drawing())
  await expect(page.getByText('3行目を直すと保存できます。')).toBeVisible()
  await page.getByRole('link', { name: '地図の位置' }).click()
  await expect(page.getByRole('button', { name: '3行目の地図の位置' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '図面と地図の位置' })).toBeVisible()
  await press(page, 'この位置にする')
  await expect(page.getByRole('button', { name: '3行目の地図の位置' })).toBeFocused()
  await expect(page.getByText('直すと保存できます')).toHaveCount(0)

  // A fault that the server finds is shown in the row it numbers, until that row is changed.
  await page.route('**/api/Map/*', (route) => route.fulfill({ status: 400, json: { messages: { 2: ['階：この階はありません。'] } } }))
  await press(page, '保存する')
  await expect(page.getByText('2行目を直すと保存できます。')).toBeVisible()
  await expect(floor(page, 2)).toBeFocused()
  await page.unroute('**/api/Map/*')
  await floor(page, 2).fill('2F')
  await expect(page.getByText('直すと保存できます')).toHaveCount(0)

  await press(page, '保存する')
  await saved(page)
  const rows = await stored(product, site)
  expect(rows).toMatchObject([
    { position: 0, location_name: 'A工区', floor: '3F', type: 1, image_name: 'A-3F平面図.png' },
    { position: 1, location_name: '資材置場・休憩所', floor: '2F', type: 2, image_key: null },
    { position: 2, location_name: '構内全体', floor: null, type: 3, image_name: '配置図.png', angle_coordinates: expect.any(Array) },
  ])
  await page.reload()
  await expect(name(page, 3)).toHaveValue('構内全体')
  await expect(page.getByText('A-3F平面図.png')).toBeVisible()
  await expect(page.getByText('地図だけを使う')).toBeVisible()
  await page.getByRole('link', { name: '1行目に機器を置く' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '機器の配置' })).toBeVisible()
})

test('rows change places by hand, by keyboard and over the ends, and two who save at once lose nothing unasked', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  await makeMaps(product, site, '一', '二', '三', '四')
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto(path)
  await expect(name(page, 4)).toBeVisible()
  const other = await openBrowser(site.accounts.AdminUnitContract)
  await other.goto(path)
  await expect(other.getByText('拠点を選ぶと、その拠点のマップを見て、変えられます。')).toBeVisible()
  await choose(other, '拠点', site.here.name)
  await expect(name(other, 4)).toBeVisible()

  // A window that does not hold all rows follows the one that goes round the end.
  await page.setViewportSize({ width: 1440, height: 480 })
  await press(page, '1行目を上へ')
  expect(await names(page)).toEqual(['二', '三', '四', '一'])
  await expect(page.getByRole('button', { name: '4行目を上へ' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  const down = page.getByRole('button', { name: '4行目を下へ' })
  await expect(page.getByRole('button', { name: '4行目を上へ' })).toBeFocused()
  await tabTo(page, down)
  await page.keyboard.press('Enter')
  expect(await names(page)).toEqual(['一', '二', '三', '四'])
  await expect(page.getByRole('button', { name: '1行目を下へ' })).toBeFocused()

  await handle(page, 1).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('「一」をつかみました。いまは1行目です。')).toBeAttached()
  // A row that was taken up a moment ago hears no arrow until the rows around it are measured.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('「一」は2行目に入ります。')).toBeAttached({ timeout: 5_000 })
  }).toPass()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('「一」は3行目に入ります。')).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(() => names(page)).toEqual(['二', '三', '一', '四'])
  await expect(handle(page, 3)).toBeFocused()

  await motionless(page)
  const [from, to] = [await handle(page, 4).boundingBox(), await handle(page, 1).boundingBox()]
  if (from === null || to === null) throw new Error('the rows have no handles')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y - 20, { steps: 3 })
  // Nor does one that the pointer took up find its place before they are.
  await expect(async () => {
    await page.mouse.move(to.x + 8, to.y - 8)
    await page.mouse.move(to.x + 8, to.y - 10)
    await expect(page.getByText('「四」は1行目に入ります。')).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await page.mouse.up()
  await expect.poll(() => names(page)).toEqual(['四', '二', '三', '一'])

  await name(other, 2).fill('弐')
  await press(other, '保存する')
  await saved(other)
  await press(page, '保存する')
  await answer(page, 'ほかの人が先に変更しました。', '編集に戻る')
  expect(await names(page)).toEqual(['四', '二', '三', '一'])
  await press(page, '保存する')
  await answer(page, '読み込み直すと、この画面で入力した内容は失われます。', '読み込み直す')
  await expect.poll(() => names(page)).toEqual(['一', '弐', '三', '四'])

  await press(page, '4行目を上へ')
  await page.getByRole('link', { name: '体調一覧' }).click()
  await answer(page, '保存していない変更があります。', '編集に戻る')
  // Two presses save once.
  const saves: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && saves.push(request.url())))
  await page.getByRole('button', { name: '保存して戻る' }).dblclick()
  await saved(page)
  await expect(page.getByRole('heading', { level: 1, name: 'マップ設定' })).toHaveCount(0)
  expect(saves.filter((url) => url.includes('/api/Map/'))).toHaveLength(1)
  expect((await stored(product, site)).map((row) => row.location_name)).toEqual(['一', '弐', '四', '三'])
})

test('a new drawing is shown with what is on it, its upload can be stopped, and deleting a map names what loses its place', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  await makeMaps(product, site, 'A工区', 'B工区')
  const [first] = await stored(product, site)
  await makeDevice(product.db, 'heat', site.here.officeId, {
    serial: '000777',
    map_id: first?.map_id ?? null,
    position_x: 25,
    position_y: 75,
    on_map: true,
  })
  await signInAs(site.accounts.AdminUnitService)
  await page.goto(`${path}?OfficeId=${site.here.officeId}`)
  await choosePicture(page, 1, 'A-1.png', await drawing())
  await press(page, '保存する')
  await saved(page)

  await choosePicture(page, 1, 'A-2.png', await drawing(400, 400))
  await expect(dialog(page)).toContainText('縦と横の比がいまの図面と違います。')
  await expect(dialog(page)).toContainText('置いてある暑さ指数計1台は、新しい図面の同じ位置に残ります。')
  await expect(dialog(page).getByRole('list', { name: '新しい図面の機器' })).toContainText('暑さ指数計 000777 横 25%・縦 75%')
  await press(page, 'やめる')
  await expect(page.getByRole('button', { name: '1行目の図面を選ぶ' })).toBeVisible()
  await choosePicture(page, 1, 'A-2.png', await drawing(400, 400))
  await press(page, 'この図面にする')

  // Sending stops, or fails: what was typed and chosen stays.
  await floor(page, 1).fill('1F')
  await page.route('**/api/FileUpload/Image', () => undefined)
  await press(page, '保存する')
  await expect(dialog(page)).toContainText('図面を送っています（1枚中 1枚目）')
  await press(page, '中止')
  await expect(dialog(page)).toHaveCount(0)
  await page.unroute('**/api/FileUpload/Image')
  await page.route('**/api/FileUpload/Image', (route) => route.abort())
  await press(page, '保存する')
  await answer(page, 'サーバーでエラーが起きました。', '閉じる')
  await page.unroute('**/api/FileUpload/Image')
  await expect(floor(page, 1)).toHaveValue('1F')
  await choosePicture(page, 2, 'B.jpg', Buffer.from('%PDF-1.7'))
  await press(page, '保存する')
  await expectFitting(page, () => page.getByText('2行目を直すと保存できます。').waitFor())
  await press(page, '2行目の新しい図面を取り消す')
  await press(page, '保存する')
  await expect.poll(() => stored(product, site)).toMatchObject([{ floor: '1F', image_name: 'A-2.png' }, { image_name: null }])

  await press(page, '1行目「A工区 1F」を削除')
  await answer(page, '置いてある暑さ指数計1台は、未配置に戻ります。', '削除する')
  await expect(page.getByRole('button', { name: '1行目「B工区」を削除' })).toBeFocused()
  await press(page, '保存する')
  await expect.poll(() => stored(product, site)).toMatchObject([{ location_name: 'B工区' }])
})
