import type { Page } from '@playwright/test'
import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { answer, choose, csv, dialog, downloaded, field, putFile, row } from './organisation-parts.ts'
import type { Product } from './product.ts'

test.slow()

const devEui = '24e124713c490127'

/** Posts an uplink as ChirpStack's HTTP integration does. */
const sendUplink = async ({ url }: Product, authorization: string, object: Readonly<Record<string, number>>) => {
  const response = await fetch(`${url}/api/ingest/chirpstack?event=up`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
      time: new Date().toISOString(),
      deviceInfo: { applicationName: 'wbgt', deviceProfileName: 'WBGT', deviceName: 'wbgt-gate', devEui },
      devAddr: '00189440',
      fCnt: 10,
      fPort: 2,
      data: 'AQI=',
      object,
      rxInfo: [{ gatewayId: '0016c001f153a14c', uplinkId: 4_217_106_255, rssi: -97, snr: 6.8 }],
      txInfo: { frequency: 923_200_000, modulation: { lora: { bandwidth: 125_000, spreadingFactor: 10, codeRate: 'CR_4_5' } } },
    }),
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

const add = async (page: Page, name: string) => {
  await page.getByRole('button', { name: '連携を追加' }).click()
  await field(page, '名前').fill(name)
  await dialog(page).getByRole('button', { name: '追加する' }).click()
}

/** Chooses one of the words that a select offers. */
const pick = async (page: Page, label: string, words: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(words, { exact: true }).click()
}

test('a meter on LoRaWAN is connected: secret, device, mapping, and its next message is a reading', async ({
  page,
  site,
  product,
  context,
  signInAs,
}) => {
  await context.grantPermissions(['clipboard-write'])
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/connection')
  await expect(page.getByText('まだ連携がありません')).toBeVisible()
  await expectAccessible(page)

  await add(page, '構内 LoRaWAN')
  const pasted = page.getByRole('region', { name: 'ChirpStackに貼るもの' })
  await expect(pasted.getByLabel('送り先', { exact: true })).toHaveValue(`${new URL(page.url()).origin}/api/ingest/chirpstack`)
  const secret = await pasted.getByLabel('合言葉', { exact: true }).inputValue()
  expect(secret).toMatch(/^Bearer \S{30,}$/)
  await expect(pasted).toContainText('合言葉が見えるのはいまだけです。')
  // What was not copied cannot be had again.
  await page.getByRole('link', { name: '受信の状況' }).click()
  await answer(page, '合言葉は、もう一度表示できません。', '戻る')
  await pasted.getByRole('button', { name: '合言葉をコピー' }).click()

  // The first message comes from a DevEUI that nobody knows.
  await page.getByRole('button', { name: '次の1件を待つ' }).click()
  expect(await sendUplink(product, secret, { wbgt: 312, hum: 58 })).toMatchObject({ status: 200, body: { accepted: 0 } })
  const devices = page.getByRole('region', { name: 'DevEUIと機器' })
  await expect(devices.getByText(devEui, { exact: true })).toBeVisible()
  await expect(devices).toContainText('1台・1台は機器が未定')
  await choose(page, `${devEui}の機器`, '000123')
  await expect(devices).toContainText('屋上')

  const mapping = page.getByRole('region', { name: '項目の対応' })
  await expect(mapping.getByRole('list', { name: '最後に届いたデータ' })).toContainText('"wbgt": 312')
  await mapping.getByRole('button', { name: '項目を足す' }).click()
  await page.getByRole('menuitem', { name: 'WBGT', exact: true }).click()
  await pick(page, 'WBGTの届いた項目', 'wbgt')
  const wbgt = mapping.getByRole('listitem', { name: 'WBGT', exact: true })
  await expect(wbgt).toContainText('312 ℃')
  await pick(page, 'WBGTの換算', '× 0.1')
  await expect(wbgt).toContainText('31.2 ℃')
  await expect(mapping).toContainText('この1件は、「000123」の測定値になります。')
  await expectFitting(page)

  // What is not saved is not lost without a question.
  await page.getByRole('link', { name: '受信の状況' }).click()
  await answer(page, '保存していない変更があります。', '編集に戻る')
  await mapping.getByRole('button', { name: '対応を保存する' }).click()
  await expect(page.getByText('保存しました。')).toBeVisible()

  expect(await sendUplink(product, secret, { wbgt: 305, hum: 58 })).toMatchObject({ status: 200, body: { accepted: 1 } })
  await moveTo(page, '/heat-index-watcher/list')
  await expect(row(page, '000123')).toContainText('30.5')
})

test('a connection of the chosen site is renamed, gets a new secret and is deleted, each after a question', async ({
  page,
  site,
  product,
  context,
  signInAs,
}) => {
  await context.grantPermissions(['clipboard-write'])
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto('/connection')
  await expect(page.getByText('拠点を選んでください')).toBeVisible()
  await choose(page, '拠点', site.elsewhere.name)
  await expect(page).toHaveURL(new RegExp(`OfficeId=${site.elsewhere.officeId}`))
  await add(page, '西側')
  const pasted = page.getByRole('region', { name: 'ChirpStackに貼るもの' })
  const first = await pasted.getByLabel('合言葉', { exact: true }).inputValue()
  await pasted.getByRole('button', { name: '合言葉をコピー' }).click()
  await page.reload()
  await expect(pasted).toContainText('作ったときだけ表示します。')
  await expect(page.getByText(first)).toHaveCount(0)

  await pasted.getByRole('button', { name: '合言葉を作り直す' }).click()
  await answer(page, '「西側」の合言葉を作り直します。', '作り直す')
  const second = await pasted.getByLabel('合言葉', { exact: true }).inputValue()
  await pasted.getByRole('button', { name: '合言葉をコピー' }).click()
  expect((await sendUplink(product, first, { wbgt: 31 })).status).toBe(401)
  expect((await sendUplink(product, second, { wbgt: 31 })).status).toBe(200)

  await pasted.getByRole('button', { name: '西側を編集' }).click()
  await field(page, '名前').fill('西側ゲートウェイ')
  await dialog(page).getByRole('button', { name: '保存する' }).click()
  await expect(page.getByRole('link', { name: /^西側ゲートウェイ/ })).toBeVisible()

  const devices = page.getByRole('region', { name: 'DevEUIと機器' })
  await devices.getByRole('button', { name: '足す', exact: true }).click()
  await field(page, 'DevEUI').fill('24E1-2471-3C49')
  await dialog(page).getByRole('button', { name: '足す' }).click()
  await expect(dialog(page)).toContainText('16桁の16進数（0から9とaからf）で入力してください。')
  await field(page, 'DevEUI').fill('24E1-2471-3C49-0108')
  await choose(page, '機器の番号', '000123')
  await dialog(page).getByRole('button', { name: '足す' }).click()
  await expect(devices).toContainText('屋上')

  // By a file: all lines or none, and what it does not name stays.
  const header = ['DevEUI', '種別', '機器の番号']
  await devices.getByRole('button', { name: 'CSVで取り込む' }).click()
  await putFile(page, '機器.csv', csv([header, ['24e124713c49', '', '000777']]))
  await expect(dialog(page)).toContainText('16桁の16進数（0から9とaからf）で入力してください。')
  await expectAccessible(page)
  await putFile(page, '機器.csv', csv([header, ['24:E1:24:71:3C:49:01:99', '', '000777']]))
  await dialog(page).getByRole('button', { name: '1台を取り込む' }).click()
  // Nobody has registered it yet.
  await expect(devices.getByRole('listitem').filter({ hasText: '24e124713c490199' })).toContainText('登録のない番号')
  const { text } = await downloaded(page, () => devices.getByRole('button', { name: 'DevEUIと機器をダウンロード' }).click())
  expect(text).toContain('"24e124713c490108","暑さ指数計","000123"')

  await devices.getByRole('button', { name: '000777を新しく登録' }).click()
  await expect(field(page, 'SisMil ID')).toHaveValue('000777')
  await page.getByRole('button', { name: '登録する' }).click()
  await answer(page, '登録しますか。', '登録する')
  await expect(devices.getByText('登録のない番号')).toHaveCount(0)

  await page.getByRole('button', { name: '西側ゲートウェイを削除' }).click()
  await answer(page, '「西側ゲートウェイ」を削除します。', '削除する')
  await expect(page.getByText('まだ連携がありません')).toBeVisible()
  expect((await sendUplink(product, second, { wbgt: 31 })).status).toBe(401)
})
