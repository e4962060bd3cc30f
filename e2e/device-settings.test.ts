import { makeDevice } from '../apps/server/src/shared/organisation/test-factories.ts'
import { choice, makeTerminal, panel, pick } from './device-parts.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { answer, choose, dialog, field, fill, noteOf } from './organisation-parts.ts'

const path = '/setting-new-device'

// A setting goes to its device and back several times, and each inspection looks at every field.
test.slow()

test('a terminal is set, asked, takes it, refuses it, and the screen says at each step what it has confirmed', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const device = await makeTerminal(product, site)
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto(path)
  await expect(page.getByText('拠点を選ぶと、端末と基準局を設定できます。')).toBeVisible()
  await choose(page, '拠点', site.here.name)
  await expect(page.getByText('設定する端末を選んでください。')).toBeVisible()
  await expect(page.getByRole('button', { name: '保存する' })).toHaveCount(0)
  await pick(page, '端末', 'B-07')
  await expect(page).toHaveURL(/smartSafetyBeltId=B-07/)

  const terminal = panel(page, '端末（スマート安全帯）')
  const sent = terminal.getByRole('list', { name: 'B-07に送った設定' }).getByRole('listitem')
  const save = terminal.getByRole('button', { name: '保存する' })
  await expect(terminal).toContainText('まだ設定を保存していません。機器は既定値で動いています。')
  await expect(terminal).toContainText('変更なし')
  // The customer's own defaults are below what a pressure sensor can measure: the screen warns, and still saves them.
  await expect(field(page, '判定する高さ（cm）')).toHaveValue('3')
  await expect(terminal).toContainText('判定する高さが100cm未満です。')

  await fill(page, { '判定する高さ（cm）': '250', '解除する高さ（cm）': '150', 'ONの待ち時間（分）': '2' })
  await expect(terminal).not.toContainText('判定する高さが100cm未満です。')
  await choice(page, 'ブザー', 'オフ').check()
  await terminal.getByRole('button', { name: /^LED 1 #D55E00/ }).click()
  const picker = page.getByRole('group', { name: 'LED 1の色' })
  await expect(picker.getByRole('textbox')).toBeFocused()
  await expectAccessible(page)
  await picker.getByRole('textbox').fill('112233')
  await expect(terminal).toContainText('変更 4項目')
  await picker.getByRole('button', { name: 'OK' }).click()
  await expect(terminal.getByRole('button', { name: /^LED 1 #112233/ })).toBeFocused()
  await terminal.getByRole('button', { name: /^LED 2 #/ }).click()
  await page.getByRole('group', { name: 'LED 2の色' }).getByRole('textbox').fill('445566')
  await page.keyboard.press('Enter')
  await expect(terminal.getByRole('button', { name: /^LED 2 #445566/ })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(terminal).toContainText('変更 5項目')
  await expect(terminal).toContainText('変更あり。既定値は「オン」')

  await save.click()
  await answer(page, '保存しますか。', '保存する')
  await expect(page.getByText('保存しました。')).toBeVisible()
  await expect(sent).toHaveCount(1)
  await expect(sent).toContainText('送信待ち')
  await expect(sent).toContainText(site.accounts.AdminUnitContract.fullName)
  await expect(terminal).toContainText('5項目について、機器の返事を待っています。')
  await expect(await noteOf(page, '判定する高さ（cm）')).toContainText('機器の返事を待っています')
  await expect(terminal).toContainText('変更なし')

  const [first] = await device.take()
  expect(first).toMatchObject({
    device: 'B-07',
    payload: {
      buzzer: '0',
      settingAltitude: 250,
      heightAltitude: 150,
      onWaitingTime: 2,
      ledColor: '112233,445566,F0E442,009E73,56B4E9,CC79A7',
    },
  })
  await expect(sent).toContainText('送信済み')
  await device.answer(first?.id ?? 0, { state: 'acknowledged' })
  await expect(sent).toContainText('反映済み')
  await expect(terminal).toContainText('保存した設定は、すべて機器に反映されています。')
  await expect(await noteOf(page, '判定する高さ（cm）')).not.toContainText('待っています')

  // A refusal is named, its field marked, and the next save sends the value again.
  await choice(page, 'ブザー', 'オン').check()
  await expect(terminal).toContainText('変更あり。保存済みは「オフ」')
  await save.click()
  await answer(page, '更新しますか。', '更新する')
  await expect(sent).toHaveCount(2)
  const [second] = await device.take()
  expect(second?.payload).toEqual({ buzzer: '1' })
  await device.answer(second?.id ?? 0, { state: 'failed', error: '電池が足りません。' })
  await expect(sent.first()).toContainText('失敗')
  await expect(sent.first()).toContainText('電池が足りません。')
  await expect(terminal).toContainText('1項目が機器に伝わっていません。')
  await expect(terminal).toContainText('変更なし')
  await save.click()
  await answer(page, '更新しますか。', '更新する')
  await expect(sent).toHaveCount(3)
  // Another save before the device has heard of it takes its place.
  await choice(page, '肩掛けモード', 'オン').check()
  await save.click()
  await answer(page, '更新しますか。', '更新する')
  await expect(sent).toHaveCount(4)
  await expect(sent.nth(1)).toContainText('取り替え')
  await expect(sent.nth(1)).toContainText('あとから保存した設定にまとめました。')
  const [last] = await device.take()
  expect(last?.payload).toEqual({ buzzer: '1', shoulderMode: '1' })
  await device.answer(last?.id ?? 0, { state: 'acknowledged' })
  await expect(terminal).toContainText('保存した設定は、すべて機器に反映されています。')

  await page.reload()
  await expect(choice(page, '肩掛けモード', 'オン')).toBeChecked()
  await expect(sent.first()).toContainText('反映済み')
})

test('what is unsaved is not lost unasked, and somebody else is not overwritten', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  await makeTerminal(product, site)
  await makeDevice(product.db, 'belt', site.here.officeId, { serial: 'B-08' })
  const here = `${path}?officeId=${site.here.officeId}&smartSafetyBeltId=B-07`
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto(here)
  const colleague = await openBrowser(site.accounts.HeadquartersAdmin)
  await colleague.goto(here)
  await choice(colleague, 'ブザー', 'オフ').check()
  await colleague.getByRole('button', { name: '保存する' }).click()
  await answer(colleague, '保存しますか。', '保存する')
  await expect(colleague.getByText('保存しました。')).toBeVisible()

  await fill(page, { オフセット: '7' })
  await page.getByRole('link', { name: 'ホーム' }).click()
  await answer(page, '保存していない変更があります。', '編集に戻る')
  await choose(page, '端末', 'B-08')
  await answer(page, '保存していない変更があります。', '編集に戻る')
  // Its own entry of the menu leads to the same screen without a device, and so may Back.
  await page.getByRole('link', { name: '新型機器設定' }).click()
  await answer(page, '保存していない変更があります。', '編集に戻る')
  await expect(page).toHaveURL(here)
  await expect(field(page, 'オフセット')).toHaveValue('7')
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(field(page, 'オフセット')).toHaveValue('')
  await fill(page, { オフセット: '8' })

  await page.getByRole('button', { name: '保存する' }).click()
  await answer(page, '保存しますか。', '保存する')
  await answer(page, 'ほかの人が先に変更しました。', '編集に戻る')
  await expect(field(page, 'オフセット')).toHaveValue('8')
  await page.getByRole('button', { name: '保存する' }).click()
  await answer(page, '保存しますか。', '保存する')
  await answer(page, 'ほかの人が先に変更しました。', '読み込み直す')
  await expect(choice(page, 'ブザー', 'オフ')).toBeChecked()
  await expect(field(page, 'オフセット')).toHaveValue('')
  await page.getByRole('link', { name: 'ホーム' }).click()
  await expect(page).toHaveURL('/home')
})

test('a base admin has one site, leaves the intervals, sees each fault, and commands a base station', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const device = await makeTerminal(product, site)
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/home')
  await page.getByRole('link', { name: '新型機器設定' }).click()
  await expect(page.getByRole('combobox', { name: '拠点' })).toHaveCount(0)
  await pick(page, '端末', 'B-07')
  for (const label of ['定期通信の間隔（分）', '位置情報の送信間隔（分）']) {
    await expect(field(page, label)).toBeDisabled()
    await expect(await noteOf(page, label)).toContainText('契約管理者とサービス管理者が決めます。')
  }
  // What belongs to an instruction waits for it, and is put back with it.
  await expect(field(page, '緯度')).toBeDisabled()
  await choice(page, '位置情報の更新', '更新する').check()
  await fill(page, { 緯度: '95' })
  await choice(page, '位置情報の更新', '更新しない').check()
  await expect(field(page, '緯度')).toHaveValue('')
  await choice(page, '位置情報の更新', '更新する').check()
  await choice(page, '子機IDの書き換え', '書き換える').check()

  const terminal = panel(page, '端末（スマート安全帯）')
  await fill(page, { '判定する高さ（cm）': '' })
  await terminal.getByRole('button', { name: '保存する' }).click()
  await expect(terminal.getByText('4か所に入力の誤りがあります。')).toBeVisible()
  await expect(field(page, '判定する高さ（cm）')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await fill(page, { 緯度: '90.1' })
  await expect(await noteOf(page, '緯度')).toContainText('90以下で入力してください。')
  await fill(page, {
    '判定する高さ（cm）': '30',
    '解除する高さ（cm）': '200',
    'ONの待ち時間（分）': '',
    オフセット: '',
    緯度: '35.65',
    経度: '139.79',
    '子機ID（SID）': 'SID-9',
  })
  await expect(terminal.getByText(/入力の誤りがあります/)).toHaveCount(0)
  await terminal.getByRole('button', { name: '保存する' }).click()
  await expect(dialog(page)).toContainText('判定する高さが100cm未満です。')
  await expect(dialog(page)).toContainText('解除する高さが、判定する高さより高くなっています。')
  await answer(page, '保存しますか。', '保存する')
  await expect(terminal.getByText('送信待ち')).toBeVisible()
  // An instruction is given once: the form does not continue giving it.
  await expect(choice(page, '位置情報の更新', '更新しない')).toBeChecked()
  await expect(field(page, '緯度')).toBeDisabled()

  await pick(page, '基準局', 'RB-1')
  const station = panel(page, '基準局（気圧基準器）')
  await choice(page, '気圧の再校正', '行う').check()
  await station.getByLabel('緯度').fill('91')
  await station.getByRole('button', { name: '保存する' }).click()
  await expect(station.getByText('1か所に入力の誤りがあります。')).toBeVisible()
  await station.getByLabel('緯度').fill('35.6')
  await station.getByLabel('経度').fill('139.7')
  await station.getByRole('button', { name: '保存する' }).click()
  await answer(page, '保存しますか。', '保存する')
  await expect(station.getByText('送信待ち')).toBeVisible()
  const commands = await device.take()
  expect(Object.fromEntries(commands.map(({ device: serial, payload }) => [serial, payload]))).toEqual({
    'B-07': expect.objectContaining({
      settingAltitude: 30,
      locationUpdateFlag: '1',
      latitude: 35.65,
      longitude: 139.79,
      slaveIdUpdate: '1',
      slaveId: 'SID-9',
    }) as unknown,
    'RB-1': { barometricPressure: '1', latitude: 35.6, longitude: 139.7 },
  })
  for (const { id } of commands) await device.answer(id, { state: 'acknowledged' })
  await expect(page.getByText('保存した設定は、すべて機器に反映されています。')).toHaveCount(2)
  await expectFitting(page, () => station.getByText('反映済み').waitFor())
})
