import type { DatabaseState } from '@mimamori/contract'
import { expect, test } from './fixtures.ts'

const moved = { at: '2026-07-20T10:32:00+09:00', awaySince: '2026-07-20T10:31:00+09:00' }

test('while the database is away every screen says so, and afterwards what happened, until somebody has read it', async ({
  page,
  site,
  signInAs,
}) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  const state: DatabaseState = { moved: null, hasStandby: null, disks: [], needsHand: [] }
  await page.route('**/api/DatabaseState', (route) => route.fulfill({ json: state }))
  await page.route('**/api/live*', (route) => route.fulfill({ status: 503, json: [] }))
  await page.goto('/home')
  const away = page.getByRole('alert').filter({ hasText: 'データベースに接続できません' })
  await expect(away).toContainText('新しいアラートも届きません')
  await expect(away).toContainText('電話や無線で確かめてください')

  state.moved = moved
  await page.unroute('**/api/live*')
  await expect(away).toHaveCount(0, { timeout: 45_000 })
  const notice = page.getByRole('status').filter({ hasText: 'データベースが予備に切り替わりました（10:32）。10:31から' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: '確認しました' }).click()
  await expect(notice).toHaveCount(0)
  state.disks = [{ use: 'data', freeMegabytes: 812, floorMegabytes: 1_024 }]
  await page.reload()
  const disk = page.getByRole('status').filter({ hasText: 'データベースのディスクの空き容量が足りません' })
  await expect(disk).toContainText('残りは812MBです（1,024MB未満）')
  await expect(disk).toContainText('測定値とアラートは続いています')
  await expect(notice).toHaveCount(0)
})
