import { type LongHeat, plan } from '@mimamori/contract/plan'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { setServerTime } from '../platform/clock.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { LongHeatToday } from './long-heat-today.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = async (at: string, answer: LongHeat) => {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  setServerTime(Date.parse(at))
  queryClient.setQueryData(queryOf(plan.longHeat, { query: { officeId: 4 } }).queryKey, answer)
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <h1>ホーム</h1>
      <LongHeatToday officeId={4} />
    </QueryClientProvider>
  ))
  await expect.element(page.getByRole('heading')).toBeVisible()
}

const line = page.getByRole('region', { name: 'きょうの暑さの見込み' })
const tenOClock: LongHeat = { date: '2026-07-22', at: '2026-07-22T10:00:00+09:00', by: 'onEnd' }

test.each([
  [tenOClock, 'WBGT 28℃以上の作業が、10:00ごろに続けて1時間を超える見込みです。'],
  [{ ...tenOClock, by: 'today' }, '10:00ごろに合わせて4時間を超える見込みです。'],
] satisfies [LongHeat, string][])('a day that will pass a line says so in the morning, with the way to its plan', async (answer, words) => {
  await show('2026-07-22T06:30:00+09:00', answer)
  await expect.element(line).toBeVisible()
  expect(line.element().textContent).toContain(words)
  expect(line.getByRole('link').element().getAttribute('href')).toContain('/plan?')
})

test.each([
  ['2026-07-22T10:00:01+09:00', tenOClock],
  ['2026-07-22T06:30:00+09:00', { ...tenOClock, at: null, by: null }],
] satisfies [string, LongHeat][])('nothing is said once it has passed, or where it will not', async (at, answer) => {
  await show(at, answer)
  expect(line.elements()).toEqual([])
})
