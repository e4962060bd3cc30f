import { endpoints } from '@mimamori/contract/endpoints'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { ReportsOf } from './reports-of.tsx'

const answer = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = (episode = episodeOf(1, { kind: 'report', source: 'poster' })) =>
  mount(() => (
    <QueryClientProvider client={queryClient}>
      <ReportsOf episode={episode} />
    </QueryClientProvider>
  ))

const at = '2026-07-21T14:10:00+09:00'
const report = { id: 1, source: 'poster', state: null, at, receivedAt: at, who: null, where: null, signs: ['unconscious'], note: null }

test('a report that could not be read says so, and can be read again', async () => {
  answer.mockImplementation(async () => Response.json({ message: '' }, { status: 404 }))
  await show()
  await expect.element(page.getByRole('heading', { name: '申告の内容' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toBeVisible()
  answer.mockImplementation(async () => Response.json({ data: [report] }))
  await queryClient.invalidateQueries({ queryKey: [endpoints.selfReport.ofAlert.path] })
  await expect.element(page.getByText('意識がない')).toBeVisible()
})

test('a report that is on its way is not taken for an empty one', async () => {
  answer.mockImplementation(() => new Promise<Response>(() => undefined))
  await show()
  await expect.element(page.getByRole('heading', { name: '申告の内容' })).toBeVisible()
  await expect.element(page.getByText('読み込んでいます')).toBeVisible()
})

test('to an alarm of a device the wearer’s answer is shown, and nothing before there is one', async () => {
  answer.mockImplementation(async () => Response.json({ data: [] }))
  await show(episodeOf(1, { kind: 'fall', source: 'device' }))
  await expect.poll(() => answer.mock.calls.length).toBe(1)
  expect(page.getByRole('heading', { name: '申告の内容' }).elements()).toEqual([])
  answer.mockImplementation(async () => Response.json({ data: [{ ...report, source: 'self', state: 'well', signs: [] }] }))
  await queryClient.invalidateQueries({ queryKey: [endpoints.selfReport.ofAlert.path] })
  await expect.element(page.getByText('大丈夫', { exact: false })).toBeVisible()
})
