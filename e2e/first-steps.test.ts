import { expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { fill } from './organisation-parts.ts'
import { minutesAgo } from './site.ts'

test('one form starts a company, and its site is led on to devices that send already', async ({ page, site, context, signInAs }) => {
  await context.grantPermissions(['clipboard-write'])
  await signInAs(site.accounts.AdminUnitService)
  await page.goto('/company/start')
  const code = `S${site.company.companyId}`
  await fill(page, { 会社名: '株式会社汐見組', 会社コード: code, 拠点名: `有明北 ${code}`, 拠点コード: code })
  await fill(page, { 管理者の氏名: '岩田　聡美', 管理者のフリガナ: 'イワタ　サトミ' })
  await page.getByRole('button', { name: 'まとめて登録する' }).click()

  const made = page.getByRole('dialog', { name: '「株式会社汐見組」を登録しました' })
  await expect(made.getByLabel('ログインID', { exact: true })).toHaveValue(`${code}-1`)
  await expectFitting(page)
  const key = `${await made.getByLabel('キーのID', { exact: true }).inputValue()}.${await made.getByLabel('秘密', { exact: true }).inputValue()}`
  await made.getByRole('button', { name: '最初のパスワードをコピー' }).click()
  await made.getByRole('button', { name: '秘密をコピー' }).click()
  await made.getByRole('button', { name: '閉じる' }).click()

  const steps = page.getByRole('region', { name: 'はじめに' })
  await expect(steps).toContainText('6つのうち3つ終わりました')
  const sent = await fetch(`${new URL(page.url()).origin}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [{ kind: 'vital', device: '10601', at: minutesAgo(0), heartRate: 82, gateway: 'GW-21' }] }),
  })
  expect(sent.status).toBe(200)
  await steps.getByRole('button', { name: '届いている2台を登録する' }).click()
  await expect(steps).toContainText('6つのうち4つ終わりました')
  await expect(steps.getByRole('link', { name: '作業者を登録する' })).toBeVisible()
  await expectFitting(page)
})
