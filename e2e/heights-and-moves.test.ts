import type { Page } from '@playwright/test'
import { makeDevice, makeWear } from '../apps/server/src/shared/organisation/test-factories.ts'
import type { Product } from './product.ts'
import { changeAddress, expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectNotTooWide } from './inspect.ts'
import { answer, choose, dialog, row } from './organisation-parts.ts'
import { minutesAgo, type Site } from './site.ts'

/** A barometer with three terminals, the first of which the site's worker wears; one has not been heard. */
const makeLinked = async ({ db }: Product, { here, accounts }: Site) => {
  const barometer = await makeDevice(db, 'barometer', here.officeId, { serial: 'RB-1' })
  const belts = []
  for (const serial of ['T-1', 'T-2', 'T-3'])
    belts.push(await makeDevice(db, 'belt', here.officeId, { serial, linked_device_id: barometer.device_id }))
  await makeWear(db, accounts.User.userId, belts[0]?.device_id ?? 0, { slot: 'belt' })
  await here.post([
    { kind: 'barometer', device: 'RB-1', at: minutesAgo(0.5), pressure: 100_800, temperature: 30 },
    { kind: 'belt', device: 'T-1', at: minutesAgo(0), hook: 1, pressure: 100_790, call: false },
    { kind: 'belt', device: 'T-2', at: minutesAgo(0), hook: 1, pressure: 100_740, call: false },
  ])
}

// A button that has been busy keeps the word for that in its name while its sign folds away.
const press = (page: Page, verb: string) =>
  dialog(page)
    .locator('.ant-modal-footer')
    .getByRole('button', { name: new RegExp(`${verb}$`) })
    .click()

test.slow()

test('heights are set to zero beside the barometer, for those that are heard', async ({ page, site, product, signInAs }) => {
  await makeLinked(product, site)
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/ReferenceBarometer')
  await page.getByRole('button', { name: 'RB-1からの高さを合わせる' }).click()
  const heights = page.getByRole('dialog', { name: '気圧基準器 RB-1 からの高さ' })
  const line = (serial: string) => heights.getByRole('row').filter({ hasText: serial })
  // 10 Pa at 30 °C are 88 cm.
  await expect(line('T-1')).toContainText('88')
  await expect(line('T-1')).toContainText(site.accounts.User.fullName)
  await expect(line('T-1')).toContainText('±1m以上')
  await expect(line('T-3')).toContainText('高度不明')
  await expect(line('T-3').getByRole('checkbox')).toBeDisabled()
  await expect(heights).toContainText('気圧センサーには1台ずつ癖があり')
  await expectAccessible(page)

  await expect(heights.getByRole('button', { name: '0に合わせる' })).toBeDisabled()
  await line('T-1').getByRole('checkbox').check()
  await press(page, '0に合わせる')
  await answer(page, '端末は、すべて気圧基準器の横に置いていますか。', 'やめる')
  await expect(line('T-1')).toContainText('±1m以上')
  await press(page, '0に合わせる')
  await answer(page, '選んだ1台の高さを、いまの位置で0に合わせます。', '0に合わせる')
  await expect(page.getByText('1台の高さを0に合わせました。')).toBeVisible()
  await expect(line('T-1')).toContainText('±25cm')
  await expect(line('T-1')).toContainText('秒前')
  await expect(line('T-2')).toContainText('±1m以上')
  await expect(heights.getByText('0台を選んでいます')).toBeVisible()

  // Somebody else unlinks one while it is ticked: the refusal names it, and nothing is lost from sight.
  await line('T-2').getByRole('checkbox').check()
  await page.route('**/RB-1/Heights?*', (route) => route.abort())
  await product.db
    .updateTable('device')
    .set({ linked_device_id: null })
    .where('device.serial', '=', 'T-2')
    .where('device.office_id', '=', site.here.officeId)
    .execute()
  await press(page, '0に合わせる')
  await answer(page, /T-2（5\d\dcm）は、気圧基準器から離れた高さにあるようです。/, '0に合わせる')
  await expect(heights.getByRole('alert')).toContainText('T-2')
  await page.unroute('**/RB-1/Heights?*')
  await expect(line('T-2')).toHaveCount(0)
  await expect(heights.getByText('0台を選んでいます')).toBeVisible()
  await press(page, '閉じる')
  await expect(page.getByRole('button', { name: 'RB-1からの高さを合わせる' })).toBeFocused()

  await page.setViewportSize({ width: 375, height: 900 })
  await page.getByRole('button', { name: 'RB-1からの高さを合わせる' }).click()
  await expect(line('T-1')).toContainText('±25cm')
  await expectNotTooWide(page)
  await expectAccessible(page)
})

test('a device that goes to another site loses its wearer and its links after they are named, and its namesake there refuses it', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  await makeLinked(product, site)
  await makeDevice(product.db, 'belt', site.elsewhere.officeId, { serial: 'T-2' })
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto(`/vital-device/list?officeId=${site.here.officeId}`)
  await page.getByRole('button', { name: 'T-1の拠点を移す' }).click()
  const losses = dialog(page).getByRole('region', { name: '移すと失われるもの' })
  await expect(losses).toContainText(`${site.accounts.User.fullName}さんが着けています。その人からは外れます。`)
  await expect(losses).toContainText('気圧基準器 RB-1とのつながりは外れます。')
  await expect(losses).toContainText('機器に送っている途中の設定は取り消されます。')
  await expect(losses).toContainText('測定値とアラートの記録は残ります。')
  await expect(dialog(page)).toContainText(site.here.name)
  await expectAccessible(page)
  await press(page, '移す')
  await expect(dialog(page).getByRole('alert')).toHaveText('この項目は必須です。')
  await press(page, 'やめる')
  await expect(page.getByRole('button', { name: 'T-1の拠点を移す' })).toBeFocused()

  await page.getByRole('button', { name: 'T-1の拠点を移す' }).click()
  await choose(page, '移す先の拠点', site.elsewhere.name)
  await press(page, '移す')
  await expect(page.getByText(`「T-1」を${site.elsewhere.name}に移しました。`)).toBeVisible()
  await expect(row(page, 'T-1')).toHaveCount(0)
  await changeAddress(page, `/vital-device/list?officeId=${site.elsewhere.officeId}`)
  await expect(row(page, 'T-1')).toBeVisible()
  await expect(row(page, 'T-1')).not.toContainText(site.accounts.User.fullName)
  await expect(row(page, 'T-1')).not.toContainText('RB-1')

  await changeAddress(page, `/vital-device/list?officeId=${site.here.officeId}`)
  await page.getByRole('button', { name: 'T-2の拠点を移す' }).click()
  await choose(page, '移す先の拠点', site.elsewhere.name)
  await press(page, '移す')
  await expect(dialog(page).getByRole('alert')).toContainText('すでに登録されています。')
  await press(page, 'やめる')

  // The parent loses its linked devices; gateways and watchers move by the same dialog.
  await moveTo(page, `/ReferenceBarometer?OfficeId=${site.here.officeId}`)
  await page.getByRole('button', { name: 'RB-1の拠点を移す' }).click()
  await expect(losses).toContainText('端末2台とのつながりは外れます。')
  await choose(page, '移す先の拠点', site.elsewhere.name)
  await press(page, '移す')
  await expect(page.getByText(`「RB-1」を${site.elsewhere.name}に移しました。`)).toBeVisible()
  for (const [path, serial] of [['/gateway/list', 'GW-01']] as const) {
    await moveTo(page, `${path}?officeId=${site.here.officeId}`)
    await page.getByRole('button', { name: `${serial}の拠点を移す` }).click()
    // Nothing is ever sent to these, and nothing is linked to them; the name of their place stays behind.
    await expect(losses.getByRole('listitem')).toHaveText([/^場所の名前「.+」は消えます。移した先で付け直してください。$/])
    await expect(dialog(page)).toContainText('測定値とアラートの記録は残ります。')
    await choose(page, '移す先の拠点', site.elsewhere.name)
    await press(page, '移す')
    // The other site has one of that number already.
    await expect(dialog(page).getByRole('alert')).toContainText('すでに登録されています。')
  }

  const base = await openBrowser(site.accounts.HeadquartersAdmin)
  await base.goto('/gateway/list')
  await expect(base.getByText('GW-01')).toBeVisible()
  await expect(base.getByRole('button', { name: /の拠点を移す/ })).toHaveCount(0)
})
