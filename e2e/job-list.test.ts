import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import type { Product } from './product.ts'
import type { Account, Site } from './site.ts'
import { settled } from './settled.ts'

const long = `暑さ指数計_${'北側と南側と屋上のすべて'.repeat(4)}_2026.csv`

/** An import that came in and one whose file was wrong. */
const makeJobs = async ({ db }: Product, { userId }: Account, { company, here }: Site) => {
  const ended = {
    company_id: company.companyId,
    user_id: userId,
    office_id: here.officeId,
    created_at: new Date('2026-11-22T10:00:00+09:00'),
    ended_at: new Date(),
    done: 16,
    total: 16,
  }
  await db
    .insertInto('job')
    .values([
      {
        ...ended,
        job_id: randomUUID(),
        kind: 'importDevices',
        file_name: '機器.csv',
        state: 'done',
        result: JSON.stringify({ created: 12, updated: 3, deleted: 1, unchanged: 1 }),
      },
      {
        ...ended,
        job_id: randomUUID(),
        kind: 'importHeatWatchers',
        file_name: long,
        state: 'failed',
        // The newest comes first.
        created_at: new Date('2026-11-22T10:01:00+09:00'),
        messages: JSON.stringify({ 2: ['SisMil ID：6桁の数字で入力してください。'] }),
      },
    ])
    .execute()
}

test('the list of imports fits the window at every width, says what failed, and can be used by keyboard', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const account = site.accounts.HeadquartersAdmin
  await makeJobs(product, account, site)
  await signInAs(account)
  await page.goto('/worker/list')
  const jobs = page.getByRole('button', { name: 'ファイルの取込と作成 失敗1件・終了1件' })
  const seen = page.getByRole('button', { name: `暑さ指数計のファイル取込 ${long} を一覧から消す` })
  for (const width of [1440, 1000, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await jobs.click()
    await settled(page)
    await expect(seen).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('listitem').getByText('登録 12件・更新 2件・削除 1件・変更なし 1件')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(seen).toBeHidden()
  }
  await jobs.click()
  await expectFitting(page, () => expect(seen).toBeVisible())

  await page.keyboard.press('Escape')
  await jobs.press('Enter')
  const failed = page.getByRole('listitem').filter({ hasText: long })
  for (const next of [failed.getByRole('button', { name: '誤りを見る' }), failed.getByRole('link', { name: '取込の画面へ' }), seen]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(seen).toBeHidden()
  await expect(jobs).toBeFocused()
})
