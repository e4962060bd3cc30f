import { makeDevice } from '../apps/server/src/shared/organisation/test-factories.ts'
import { choice, deviceOf, heading, linkedTo, press } from './device-parts.ts'
import { expect, test } from './fixtures.ts'
import { answer, choose, dialog, field, fill, noteOf, openNew, row, save, saved } from './organisation-parts.ts'
import { minutesAgo, vital } from './site.ts'

test('a worn device is registered by the rules of its type, found by its number, and says who wears it', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  await site.here.post([vital(site.accounts.User, { at: minutesAgo(2), heartRate: 82 })])
  await signInAs(site.accounts.HeadquartersAdmin)
  const listening = page.waitForResponse('**/api/live*')
  await page.goto('/vital-device/list')
  await listening
  const worn = row(page, site.accounts.User.fullName)
  await expect(worn).toContainText('82')
  // News of who wears it is news of the device, and comes by itself.
  await site.here.post([vital(site.accounts.User, { heartRate: 91 })])
  await expect(worn).toContainText('91')
  await expect(worn).toContainText('受信中')
  await page.getByRole('link', { name: '体調デバイスを追加' }).click()
  await choice(page, '種別', '体調デバイス').check()
  await expect(await noteOf(page, 'シリアル番号')).toHaveText('0 から 32767 までの数字')
  await choice(page, '種別', '安全帯').check()
  await fill(page, { シリアル番号: 'B-07' })
  await save(page, '登録する')
  await saved(page)
  await expect(row(page, 'B-07')).toContainText('安全帯')

  // The search is in the address.
  await field(page, 'シリアル番号').fill(site.accounts.User.serial)
  await expect(page).toHaveURL(new RegExp(`serialNumber=${site.accounts.User.serial}$`))
  await expect(row(page, 'B-07')).toHaveCount(0)
  await page.goBack()
  await expect(field(page, 'シリアル番号')).toHaveValue('')
  await expect(row(page, 'B-07')).toBeVisible()

  await page.getByRole('link', { name: `${site.accounts.User.serial}を編集` }).click()
  await heading(page, '体調デバイスを編集')
  await expect(page.getByRole('link', { name: site.accounts.User.fullName })).toHaveAttribute(
    'href',
    `/worker/edit/${site.accounts.User.userId}`,
  )
  await expect(page.getByText('91 bpm')).toBeVisible()
  await expect(field(page, 'シリアル番号')).toBeDisabled()
  await choice(page, '種別', '安全帯').check()
  await page.getByRole('button', { name: '更新する' }).click()
  await answer(page, `${site.accounts.User.fullName}さんが着けています。その人からは外れます。`, 'やめる')
  await choice(page, '種別', '体調デバイス（新型）').check()
  await save(page, '更新する')
  await saved(page)
  await expect(row(page, site.accounts.User.fullName)).toContainText('体調デバイス（新型）')

  const readings = () =>
    product.db
      .selectFrom('reading')
      .where('user_id', '=', site.accounts.User.userId)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await readings()
  await press(page, `${site.accounts.User.serial}を削除`)
  await expect(dialog(page)).toContainText(`${site.accounts.User.fullName}さんが着けています。その人からは外れます。`)
  await answer(page, '測定値とアラートの記録は残ります。', '削除する')
  await expect(row(page, site.accounts.User.fullName)).toHaveCount(0)
  expect(await readings()).toEqual(before)
})

test('barometers are sorted and filtered in the address, linked with terminals of their site, and registered', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { db } = product
  const far = await makeDevice(db, 'barometer', site.elsewhere.officeId, { serial: 'RB-9' })
  for (const serial of ['RB-1', 'RB-2']) await makeDevice(db, 'barometer', site.here.officeId, { serial, location_name: `詰所 ${serial}` })
  const taken = await deviceOf(product, site, 'RB-2')
  for (let n = 1; n <= 11; n++)
    await makeDevice(db, 'belt', site.here.officeId, {
      serial: `B-${String(n).padStart(2, '0')}`,
      linked_device_id: n === 2 ? taken.device_id : null,
    })
  await makeDevice(db, 'belt', site.elsewhere.officeId, { serial: 'B-99', linked_device_id: far.device_id })

  await signInAs(site.accounts.AdminUnitContract)
  await page.goto('/ReferenceBarometer')
  await expect(row(page, 'RB-9')).toContainText(site.elsewhere.name)
  await expect(page.getByText('3台', { exact: true })).toBeVisible()
  await page.getByRole('columnheader', { name: 'ID' }).click()
  await expect(page).toHaveURL('/ReferenceBarometer?sortKey=id&sortOrder=ascend')
  await page.getByRole('columnheader', { name: 'ID' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('RB-9')
  await choose(page, '拠点', site.here.name)
  await expect(page).toHaveURL(new RegExp(`officeId=${site.here.officeId}`, 'i'))
  await expect(row(page, 'RB-9')).toHaveCount(0)

  await press(page, 'RB-1につながる端末を登録')
  await expect(dialog(page).getByRole('checkbox', { name: 'B-02：気圧基準器 RB-2 につながっています' })).toBeDisabled()
  await expect(dialog(page).getByText('B-99')).toHaveCount(0)
  await dialog(page).getByRole('checkbox', { name: 'B-01', exact: true }).check()
  await dialog(page).getByTitle('2', { exact: true }).click()
  await dialog(page).getByRole('checkbox', { name: 'B-11', exact: true }).check()
  await press(page, '保存する')
  await saved(page)
  expect(await linkedTo(product, site, 'RB-1')).toEqual(['B-01', 'B-11'])
  await expect(row(page, 'RB-1')).toContainText('2台')
  await press(page, 'RB-1を削除')
  await expect(dialog(page)).toContainText('端末2台とのつながりは外れます。')
  await answer(page, '測定値とアラートの記録は残ります。', 'やめる')

  await openNew(page, '気圧基準器')
  await expect(page).toHaveURL(`/ReferenceBarometer/new?OfficeId=${site.here.officeId}`)
  await fill(page, { ID: 'RB-3', 設置場所: '2階' })
  await choice(page, '設置状況', '未設置').check()
  await save(page, '登録する')
  await saved(page)
  await page.getByRole('link', { name: 'RB-3を編集' }).click()
  await expect(page).toHaveURL(`/ReferenceBarometer/edit/RB-3?OfficeId=${site.here.officeId}`)
  await expect(field(page, 'ID')).toBeDisabled()
  await choice(page, '設置状況', '設置済み').check()
  await save(page, '更新する')
  await expect(row(page, 'RB-3')).toContainText('設置済み')
})
