import type { JobRow } from '@mimamori/contract/job'
import { useSyncExternalStore } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Notices } from '../kit/notices.tsx'
import { currentNotices, dismiss } from '../kit/notify.ts'
import { mount } from '../kit/test-mount.tsx'
import { followJob, unfollowJob } from '../platform/own-jobs.ts'
import { useJobNotices } from './use-job-notices.ts'

const job: JobRow = {
  jobId: 'made',
  kind: 'reportZip',
  officeId: null,
  fileName: 'Reports.zip',
  about: '東雲　全員',
  state: 'running',
  done: 0,
  total: 0,
  file: null,
  createdAt: '2026-07-20T13:00:00+09:00',
  endedAt: null,
  hasMessages: false,
}

let jobs: readonly JobRow[] = [job]
const watchers = new Set<() => void>()
/** The list of jobs says something else from now on. */
const turn = (next: readonly JobRow[]) => {
  jobs = next
  for (const watcher of watchers) watcher()
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const Screen = () => {
  useJobNotices(useSyncExternalStore(watch, () => jobs))
  return <Notices />
}
const open = async () => {
  await mount(() => <Screen />)
  await expect.element(page.getByRole('status')).toBeInTheDocument()
}
const texts = () => currentNotices().map(({ text }) => text)

beforeEach(() => {
  jobs = [job]
  localStorage.clear()
  for (const { id } of currentNotices()) dismiss(id)
})

test('a ready file is announced once, on whichever screen, and not again after coming back', async () => {
  await open()
  expect(texts()).toEqual([])
  turn([{ ...job, state: 'done' }])
  const words = 'レポートのファイルができました。\n画面の上の「ファイル」からダウンロードできます。'
  await expect.poll(texts).toEqual([words])
  await page.getByRole('button', { name: 'お知らせを閉じる' }).click()
  turn([{ ...job, state: 'done' }])
  await open()
  turn([
    { ...job, jobId: 'failed', state: 'failed', error: '出力するデータがありません。' },
    { ...job, state: 'done' },
  ])
  await expect.poll(texts).toEqual(['レポートのファイルを作れませんでした。\n出力するデータがありません。'])
})

test('an import that nobody watched to its end is announced, also if it ended before the page loaded', async () => {
  const taken = { ...job, jobId: 'import', kind: 'importWorkers', fileName: '作業者.csv' } as const
  const result = { created: 3_000, updated: 0, deleted: 0, unchanged: 0 }
  followJob('watched')
  jobs = [
    { ...taken, state: 'done', result },
    { ...taken, jobId: 'watched', state: 'done', result },
  ]
  await open()
  await expect.poll(texts).toEqual(['作業者のファイル取込：作業者.csv\n3,000件を取り込みました。\n登録 3,000件・更新 0件・削除 0件'])
  unfollowJob('watched')
  turn([{ ...taken, jobId: 'refused', state: 'failed', hasMessages: true }])
  await expect.poll(texts).toContain('作業者のファイル取込：作業者.csv\nファイルに誤りがあるため、1件も登録していません。')
})

test('a cancelled import is not announced', async () => {
  await open()
  turn([
    { ...job, state: 'cancelled' },
    { ...job, jobId: 'import', kind: 'importWorkers', state: 'cancelled' },
    { ...job, jobId: 'last', state: 'failed', about: '最後', error: '' },
  ])
  await expect.poll(texts).toEqual(['レポートのファイルを作れませんでした。'])
})
