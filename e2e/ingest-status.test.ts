import { makeIngestKey } from '../apps/server/src/shared/organisation/test-factories.ts'
import { expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { field, save, saved } from './organisation-parts.ts'
import { minutesAgo } from './site.ts'

test('an administrator sees within seconds why a gateway is refused, registers its number, and its next reading is taken', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { bearer: authorization, keyId } = await makeIngestKey(product.db, site.here.officeId)
  const send = async (...readings: object[]): Promise<unknown> => {
    const headers = { authorization, 'content-type': 'application/json' }
    const sent = await fetch(`${product.url}/api/ingest`, { method: 'POST', headers, body: JSON.stringify({ readings }) })
    return sent.json()
  }
  const tag = (device: string) => ({ kind: 'vital', device, at: minutesAgo(0), heart_rate: 82 })

  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/ingest-status')
  const refusals = page.getByRole('region', { name: '断った測定値', exact: true })
  const unknown = page.getByRole('region', { name: '登録のない番号', exact: true })
  const senders = page.getByRole('region', { name: '受信キーごと', exact: true })
  await expect(refusals).toContainText('断った測定値はありません。')

  expect(await send(tag('10531'), tag('10532'), { kind: 'heat', device: '000123', at: minutesAgo(0), wbgt: '--' })).toMatchObject({
    accepted: 0,
  })
  // The screen asks by itself, each second.
  await expect(unknown.getByRole('listitem').filter({ hasText: '10531' })).toContainText('体調デバイス')
  await expect(refusals).toContainText('wbgt: "--"')
  await expect(senders.getByRole('row').filter({ hasText: keyId })).toContainText('秒前')
  await expect(page.getByRole('region', { name: '読まない項目', exact: true })).toContainText('"heart_rate" は読みません：heartRate では？')
  await expectFitting(page, () => unknown.getByText('10531').waitFor())

  await unknown.getByRole('link', { name: '体調デバイス 10531 を登録' }).click()
  await expect(field(page, 'シリアル番号')).toHaveValue('10531')
  await save(page, '登録する')
  await saved(page)
  await expect(page).toHaveURL(/\/ingest-status/)
  await expect(unknown).toContainText('10532')
  await expect(unknown).not.toContainText('10531')
  expect(await send({ kind: 'vital', device: '10531', at: minutesAgo(0), heartRate: 82 })).toMatchObject({ accepted: 1, rejected: [] })
  await expect(senders).toContainText('きょう 断った測定値 3件')

  await page.getByRole('button', { name: '試しに1件送る' }).click()
  const trial = page.getByRole('dialog', { name: '試しに1件送る' })
  await trial.getByRole('combobox', { name: '機器の番号' }).fill('10531')
  await page.keyboard.press('Tab')
  await trial.getByLabel('心拍', { exact: true }).fill('96')
  await trial.getByRole('button', { name: '試す' }).click()
  const result = trial.getByRole('region', { name: '結果' })
  await expect(result).toContainText('受け取ります')
  await expect(result).toContainText('心拍 96')
  await expect(result).toContainText('判定も保存もしていません')
  await expectFitting(page)
  const stored = await product.db
    .selectFrom('reading')
    .where('office_id', '=', site.here.officeId)
    .where('heart_rate', '=', 96)
    .selectAll()
    .execute()
  expect(stored).toEqual([])
})
