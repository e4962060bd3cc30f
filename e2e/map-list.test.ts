import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, moveTo, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import type { Product } from './product.ts'
import { racing, vital, minutesAgo, type Site } from './site.ts'

const path = '/map/list'

const drawing = sharp({ create: { width: 800, height: 500, channels: 3, background: '#fff' } })
  .composite([
    {
      input: Buffer.from(
        '<svg width="800" height="500"><rect x="60" y="60" width="680" height="380" fill="none" stroke="#333" stroke-width="6"/></svg>',
      ),
    },
  ])
  .png()

/** Uploads a drawing as the setting screen does. */
const upload = async (page: Page, content: Buffer): Promise<string> =>
  page.evaluate(
    async (bytes) => {
      const body = new FormData()
      body.append('uploadFile', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'A.png')
      const answer = await fetch('/api/FileUpload/Image', {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
        body,
      })
      return ((await answer.json()) as { url: string }).url
    },
    [...content],
  )

/** Two drawings and the site as a whole, as an administrator saves them; the gateway is on the first. */
const makeMaps = async ({ db }: Product, { company, here }: Site, mapImage: string | null) => {
  const maps = [
    { location_name: 'A工区', floor: '3F', type: 1, image_key: mapImage },
    { location_name: '東側 外部足場', floor: '1〜5段', type: 1 },
    { location_name: '現場全体', floor: null, type: 2, latitude: 35.64, longitude: 139.79, zoom: 18 },
  ]
  const ids: number[] = []
  for (const [position, map] of maps.entries()) {
    const { map_id } = await db
      .insertInto('site_map')
      .values({ company_id: company.companyId, office_id: here.officeId, position, ...map })
      .returning('map_id')
      .executeTakeFirstOrThrow()
    ids.push(map_id)
  }
  await db
    .updateTable('device')
    .set({ map_id: ids[0] ?? 0, position_x: 40, position_y: 30 })
    .where('office_id', '=', here.officeId)
    .where('kind', '=', 'gateway')
    .execute()
  return ids
}

const card = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'マップ', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const countOf = (page: Page, name: string, grade: string) =>
  card(page, name)
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: grade, exact: true }) })
/** What the maps are called, in their order. */
const names = (page: Page) => page.getByRole('list', { name: 'マップ', exact: true }).getByRole('heading')
/** So many people; the mark before the number has its own digit. */
const people = (count: number) => new RegExp(`${count}人$`)
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
}

test('the maps of a site show in small who needs somebody, as it happens', async ({ page, site, product, signInAs }) => {
  test.slow()
  const { here, accounts, neighbour } = site
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto(path)

  await test.step('a site without maps is led to their setting', async () => {
    await expect(page.getByText('まだマップがありません')).toBeVisible()
    await page.getByRole('button', { name: 'マップを登録する' }).click()
    await expect(page).toHaveURL(/\/map\/setting/)
  })

  const [first] = await makeMaps(product, site, await upload(page, await drawing.toBuffer()))
  await here.post([vital(accounts.User), vital(accounts.GroupLeader, { latitude: 35.6403, longitude: 139.7904 })])
  await page.getByRole('link', { name: 'マップ', exact: true }).click()
  await expect(names(page)).toHaveText(['A工区　3F', '東側 外部足場　1〜5段', '現場全体'])
  await expect(countOf(page, 'A工区　3F', '安全')).toHaveText(people(2))
  await expect(card(page, 'A工区　3F')).toContainText('親機 受信中')
  await expect(card(page, '東側 外部足場　1〜5段')).toContainText('親機なし')
  await expect(card(page, '東側 外部足場　1〜5段')).toContainText('図面なし')

  await test.step('with auto-update, off at first, an emergency shows at once, on its map and to be answered beneath', async () => {
    const automatic = page.getByRole('checkbox', { name: '自動更新' })
    await expect(automatic).not.toBeChecked()
    await automatic.check()
    await here.post(racing(neighbour))
    await here.post([vital(accounts.User, { at: minutesAgo(0), call: true, latitude: 35.6403, longitude: 139.7904 })])
    await expect(countOf(page, 'A工区　3F', '緊急')).toHaveText(people(1))
    // Somebody who pressed the call button is at level 3.
    await expect(countOf(page, 'A工区　3F', '危険')).toHaveText(people(2))
    await expect(countOf(page, '現場全体', '緊急')).toHaveText(people(1))
    const alerts = page.getByRole('region', { name: '現在のアラート' })
    const row = alerts.getByRole('row').filter({ hasText: '緊急' })
    await expect(row.getByRole('link', { name: '佐々木　隆' })).toHaveAttribute(
      'href',
      /physical-condition\/detail\?UserId=\d+&.*timeAlert=.*dayAlert=/,
    )
    await row.getByRole('button', { name: '佐々木　隆　確認する' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '確認した。自分が向かう' }).click()
    await expect(row).toContainText('対応中')
  })

  await test.step('filters are in the address', async () => {
    await choose(page, 'グループ', '鉄骨2班')
    await expect(countOf(page, 'A工区　3F', '緊急')).toHaveText(people(0))
    await expect(countOf(page, 'A工区　3F', '危険')).toHaveText(people(1))
    await choose(page, '建物・工区', '東側 外部足場')
    await expect(names(page)).toHaveText(['東側 外部足場　1〜5段'])
    await expect(page.getByText('現在のアラートはありません')).toBeVisible()
    const search = new URL(page.url()).searchParams
    expect(search.get('groupId')).toBe(String(site.groups.second))
    expect(search.get('locationName')).toBe('東側 外部足場')
    await page.goBack()
    await page.goBack()
    await expect(countOf(page, 'A工区　3F', '緊急')).toHaveText(people(1))
  })

  await expectFitting(page, () => expect(card(page, 'A工区　3F')).toBeVisible())
  await page.getByRole('link', { name: 'A工区　3F' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/map/detail/${first}`))
})

test('forty maps fetch the drawings that are near, and a drawing that is gone says so', async ({ page, site, product, signInAs }) => {
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto('/home')
  const [key, other] = [await upload(page, await drawing.toBuffer()), await upload(page, await drawing.toBuffer())]
  await makeMaps(product, site, key)
  const { companyId: company_id } = site.company
  for (let position = 3; position < 40; position += 1)
    await product.db
      .insertInto('site_map')
      .values({
        company_id,
        office_id: site.here.officeId,
        position,
        location_name: `棟${position}`,
        image_key: position < 38 ? key : position === 38 ? other : `${randomUUID()}.png`,
      })
      .execute()
  let fetched = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/Map/Image/')) fetched += 1
  })
  await moveTo(page, `${path}?officeId=${site.here.officeId}`)
  await expect(names(page)).toHaveCount(40)
  await expect(card(page, '棟3').locator('canvas')).toBeVisible()
  // One drawing, one fetch, on however many maps it lies; the last two are not asked for from up here.
  expect(fetched).toBe(1)
  await card(page, '棟39').scrollIntoViewIfNeeded()
  await expect(card(page, '棟39')).toContainText('図面を読み込めません')
  await expect(card(page, '棟38').locator('canvas')).toBeVisible()
  expect(fetched).toBe(3)
})
