import type { CDPSession, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { readCorners } from '@mimamori/heat/map-place'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNotTooWide } from './inspect.ts'
import { answer, saved } from './organisation-parts.ts'
import type { Product } from './product.ts'
import { motionless } from './settled.ts'
import type { Site } from './site.ts'

/** A sheet with lines on it, so that one sees which way it lies. */
const drawing = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#fff"/><path d="M60 60h480v280H60z M60 200h200v140" fill="none" stroke="#222" stroke-width="6"/></svg>',
    ),
  )
    .png()
    .toBuffer()

const dialog = (page: Page) => page.getByRole('dialog', { name: '図面と地図の位置' })
const sheet = (page: Page) => dialog(page).getByRole('application', { name: /^図面。/ })
const numbers = (page: Page, part: '図面' | '地図') => dialog(page).getByRole('group', { name: part, exact: true })
const box = (page: Page, part: '図面' | '地図', name: string) => numbers(page, part).getByLabel(name, { exact: true })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const openPosition = (page: Page) => page.getByRole('button', { name: '1行目の地図の位置' }).click()

const middleOf = async (place: Locator) => {
  const found = await place.boundingBox()
  if (found === null) throw new Error('it is not on the screen')
  return { x: found.x + found.width / 2, y: found.y + found.height / 2 }
}

/** The same once it no longer moves: the map draws a change in the frames after it, and its drawing with it. */
const restingMiddleOf = async (place: Locator) => {
  let last = await middleOf(place)
  await expect(async () => {
    const before = last
    await motionless(place.page())
    last = await middleOf(place)
    expect(last).toEqual(before)
  }).toPass()
  return last
}

/** The corners as the dialog says them, each 'lat,lon'. */
const cornersOf = async (page: Page): Promise<string[]> => {
  const details = dialog(page).locator('details')
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
  return Promise.all(['図面の左上', '図面の右上', '図面の右下', '図面の左下'].map((name) => box(page, '図面', name).inputValue()))
}

type At = { readonly x: number; readonly y: number }

/** Fingers on the glass, as the system reports them to the browser. */
const touch = (cdp: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: readonly At[]) =>
  cdp.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map((at, id) => ({ ...at, id })) })

const stored = ({ db }: Product, { here }: Site) =>
  db
    .selectFrom('site_map')
    .where('office_id', '=', here.officeId)
    .select(['angle_coordinates', 'image_rotation', 'zoom'])
    .executeTakeFirstOrThrow()

test('a drawing is laid on the world by mouse, fingers and numbers, and lies there again later', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  test.slow()
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/map/list')
  await page.getByRole('button', { name: 'マップを登録する' }).first().click()
  await page.getByRole('button', { name: '行を足す', exact: true }).click()
  await page.getByLabel('1行目の建物・工区', { exact: true }).fill('B工区 屋上')
  await page.getByRole('combobox', { name: '1行目のマップの種類', exact: true }).press('ArrowDown')
  await page.locator('.ant-select-dropdown:visible').getByTitle('図面とGPS', { exact: true }).click()
  await page
    .getByLabel('1行目の図面のファイル', { exact: true })
    .setInputFiles({ name: 'B-RF.png', mimeType: 'image/png', buffer: await drawing() })
  await expect(page.getByRole('button', { name: /1行目の新しい図面 B-RF.png/ })).toBeVisible()
  await openPosition(page)
  await expect.poll(async () => (await sheet(page).boundingBox())?.width ?? 0).toBeGreaterThan(200)

  await test.step('by numbers', async () => {
    await box(page, '図面', '緯度').fill('３５．６２５')
    await box(page, '図面', '経度').fill('139.795')
    await box(page, '図面', '拡大').fill('0.15')
    await box(page, '図面', '向き').fill('15')
    await button(page, '図面の全体を見る').click()
    await expect(box(page, '地図', '経度')).toHaveValue(/^139\.795/)
  })

  await test.step('by mouse: turned by its handle, one corner pulled', async () => {
    const middle = await restingMiddleOf(sheet(page))
    const handle = await middleOf(button(page, '図面を回す。[と]のキーで回転'))
    await page.mouse.move(handle.x, handle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x + 200, middle.y, { steps: 4 })
    await page.mouse.up()
    await expect(box(page, '図面', '向き')).toHaveValue(/^(89|90)/)
    const handleOfCorner = button(page, '図面の左上の角。矢印キーで動かす')
    const corner = await restingMiddleOf(handleOfCorner)
    await page.mouse.move(corner.x, corner.y)
    await page.mouse.down()
    await page.mouse.move(corner.x + 20, corner.y - 15, { steps: 3 })
    await page.mouse.up()
    await expect.poll(async () => (await middleOf(handleOfCorner)).x - corner.x).toBeCloseTo(20, 0)
    await expect.poll(async () => (await middleOf(handleOfCorner)).y - corner.y).toBeCloseTo(-15, 0)
  })

  await expectAccessible(page)

  await test.step('by fingers on a phone: two turn and scale it, one moves it', async () => {
    await page.setViewportSize({ width: 375, height: 740 })
    await expectNotTooWide(page)
    await button(page, '図面の全体を見る').click()
    await expect.poll(async () => (await sheet(page).boundingBox())?.width ?? 999).toBeLessThan(330)
    // Nothing lies over what turns the drawing.
    await button(page, '図面を回す。[と]のキーで回転').click({ trial: true })
    const cdp = await page.context().newCDPSession(page)
    const { x, y } = await restingMiddleOf(sheet(page))
    const before = Number(await box(page, '図面', '拡大').inputValue())
    await touch(cdp, 'touchStart', { x: x - 30, y }, { x: x + 30, y })
    await touch(cdp, 'touchMove', { x: x - 36, y }, { x: x + 36, y })
    await touch(cdp, 'touchMove', { x, y: y - 45 }, { x, y: y + 45 })
    await touch(cdp, 'touchEnd')
    await expect(box(page, '図面', '向き')).toHaveValue(/^(178|179|180|181)/)
    await expect.poll(async () => Number(await box(page, '図面', '拡大').inputValue()) / before).toBeCloseTo(1.5, 1)
    const held = await restingMiddleOf(sheet(page))
    await touch(cdp, 'touchStart', held)
    await touch(cdp, 'touchMove', { x: held.x + 10, y: held.y })
    await touch(cdp, 'touchMove', { x: held.x + 25, y: held.y + 10 })
    await touch(cdp, 'touchEnd')
    await expect.poll(async () => (await middleOf(sheet(page))).x - held.x).toBeCloseTo(25, 0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  // Compared as numbers: the dialog shows nine decimals, the database keeps no zeros at an end.
  const corners = readCorners(await cornersOf(page))
  expect(corners).toBeDefined()
  await button(page, 'この位置にする').click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: '保存する', exact: true }).click()
  await saved(page)
  expect(readCorners((await stored(product, site)).angle_coordinates)).toEqual(corners)

  await page.reload()
  await openPosition(page)
  await expect(sheet(page)).toBeVisible()
  expect(readCorners(await cornersOf(page))).toEqual(corners)
  await button(page, 'やめる').click()

  // Changes here and in the screen behind are one question.
  await page.getByLabel('1行目の階', { exact: true }).fill('RF')
  await openPosition(page)
  await button(page, '図面を右へ1度回す').click()
  await page.goBack()
  await answer(page, '保存していない変更があります。', '保存せずに移動')
  await expect(page).toHaveURL('/map/list')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
