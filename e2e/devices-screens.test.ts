import type { Role } from '@mimamori/contract'
import type { Page } from '@playwright/test'
import { makeDevice, makeWear } from '../apps/server/src/shared/organisation/test-factories.ts'
import { expect, moveTo, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { choose, csv, sendFile } from './organisation-parts.ts'
import type { Product } from './product.ts'
import { fillSite, minutesAgo, type Site } from './site.ts'

type Screen = {
  readonly path: (site: Site) => string
  readonly heading: string
  readonly afterwards?: (page: Page, site: Site) => Promise<unknown>
}

const submit = (page: Page) => page.getByRole('button', { name: '登録する' }).click()
/** Sends a row that the server refuses by the rules of just that device. */
const sendWrong = (header: readonly string[], nameOf?: (site: Site) => string) => async (page: Page, site: Site) => {
  if (nameOf !== undefined) await choose(page, '拠点', nameOf(site))
  await sendFile(page, '誤り.csv', csv([header, header.map(() => '？')]))
  await page.getByText('1件も登録していません。').waitFor()
}
const nameOfHere = (site: Site) => site.here.name
const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
}

const screens: Partial<Record<Role, readonly Screen[]>> = {
  AdminUnitContract: [
    { path: () => '/vital-device/list', heading: '体調デバイス' },
    { path: () => '/ReferenceBarometer', heading: '気圧基準器', afterwards: press('RB-1につながる端末を登録') },
    { path: () => '/vital-device/create/new', heading: '体調デバイスを追加', afterwards: submit },
    { path: () => '/gateway/create/new', heading: '親機・子機を追加', afterwards: submit },
    { path: () => '/gateway/inputfile', heading: '親機・子機のファイル取込', afterwards: sendWrong(['種別', 'ID'], nameOfHere) },
    { path: () => '/heat-index-watcher/inputfile', heading: '暑さ指数計のファイル取込', afterwards: sendWrong(['SisMil ID'], nameOfHere) },
    { path: () => '/ReferenceBarometer/new', heading: '気圧基準器を追加', afterwards: submit },
    {
      path: () => '/ReferenceBarometer/inputfile',
      heading: '気圧基準器のファイル取込',
      afterwards: sendWrong(['ID', '設置状況'], nameOfHere),
    },
    {
      path: ({ here }) => `/gateway/list?OfficeId=${here.officeId}`,
      heading: '親機・子機',
      afterwards: (page) => page.getByRole('button', { name: 'GW-01の拠点を移す' }).click(),
    },
  ],
  HeadquartersAdmin: [
    { path: ({ here }) => `/gateway/edit/GW-01?OfficeId=${here.officeId}&type=1`, heading: '親機・子機を編集' },
    { path: () => '/vital-device/edit/103?DeviceType=1', heading: '体調デバイスを編集' },
    { path: () => '/vital-device/inputfile', heading: '体調デバイスのファイル取込', afterwards: sendWrong(['種別', 'シリアル番号']) },
    { path: () => '/heat-index-watcher/list', heading: '暑さ指数計', afterwards: press('000123につながる親機・子機を登録') },
    { path: () => '/heat-index-watcher/edit/000123', heading: '暑さ指数計を編集' },
    { path: () => '/ReferenceBarometer/edit/RB-1', heading: '気圧基準器を編集' },
    { path: () => '/ReferenceBarometer', heading: '気圧基準器' },
  ],
}

/** By how much a table is wider than its place: so much of it lies under what can be done with a row. */
const covered = (page: Page) => page.locator('.ant-table-body').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

// Each inspection looks at every element of a screen; a busy machine takes its time over it.
test.slow()

const equip = async ({ db }: Product, { here }: Site) => {
  await makeDevice(db, 'barometer', here.officeId, { serial: 'RB-1', location_name: '1階 詰所の前' })
  await makeDevice(db, 'belt', here.officeId, { serial: 'B-01' })
}

const open = async (page: Page, site: Site, { path, heading, afterwards }: Screen, n: number) => {
  if (n === 0) await page.goto(path(site))
  else await moveTo(page, path(site))
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await afterwards?.(page, site)
}

for (const [role, seen] of Object.entries(screens))
  test(`the device screens of ${role} fit every width, and shut nobody out`, async ({ page, site, product, signInAs }) => {
    await fillSite(site)
    await equip(product, site)
    await signInAs(site.accounts[role as Role])
    for (const [n, screen] of seen.entries()) {
      await open(page, site, screen, n)
      const { heading } = screen
      await expectFitting(page, () =>
        page.getByRole('heading', { level: 1, name: heading, exact: true, includeHidden: true }).waitFor({ state: 'attached' }),
      )
    }
  })

test('on an office screen nothing of a device list lies under what can be done with it, even of all companies', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { db } = product
  const { here, accounts } = site
  await db
    .updateTable('office')
    .set({ name: `港南二丁目 データセンター改修工事 ${here.officeId}` })
    .where('office_id', '=', here.officeId)
    .execute()
  // The lists are of all companies, also those of other tests: one number finds these four alone.
  const serial = `9${String(here.officeId).padStart(5, '0')}`
  const make = (kind: 'heat' | 'gateway' | 'barometer' | 'belt', to?: { device_id: number }) =>
    makeDevice(db, kind, here.officeId, { serial, location_name: '北側 外部足場 2段目', linked_device_id: to?.device_id ?? null })
  await make('gateway', await make('heat'))
  const belt = await make('belt', await make('barometer'))
  await makeWear(db, accounts.User.userId, belt.device_id, { slot: 'belt' })
  const at = minutesAgo(0)
  await here.post([
    { kind: 'heat', device: serial, at, wbgt: 31.4 },
    { kind: 'gateway', device: serial, at, waveLevel: 4, battery: 3 },
    { kind: 'barometer', device: serial, at, pressure: 100_800 },
    { kind: 'belt', device: serial, at, hook: 1, pressure: 100_790, battery: 4, gateway: serial, call: false },
  ])
  await signInAs(accounts.AdminUnitService)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/heat-index-watcher/create/new')
  await submit(page)
  await expectFitting(page, () => page.getByText('3か所に入力の誤りがあります。').waitFor())
  for (const path of ['/heat-index-watcher/list', '/gateway/list', '/vital-device/list', '/ReferenceBarometer']) {
    await moveTo(page, `${path}?serialNumber=${serial}`)
    await expect(page.getByRole('row').filter({ hasText: `改修工事 ${here.officeId}` })).toContainText('受信中')
    await expect.poll(() => covered(page), path).toBe(0)
    if (path === '/gateway/list') await expectFitting(page)
  }
})
