import type { Page } from '@playwright/test'
import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting, expectNotTooWide } from './inspect.ts'
import { answer, dialog, field, row } from './organisation-parts.ts'

/** Does what the shown command says, as a shell would: no more than it holds is used. */
const run = async (command: string): Promise<{ status: number; body: unknown }> => {
  const url = /'(http[^']+)'/.exec(command)?.[1] ?? ''
  const headers = Object.fromEntries([...command.matchAll(/-H '([^:']+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]))
  const response = await fetch(url, { method: 'POST', headers, body: /-d '([^']+)'/.exec(command)?.[1] ?? '' })
  return { status: response.status, body: (await response.json()) as unknown }
}

const make = async (page: Page, name: string) => {
  await page.getByRole('button', { name: '受信キーを作る' }).click()
  await field(page, '名前').fill(name)
  await dialog(page).getByRole('button', { name: '作る', exact: true }).click()
}

test.slow()

test('a key is made, shown once, really sends, and sends no more once it is stopped', async ({ page, site, context, signInAs }) => {
  await context.grantPermissions(['clipboard-write'])
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto(`/header-quaters/edit/${site.here.officeId}`)
  const keys = page.getByRole('region', { name: '受信キー' })
  await expect(keys).toContainText('有効')

  await make(page, '東ゲート')
  const madeDialog = page.getByRole('dialog', { name: '受信キー「東ゲート」を作りました' })
  const secret = await madeDialog.getByLabel('秘密', { exact: true }).inputValue()
  const command = await madeDialog.getByLabel('HTTPの例', { exact: true }).inputValue()
  expect(secret.length).toBeGreaterThanOrEqual(22)
  expect(command).toContain(`${new URL(page.url()).origin}/api/ingest`)
  // The product of these tests listens to no MQTT, and the dialog says so instead of showing what would not work.
  await expect(madeDialog).toContainText('このサーバーは、MQTTを受け付けていません。')
  await expectAccessible(page)

  // What was not copied cannot be had again.
  await madeDialog.getByRole('button', { name: '閉じる' }).click()
  await answer(page, '秘密は、もう一度表示できません。', '戻る')
  await madeDialog.getByRole('button', { name: 'キーのIDをコピー' }).click()
  await madeDialog.getByRole('button', { name: '閉じる' }).click()
  await answer(page, '秘密は、もう一度表示できません。', '戻る')
  await madeDialog.getByRole('button', { name: '秘密をコピー' }).click()
  await expect(madeDialog.getByRole('button', { name: '秘密をもう一度コピー' })).toBeVisible()
  await madeDialog.getByRole('button', { name: '閉じる' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(secret)).toHaveCount(0)
  // The console's pages may not read the clipboard: what is in it shows where a person pastes it.
  await page.getByRole('button', { name: '受信キーを作る' }).click()
  await field(page, '名前').press('Control+V')
  await expect(field(page, '名前')).toHaveValue(secret)
  await dialog(page).getByRole('button', { name: 'やめる' }).click()
  await answer(page, '保存していない変更があります。', '保存せずに閉じる')

  await expect(row(page, '東ゲート')).toContainText('まだ使われていません')
  expect(await run(command)).toEqual({ status: 200, body: { accepted: 1, duplicates: 0, rejected: [], warnings: [] } })
  await page.reload()
  await expect(row(page, '東ゲート')).toContainText('秒前')
  await expect(row(page, '東ゲート')).not.toContainText('まだ使われていません')
  expect(await page.content()).not.toContain(secret)

  await make(page, '東ゲート')
  await expect(dialog(page).getByRole('alert')).toContainText('入力した名前はすでに登録されています。')
  await dialog(page).getByRole('button', { name: 'やめる' }).click()
  await answer(page, '保存していない変更があります。', '保存せずに閉じる')

  const dayIn = (days: number) => new Date(Date.now() + (days * 24 + 9) * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '/')
  const end = async (day: string) => {
    await page.getByRole('button', { name: '東ゲートの期限を変える' }).click()
    await field(page, '期限').fill(day)
    await dialog(page).getByRole('button', { name: '変える' }).click()
  }
  await end(dayIn(0))
  await expect(dialog(page).getByRole('alert')).toContainText('期限は、今日より後の日にしてください。')
  await dialog(page).getByRole('button', { name: 'やめる' }).click()
  await answer(page, '保存していない変更があります。', '保存せずに閉じる')
  await end(dayIn(20))
  await expect(page.getByText('受信キー「東ゲート」の期限を変えました。')).toBeVisible()
  await expect(row(page, '東ゲート')).toContainText(`${dayIn(20)}あと20日`)

  const stop = page.getByRole('button', { name: '東ゲートを止める' })
  await stop.click()
  await answer(page, 'このキーで送っている機器のデータは、すぐに届かなくなります。', 'やめる')
  expect((await run(command)).status).toBe(200)
  await stop.click()
  await answer(page, '止めたキーは、元に戻せません。', '止める')
  await expect(page.getByText('受信キー「東ゲート」を止めました。')).toBeVisible()
  await expect(row(page, '東ゲート')).toContainText('停止')
  await expect(stop).toHaveCount(0)
  expect((await run(command)).status).toBe(401)

  await expectFitting(page, () => keys.getByText('停止').first().waitFor())
})

test('a site without gateways says what to change, and a phone shows it all', async ({ page, site, product, signInAs }) => {
  await product.db
    .deleteFrom('device')
    .where('device.office_id', '=', site.elsewhere.officeId)
    .where('device.kind', '=', 'gateway')
    .execute()
  await signInAs(site.accounts.AdminUnitService)
  await page.setViewportSize({ width: 375, height: 900 })
  await page.goto(`/header-quaters/edit/${site.elsewhere.officeId}`)
  await make(page, '西ゲート')
  await expect(dialog(page)).toContainText('この拠点にはまだ親機・子機がありません。')
  await expectNotTooWide(page)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '閉じる' }).click()
  await answer(page, '秘密は、もう一度表示できません。', 'コピーせずに閉じる')
  await expect(page.getByRole('list', { name: `${site.elsewhere.name}の受信キー` })).toContainText('西ゲート')

  await moveTo(page, `/header-quaters/view/${site.elsewhere.officeId}`)
  await expect(page.getByText(site.elsewhere.name).first()).toBeVisible()
  await expect(page.getByText('受信キー')).toHaveCount(0)
})
