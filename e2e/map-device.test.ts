import type { Page } from '@playwright/test'
import { makeDevice } from '../apps/server/src/shared/organisation/test-factories.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { answer, dialog } from './organisation-parts.ts'
import type { Product } from './product.ts'
import type { Site } from './site.ts'

/** The third floor, with a watcher and its linked gateway, and devices without a place. */
const drawMap = async ({ db, pool }: Product, { company, here }: Site): Promise<number> => {
  const { map_id: mapId } = await db
    .insertInto('site_map')
    .values({ company_id: company.companyId, office_id: here.officeId, position: 0, location_name: 'A工区', floor: '3F' })
    .returning('site_map.map_id')
    .executeTakeFirstOrThrow()
  const at = (x: number, y: number) => ({ map_id: mapId, on_map: true, position_x: x, position_y: y })
  const { device_id: watcherId } = await makeDevice(db, 'heat', here.officeId, {
    serial: '000103',
    location_name: 'A工区 3F 南側',
    ...at(40, 60),
  })
  await makeDevice(db, 'heat', here.officeId, { serial: '000110' })
  await makeDevice(db, 'gateway', here.officeId, { serial: 'GW-02', type: 2, ...at(20, 20) })
  await makeDevice(db, 'gateway', here.officeId, { serial: 'GW-03', type: 2, location_name: '屋上から回収' })
  await makeDevice(db, 'barometer', here.officeId, { serial: 'RB-3', ...at(80, 80) })
  await pool.query(
    `update device set map_id = $1, position_x = 60, position_y = 30, on_map = true, linked_device_id = $2 where office_id = $3 and serial = 'GW-01'`,
    [mapId, watcherId, here.officeId],
  )
  await db.insertInto('named_place').values({ company_id: company.companyId, office_id: here.officeId, name: 'A工区 3F 東側' }).execute()
  return mapId
}

const row = (page: Page, serial: string) => page.getByRole('table', { name: '置いた機器' }).getByRole('row').filter({ hasText: serial })
const pin = (page: Page, key: string) => page.getByRole('region', { name: '機器の位置' }).locator(`[data-mark="${key}"]`)
const strip = (page: Page) => page.getByRole('region', { name: '未配置の機器' })
const save = (page: Page) => page.getByRole('button', { name: '保存する' })
const nameOf = (page: Page, serial: string) => page.getByRole('combobox', { name: `${serial}の場所の名前` })

const middleOf = async (page: Page, key: string) => {
  const { x, y, width, height } = (await pin(page, key).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [x + width / 2, y + height / 2] as const
}

/** Grasps a pin for as long as the guard against clicks asks, and draws it away; it stays in the hand. */
const drag = async (page: Page, key: string, right: number, down: number): Promise<void> => {
  const [x, y] = await middleOf(page, key)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await expect(async () => {
    await page.mouse.move(x + right / 2, y + down / 2)
    await page.mouse.move(x + right, y + down)
    await expect(page.getByText('動かす前')).toBeVisible({ timeout: 100 })
  }).toPass()
}

test('devices are placed by button, pointer, keys and numbers; what others did meanwhile is not overwritten', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  const mapId = await drawMap(product, site)
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/map/${mapId}/device`)
  await expect(page.getByRole('heading', { level: 1, name: '機器の配置' })).toBeVisible()
  await expect(page.getByText('建物・工区A工区')).toBeVisible()
  await expect(page.getByRole('button', { name: '気圧基準器を追加' })).toBeDisabled()
  await expect(page.getByText('気圧基準器は、GPSを使うマップに置けます。')).toBeVisible()
  await expect(page.getByRole('button', { name: 'RB-3をマップから外す' })).toBeDisabled()
  await expect(save(page)).toBeDisabled()
  // What is offered where a place's name is typed.
  await expect(page.locator(`datalist[id="${await nameOf(page, 'GW-02').getAttribute('list')}"] option`)).toHaveText(['A工区 3F 東側'])

  await test.step('a pin follows the pointer, says where it was, and goes back by Esc', async () => {
    await drag(page, 'heat/000103', 80, 40)
    await expect(page.getByText('動かす前 横 40.0%・縦 60.0%')).toBeVisible()
    await expect(row(page, '000103')).toContainText('移動中')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(row(page, '000103')).not.toContainText('移動中')
    await expect(page.getByText('未保存')).toHaveCount(0)
    await drag(page, 'heat/000103', 80, 40)
    await page.mouse.up()
    await expect(page.getByText('未保存 1')).toBeVisible()
    await expect(row(page, '000103')).toContainText('保存済み：横 40.0%・縦 60.0%')
  })

  await test.step('arrows move it on by little, numbers put it exactly', async () => {
    await page.getByRole('textbox', { name: '000103の横' }).fill('５７')
    await page.getByRole('textbox', { name: '000103の縦' }).fill('76.5')
    await pin(page, 'heat/000103').press('ArrowRight')
    await pin(page, 'heat/000103').press('Shift+ArrowUp')
    await expect(page.getByText('動かす前 横 57.0%・縦 76.5%')).toBeVisible()
    await expect(row(page, '000103')).toContainText('横 57.1%・縦 75.5%')
    await pin(page, 'heat/000103').press('Escape')
    await expect(page.getByRole('textbox', { name: '000103の縦' })).toHaveValue('76.5')
    await page.getByRole('textbox', { name: '000103の縦' }).fill('101')
    await expect(page.getByRole('alert').filter({ hasText: '0から100までの数で入れてください。' })).toBeVisible()
    await nameOf(page, '000103').fill('A工区 3F 東側')
    await expect(page.getByRole('textbox', { name: '000103の縦' })).toHaveValue('76.5')
  })

  await test.step('devices come from the strip, by a press into the middle or dragged to their place', async () => {
    await strip(page)
      .getByRole('button', { name: /^000110/ })
      .click()
    await expect(page.getByRole('textbox', { name: '000110の横' })).toHaveValue('50.0')
    const [x, y] = await middleOf(page, 'gateway/GW-02')
    const card = await strip(page)
      .getByRole('button', { name: /^GW-03/ })
      .boundingBox()
    await page.mouse.move((card?.x ?? 0) + 60, (card?.y ?? 0) + 20)
    await page.mouse.down()
    await page.mouse.move(x + 20, y + 60, { steps: 3 })
    await page.mouse.up()
    await expect(row(page, 'GW-03')).toContainText('保存済み：未配置')
    await expect(strip(page).getByRole('button', { name: /^GW-03/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'GW-03をマップから外す' }).click()
    await answer(page, '「GW-03」をマップから外し、未配置に戻します。', '外す')
    await expect(row(page, 'GW-03')).toHaveCount(0)
  })

  await test.step('a copy with the same name is placed beside it; the dialog places several at once', async () => {
    await page.getByRole('button', { name: 'GW-02を複製' }).click()
    await dialog(page).getByRole('radio', { name: 'GW-03' }).check()
    await dialog(page).getByRole('button', { name: '決定する' }).click()
    await expect(page.getByRole('textbox', { name: 'GW-03の横' })).toHaveValue('23.0')
    await expect(page.getByRole('textbox', { name: 'GW-03の縦' })).toHaveValue('20.0')
    await page.getByRole('button', { name: '暑さ指数計を追加' }).click()
    await dialog(page).getByRole('checkbox', { name: '000123' }).check()
    await page.keyboard.press('Escape')
    await answer(page, '保存していない変更があります。', '編集に戻る')
    await expect(dialog(page).getByRole('checkbox', { name: '000123' })).toBeChecked()
    await dialog(page).locator('[data-mark="heat/000123"]').press('Shift+ArrowLeft')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: '決定する' }).click()
    await expect(page.getByRole('textbox', { name: '000123の横' })).toHaveValue('49.0')
    await expect(page.getByText('未保存 4')).toBeVisible()
  })

  await test.step('the first save is not overwritten unseen, and nothing typed here is lost', async () => {
    const colleague = await openBrowser(site.accounts.AdminUnitContract)
    await colleague.goto(`/map/${mapId}/device`)
    await nameOf(colleague, '000103').fill('南側 足場')
    await save(colleague).click()
    await expect(colleague.getByText('保存しました。')).toBeVisible()

    await save(page).click()
    await expect(dialog(page)).toContainText('GW-01（000103 と同じ位置へ）')
    await answer(page, 'マップの位置を変えると', '続ける')
    await answer(page, 'ほかの人が先に変更しました。', '読み込み直す')
    await expect(row(page, '000103')).toContainText('ほかの人の変更：横 40.0%・縦 60.0%・南側 足場')
    await expect(nameOf(page, '000103')).toHaveValue('A工区 3F 東側')
    await page.getByRole('button', { name: 'マップ設定' }).click()
    await answer(page, '保存していない変更があります。', '編集に戻る')
    await save(page).click()
    await answer(page, 'マップの位置を変えると', '続ける')
    await expect(page.getByText('保存しました。')).toBeVisible()
    await expect(page.getByText('未保存')).toHaveCount(0)
    await expect(row(page, 'GW-01')).toContainText('横 57.0%・縦 76.5%')
  })

  await page.reload()
  await expect(nameOf(page, '000103')).toHaveValue('A工区 3F 東側')
  await expect(row(page, '000103')).toContainText('横 57.0%・縦 76.5%')
  await expect(row(page, 'GW-01')).toContainText('横 57.0%・縦 76.5%')
  await expect(row(page, 'GW-03')).toContainText('横 23.0%・縦 20.0%')
  await expect(row(page, '000110')).toContainText('横 50.0%・縦 50.0%')
  await row(page, '000103').getByRole('button', { name: '000103を地図で選ぶ' }).click()
  await expectFitting(page, () => pin(page, 'heat/000103').waitFor())
})

/** A finger that grasps a pin and draws it away. */
const drawByFinger = async (page: Page, [x, y]: readonly [number, number], right: number, down: number): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x, y }])
  await expect(async () => {
    await touch('touchMove', [{ x: x + right / 2, y: y + down / 2 }])
    await touch('touchMove', [{ x: x + right, y: y + down }])
    await expect(page.getByText('動かす前')).toBeVisible({ timeout: 100 })
  }).toPass()
  await touch('touchEnd', [])
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
}

test('on a GPS map a barometer is placed by a finger at degrees; one deleted meanwhile is released, and a map deleted meanwhile is left', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { company, here, accounts } = site
  const { map_id: mapId } = await product.db
    .insertInto('site_map')
    .values({
      company_id: company.companyId,
      office_id: here.officeId,
      position: 0,
      location_name: '構内',
      type: 2,
      latitude: 35.65,
      longitude: 139.79,
      zoom: 17,
    })
    .returning('site_map.map_id')
    .executeTakeFirstOrThrow()
  await makeDevice(product.db, 'barometer', here.officeId, { serial: 'RB-3' })
  const gone = await makeDevice(product.db, 'barometer', here.officeId, { serial: 'RB-4' })
  await signInAs(accounts.AdminUnitContract)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/map/${mapId}/device`)
  await expect(page.getByRole('button', { name: '暑さ指数計を追加' })).toBeDisabled()
  await expect(page.getByRole('button', { name: '親機・子機を追加' })).toBeDisabled()
  await expect(page.getByText('まだ機器を置いていません。')).toBeVisible()
  await strip(page).getByRole('button', { name: /^RB-4/ }).click()
  await strip(page).getByRole('button', { name: /^RB-3/ }).click()
  await expect(page.getByRole('textbox', { name: 'RB-3の緯度' })).toHaveValue('35.650000')
  await expect(page.getByRole('textbox', { name: 'RB-3の経度' })).toHaveValue('139.790000')
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await drawByFinger(page, await middleOf(page, 'barometer/RB-3'), 60, 0)
  await expect(page.getByRole('textbox', { name: 'RB-3の緯度' })).toHaveValue('35.650000')
  const longitude = Number(await page.getByRole('textbox', { name: 'RB-3の経度' }).inputValue())
  // 60 of the 256 · 2^17 pixels round the world.
  expect(longitude).toBeCloseTo(139.79 + (60 * 360) / (256 * 2 ** 17), 4)

  await product.db
    .deleteFrom('device')
    .where('device.company_id', '=', company.companyId)
    .where('device.device_id', '=', gone.device_id)
    .execute()
  await save(page).click()
  await answer(page, 'ほかの人が先に変更しました。', '読み込み直す')
  await expect(page.getByText('RB-4は、削除されたか、別のマップや拠点に移りました。')).toBeVisible()
  await page.getByRole('button', { name: '保存して戻る' }).click()
  await expect(page.getByText('保存しました。')).toBeVisible()
  await expect(page).toHaveURL(`/map/setting?OfficeId=${here.officeId}`)
  const { rows } = await product.pool.query<{ latitude: number; longitude: number }>(
    `select latitude, longitude from device where office_id = $1 and serial = 'RB-3' and map_id = $2`,
    [here.officeId, mapId],
  )
  expect(rows).toEqual([{ latitude: 35.65, longitude }])

  // Somebody whose map is deleted meanwhile gets a message, and is led back to the maps of the site.
  await page.goto(`/map/${mapId}/device`)
  await nameOf(page, 'RB-3').fill('東側 階段')
  await product.pool.query('update device set map_id = null, on_map = false where office_id = $1', [here.officeId])
  await product.db.deleteFrom('site_map').where('office_id', '=', here.officeId).where('map_id', '=', mapId).execute()
  await save(page).click()
  await answer(page, 'このマップは、ほかの人が削除しました。', 'マップ設定に戻る')
  await expect(page).toHaveURL(`/map/setting?OfficeId=${here.officeId}`)
  await expect(page.getByText('まだマップがありません')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})
