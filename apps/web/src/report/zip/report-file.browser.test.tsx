import type { JobRow } from '@mimamori/contract/job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { ReportFile } from './report-file.tsx'

const about = `${'東雲三丁目物流施設新築工事'.repeat(3)}　2026年7月1日〜2026年7月20日　すべての種類　全員`
const job: JobRow = {
  jobId: '00000000-0000-0000-0000-000000000001',
  kind: 'reportZip',
  officeId: null,
  fileName: 'Reports.zip',
  about,
  state: 'running',
  done: 30,
  total: 120,
  file: null,
  createdAt: '2026-07-20T13:00:00+09:00',
  endedAt: null,
  hasMessages: false,
}
const ended = '2026-07-20T13:05:00+09:00'
const file = { name: 'Reports.zip', bytes: 12_300_000, keptUntil: '2026-07-21T13:05:00+09:00' }

const show = async (change: Partial<JobRow>) => {
  await mount(() => <ReportFile job={{ ...job, ...change }} />)
  await page.viewport(375, 700)
}

test('at work it says how many people are done and left, and can be stopped', async () => {
  await show({})
  await expect.element(page.getByText('120人中 30人（残り 90人）')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '30')
  await expect.element(page.getByText(about)).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: '中止' }).click()
  await expect.element(page.getByRole('dialog').getByText(/ここまでに作った分は残りません。/)).toBeVisible()
  await page.getByRole('button', { name: '続ける' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('made, it says how large it is and until when it is kept, and asks before it is deleted', async () => {
  await show({ state: 'done', file, endedAt: ended })
  await expect.element(page.getByText('できました　12.3 MB　7月21日（火） 13:05 まで保存します')).toBeVisible()
  await expect.element(page.getByRole('button', { name: `${about} をダウンロード` })).toBeVisible()
  await page.getByRole('button', { name: `${about} を一覧から消す` }).click()
  await expect.element(page.getByRole('dialog').getByText(/できたファイルを削除します。/)).toBeVisible()
  await page.getByRole('button', { name: 'やめる' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test.each([
  ['failed', '出力するデータがありません。', '出力するデータがありません。'],
  ['cancelled', undefined, 'ファイルの作成を中止しました。'],
] as const)('%s, it says why and has nothing to download', async (state, error, words) => {
  await show({ state, endedAt: ended, ...(error !== undefined && { error }) })
  await expect.element(page.getByText(words)).toBeVisible()
  expect(
    page
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['確認済みにする'])
})
