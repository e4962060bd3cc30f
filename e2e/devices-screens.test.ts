import type { Role } from '@mimamori/contract'
import type { Page } from '@playwright/test'
import { makeDevice } from '../apps/server/src/platform/test-factories.ts'
import { test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { fillSite, type Site } from './site.ts'

type Screen = { readonly path: (site: Site) => string; readonly heading: string; readonly afterwards?: (page: Page) => Promise<unknown> }

const submit = (page: Page) => page.getByRole('button', { name: '登録する' }).click()
const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
}

const screens: Partial<Record<Role, readonly Screen[]>> = {
  AdminUnitService: [
    { path: () => '/heat-index-watcher/create/new', heading: '暑さ指数計を追加', afterwards: submit },
    { path: () => '/gateway/list', heading: '親機・子機' },
  ],
  AdminUnitContract: [
    { path: () => '/vital-device/list', heading: '体調デバイス' },
    { path: () => '/ReferenceBarometer', heading: '気圧基準器', afterwards: press('RB-1につながる端末を登録') },
    { path: () => '/vital-device/create/new', heading: '体調デバイスを追加', afterwards: submit },
  ],
  HeadquartersAdmin: [
    { path: () => '/heat-index-watcher/list', heading: '暑さ指数計', afterwards: press('000123につながる親機・子機を登録') },
    { path: () => '/heat-index-watcher/list', heading: '暑さ指数計' },
    { path: ({ here }) => `/gateway/edit/GW-01?OfficeId=${here.officeId}&type=1`, heading: '親機・子機を編集' },
    { path: () => '/vital-device/edit/103?DeviceType=1', heading: '体調デバイスの詳細' },
    { path: () => '/vital-device/inputfile', heading: '体調デバイスのファイル取込' },
  ],
}

// Each inspection looks at every element of a screen; a busy machine takes its time over it.
test.slow()

for (const [role, seen] of Object.entries(screens))
  test(`the device screens of ${role} fit every width, and shut nobody out`, async ({ page, site, product, signInAs }) => {
    await fillSite(site)
    await makeDevice(product.db, 'barometer', site.here.officeId, { serial: 'RB-1', location_name: '1階 詰所の前' })
    await makeDevice(product.db, 'belt', site.here.officeId, { serial: 'B-01' })
    await signInAs(site.accounts[role as Role])
    for (const { path, heading, afterwards } of seen) {
      await page.goto('about:blank')
      await page.goto(path(site))
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      await afterwards?.(page)
      await expectFitting(page, () => page.getByRole('heading', { level: 1, name: heading, exact: true, includeHidden: true }).waitFor({ state: 'attached' }))
    }
  })
