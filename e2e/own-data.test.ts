import { readFile } from 'node:fs/promises'
import { filesOf } from '../apps/server/src/platform/exchange/test-zip.ts'
import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { password } from './product.ts'
import { vital } from './site.ts'

test('a worker reads the consent in Vietnamese and gives it, fetches what is kept of them after their password, and withdraws it later', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { accounts, here } = site
  const worker = accounts.User
  const { db } = product
  await here.post([vital(worker)])
  await db.updateTable('app_user').set({ language: 'vi' }).where('app_user.user_id', '=', worker.userId).execute()
  const consentOf = () =>
    db
      .selectFrom('app_user')
      .select(['consent_at', 'consent_withdrawn_at'])
      .where('app_user.user_id', '=', worker.userId)
      .executeTakeFirstOrThrow()

  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(worker)
  await page.goto('/home')
  const read = page.getByRole('link', { name: 'Đọc giải thích' })
  expect((await read.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await read.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dữ liệu của tôi' })).toBeVisible()
  const consent = page.getByRole('region', { name: 'Đồng ý cho đo' })
  await expect(consent).toContainText('Chưa có đồng ý nào được ghi.')
  await expect(consent).toContainText('Giá trị đo bị xóa sau 400 ngày.')
  await expectFitting(page)
  await page.setViewportSize({ width: 375, height: 812 })
  await expectAccessible(page)

  await page.context().setOffline(true)
  await expect(consent).toContainText('Không có mạng.')
  await page.context().setOffline(false)
  const give = consent.getByRole('button', { name: 'Tôi đồng ý' })
  expect((await give.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await give.click()
  await expect(consent).toContainText(/Bạn đã đồng ý ngày .* \(bản 1\)/)
  expect((await consentOf()).consent_at).not.toBeNull()

  const own = page.getByRole('region', { name: 'Những gì được lưu về bạn' })
  await own.getByRole('button', { name: 'Tải xuống' }).click()
  const typed = own.getByLabel('Mật khẩu')
  await expect(typed).toBeFocused()
  await typed.fill('Wrong-1234')
  await own.getByRole('button', { name: 'Xác nhận' }).click()
  await expect(own.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await typed.fill(password)
  const [download] = await Promise.all([page.waitForEvent('download'), own.getByRole('button', { name: 'Xác nhận' }).click()])
  const files = new Map((await filesOf(await readFile(await download.path()))).map(({ name, bytes }) => [name, bytes.toString('utf8')]))
  expect(files.get('README.txt')).toContain('Dữ liệu của tôi')
  expect(JSON.parse(files.get('json/consents.json') ?? '')).toMatchObject([{ given: true, version: 1, language: 'vi' }])
  expect(JSON.parse(files.get('json/readings.json') ?? '')).toHaveLength(1)
  await expect(own).toContainText('Đã tải xuống')

  await consent.getByRole('button', { name: 'Rút lại đồng ý' }).click()
  await expect(consent.getByRole('heading', { name: 'Bạn có rút lại đồng ý không?' })).toBeFocused()
  await expect(consent).toContainText('Dừng ngay')
  await consent.getByRole('button', { name: 'Không rút lại' }).click()
  expect((await consentOf()).consent_withdrawn_at).toBeNull()
  await consent.getByRole('button', { name: 'Rút lại đồng ý' }).click()
  await consent.getByRole('button', { name: 'Rút lại', exact: true }).click()
  await expect(consent).toContainText('Bạn đã rút lại đồng ý')
  expect((await consentOf()).consent_withdrawn_at).not.toBeNull()

  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/my-data')
  await expect(page.getByRole('heading', { level: 1, name: '自分のデータ' })).toBeVisible()
  await expect(page.getByRole('region', { name: '測定への同意' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'あなたの情報を見た人' })).toBeVisible()
  await moveTo(page, `/worker/edit/${worker.userId}`)
  await expect(page.getByText('最後の記録：本人の画面・説明の第1版')).toBeVisible()
})
