import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { answer, dialog, field } from './organisation-parts.ts'

test.slow()

test('a token is made, reads, is extended and stopped, and is refused afterwards', async ({ page, site, product, context, signInAs }) => {
  await context.grantPermissions(['clipboard-write'])
  const read = async (secret: string, path: string) => {
    const response = await fetch(`${product.url}${path}`, { headers: { authorization: `Bearer ${secret}` } })
    return { status: response.status, text: await response.text() }
  }
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto('/ingest-status')
  await page.getByRole('link', { name: '外部からの読み取り' }).click()
  await expect(page.getByText('まだトークンがありません')).toBeVisible()

  await page.getByRole('button', { name: 'トークンを作る' }).click()
  await field(page, '名前').fill('月次の集計（BI）')
  await dialog(page).getByRole('checkbox', { name: /^体調/ }).check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: '作る', exact: true }).click()
  const shown = page.getByLabel('トークン', { exact: true })
  const secret = await shown.inputValue()
  expect(secret).toMatch(/^mrt_\S{40,}$/)
  // What was not noted cannot be had again.
  await page.getByRole('link', { name: '連携' }).click()
  await answer(page, 'もう一度表示できません。', '戻る')
  await page.getByRole('button', { name: '写す' }).click()
  await page.getByRole('button', { name: '控えました' }).click()
  await expect(shown).toHaveCount(0)

  const { status, text } = await read(secret, `/api/export/readings?officeId=${site.here.officeId}&from=2026-07-20&to=2026-07-20`)
  expect([status, text]).toEqual([200, expect.stringContaining('"complete":true,"rows":0')])
  expect((await read(secret, '/api/HealthCondition/Alert')).status).toBe(403)
  await page.reload()
  const list = page.getByRole('table', { name: '読み取りのトークンの一覧' }).last()
  await expect(list).toContainText('127.0.0.1')
  const reads = page.getByRole('table', { name: '最近の読み取りの一覧' }).last()
  await expect(reads).toContainText('/api/export/readings')

  await page.getByRole('button', { name: '月次の集計（BI）の期限を延ばす' }).click()
  await field(page, '期限').fill('2099/03/31')
  await dialog(page).getByRole('button', { name: '延ばす' }).click()
  await expect(list).toContainText('2099/03/31')
  await expectFitting(page)

  await page.getByRole('button', { name: '月次の集計（BI）を止める' }).click()
  await answer(page, '止めたトークンは、元に戻せません。', '止める')
  await expect(list).toContainText('止めました')
  expect((await read(secret, '/api/HealthCondition')).status).toBe(401)

  // Each example answers, also where the token is of all sites and the call takes one.
  for (const scope of [/^レポート/, /^あすの計画/]) {
    await page.getByRole('button', { name: 'トークンを作る' }).click()
    await field(page, '名前').fill(`例 ${scope.source.slice(1)}`)
    await dialog(page).getByRole('checkbox', { name: scope }).check()
    await dialog(page).getByRole('button', { name: '作る', exact: true }).click()
    const example = await page.getByText(/^curl /).textContent()
    const [, method = '', url = ''] = /^curl (?:-X (\w+) )?-H '.*?' '(.*)'$/.exec(example ?? '') ?? []
    const made = await shown.inputValue()
    const { status: answered } = await fetch(url, { method: method || 'GET', headers: { authorization: `Bearer ${made}` } })
    expect([new URL(url).pathname, answered]).toEqual(['/api/Office/Search', 200])
    await page.getByRole('button', { name: '控えました' }).click()
    await expect(shown).toHaveCount(0)
  }

  await page.getByRole('link', { name: '操作の記録へ' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '操作の記録' })).toBeVisible()
  await expect(page.getByText('月次の集計（BI）').first()).toBeVisible()
})
