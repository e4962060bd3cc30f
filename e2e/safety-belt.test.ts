import type { Reading } from '@mimamori/contract'
import type { Page } from '@playwright/test'
import { makeDevice, makeUser, makeWear } from '../apps/server/src/shared/organisation/test-factories.ts'
import { expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import type { Product } from './product.ts'
import { minutesAgo, type Site } from './site.ts'

const ground = 100_820
/** The pressure so many metres above the barometer, at 30 °C. */
const pressureAt = (metres: number) => ground * Math.exp((-metres * 9.80665) / (287.05 * 303.15))

const barometer = 'RB-1'
const belt = (device: string, metres: number, minutes: number, more: object = {}): Reading => ({
  kind: 'belt',
  device,
  at: minutesAgo(minutes),
  hook: 1,
  pressure: pressureAt(metres),
  battery: 4,
  slaveBattery: 3,
  signal: 4,
  gateway: 'GW-01',
  call: false,
  interval: 2,
  ...more,
})
const measured = (minutes: number): Reading => ({
  kind: 'barometer',
  device: barometer,
  at: minutesAgo(minutes),
  pressure: ground,
  temperature: 30,
})

/** Belts on the site: one worker unhooked on the scaffold, one hooked there, one below, one of unknown height, one lost. */
const fillBelts = async ({ db }: Product, { company, here, groups }: Site) => {
  const { device_id } = await makeDevice(db, 'barometer', here.officeId, { serial: barometer })
  const wearing = async (serial: string, fullName: string, group_id: number, linked_device_id: number | null = device_id) => {
    const person = await makeUser(
      db,
      'User',
      { company_id: company.companyId, office_id: here.officeId, group_id },
      { full_name: fullName, furigana: `ア　${serial}` },
    )
    const device = await makeDevice(db, 'belt', here.officeId, { serial, linked_device_id })
    await makeWear(db, person.user_id, device.device_id, { slot: 'belt' })
  }
  await wearing('B-1', 'グエン　ヴァン　アン', groups.first)
  await wearing('B-2', '大久保　義男', groups.first)
  await wearing('B-3', '久保田　拓也', groups.second)
  await wearing('B-4', '小野寺　亮', groups.second, null)
  await wearing('B-5', '岩崎　茂', groups.second)
  await makeDevice(db, 'belt', here.officeId, { serial: 'B-6', linked_device_id: device_id })
  await here.post([measured(62), measured(4), measured(2), measured(0)])
  await here.post([
    belt('B-1', 8.4, 4, { hook: 0 }),
    belt('B-1', 8.4, 2, { hook: 0 }),
    belt('B-1', 8.4, 0, { hook: 0 }),
    belt('B-2', 5.1, 0, { slaveBattery: 1 }),
    belt('B-3', 0.3, 0, { hook: 0 }),
    belt('B-4', 0, 0, { hook: 0 }),
    belt('B-5', 3, 60, { battery: 1 }),
    belt('B-6', 0.4, 0),
  ])
}

const row = (page: Page, fullName: string) => page.getByRole('row').filter({ hasText: fullName })
const names = (page: Page) => page.getByRole('row').getByRole('link')
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
}

test('the belt list shows who is unhooked at height, and follows them', async ({ page, site, product, signInAs }) => {
  test.slow()
  await fillBelts(product, site)
  const { here, accounts } = site
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/home')
  await page.getByRole('link', { name: '安全帯一覧' }).click()
  await expect(names(page)).toHaveText(['グエン　ヴァン　アン', '大久保　義男', '久保田　拓也', '小野寺　亮', '岩崎　茂'])
  await expect(row(page, 'グエン')).toContainText(/未使用.*危険.*高所でフックなし.*8\.4.*±1m以上/)
  await expect(row(page, '大久保')).toContainText(/使用中.*5\.1/)
  await expect(row(page, '大久保').getByRole('img', { name: '子機電池 1／5' })).toBeVisible()
  await expect(row(page, '久保田')).toContainText(/未使用.*低い場所.*0\.3/)
  await expect(row(page, '小野寺')).toContainText(/判定できません.*高度不明/)
  await expect(row(page, '岩崎')).toContainText(/途絶前の値/)
  await expect(row(page, 'B-6')).toContainText('着用者なし')
  await expect(page.getByRole('checkbox', { name: '自動更新' })).toBeChecked()
  await expect(page.getByRole('columnheader', { name: '電波' })).toHaveCount(0)

  await test.step('the stream puts what happens into the rows', async () => {
    await here.post([belt('B-2', 6.2, 0, { hook: 0 })])
    await expect(row(page, '大久保')).toContainText(/未使用.*高い場所・確認中.*6\.2/)
  })

  await test.step('filters are in the address', async () => {
    await choose(page, 'グループ', '鉄骨1班')
    await choose(page, 'フック', '未使用')
    await expect(names(page)).toHaveText(['グエン　ヴァン　アン', '大久保　義男'])
    expect(new URL(page.url()).searchParams.get('situation')).toBe('0')
    await choose(page, 'フック', '使用中')
    await page.getByText('該当する安全帯はありません').waitFor()
    await page.getByRole('button', { name: '絞り込みを解除' }).click()
    await expect(names(page)).toHaveCount(5)
  })

  await test.step('the alert is answered from its row, and gone once the hook is on', async () => {
    await row(page, 'グエン').getByRole('button', { name: 'グエン　ヴァン　アンの安全帯のアラートに対応する' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '確認した。自分が向かう' }).click()
    await expect(row(page, 'グエン')).toContainText('対応中')
    await here.post([belt('B-1', 8.4, 0)])
    await expect(row(page, 'グエン')).toContainText('使用中')
    await expect(row(page, 'グエン')).not.toContainText('危険')
  })

  await test.step('the master settings hide columns', async () => {
    const { companyId: company_id } = site.company
    const hidden = {
      company_id,
      office_id: here.officeId,
      type: 'SAFETY_LIST_DISPLAY_ITEM_SETTING',
      key: 'REFERENCE_AIR_PRESSURE',
      value: '0',
    }
    await expect(page.getByRole('columnheader', { name: '基準気圧' })).toBeVisible()
    await product.db.insertInto('master_setting').values(hidden).execute()
    await page.reload()
    await expect(page.getByRole('columnheader', { name: '基準気圧' })).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: '高度' })).toBeVisible()
  })

  await test.step('every width shuts nobody out', async () => {
    await expectFitting(page, () => page.getByText('大久保　義男').waitFor())
  })
})
