import { QueryClientProvider } from '@tanstack/react-query'
import { endpoints } from '@mimamori/contract/endpoints'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { EmergencyCard } from './emergency-card.tsx'
import { rowOf } from '../marks/test-rows.ts'

const row = rowOf(1, { emergency: '1' })
const episode = episodeOf(1, {
  pressed: {
    at: '2026-07-21T14:10:00+09:00',
    roles: ['GroupLeader', 'HeadquartersAdmin', 'AdminUnitContract'],
    onDuty: false,
    channels: [],
  },
  phoneNumber: '080-0000-0001',
  leaderId: 2,
  leaderName: '岩本　鉄男',
  leaderContact: '090-0000-0002',
})
const site = { emergencyPhone: '03-5555-0100', hospitalName: '臨海総合病院', hospitalPhone: '03-5555-0119', procedures: null }

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  vi.stubGlobal('fetch', async () => Response.json(site))
  queryClient.setQueryData(queryOf(endpoints.session.userInfo, {}).queryKey, { userId: 9 } as never)
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = async (width: number, shown = episode) => {
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <EmergencyCard episode={shown} row={row} />
    </QueryClientProvider>
  ))
  await page.viewport(width, 800)
}

/** Where the letters are, which may be beyond the box that is theirs. */
const boxOf = (text: string) => {
  const letters = document.createRange()
  letters.selectNodeContents(page.getByText(text, { exact: true }).element())
  return letters.getBoundingClientRect()
}

test.each([1440, 1000, 720, 640, 375, 320])('the values of an emergency do not touch one another at %i px', async (width) => {
  await show(width)
  await expect.element(page.getByText('継続心拍 122 まであと 45')).toBeVisible()
  const [heart, heat] = [boxOf('継続心拍 122 まであと 45'), boxOf('24.3／基準値 28')]
  expect(heart.right <= heat.left - 4 || heart.bottom <= heat.top).toBe(true)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('on a phone the word 緊急 stays whole', async () => {
  await show(375)
  await expect.element(page.getByText('緊急', { exact: true })).toBeVisible()
  expect(boxOf('緊急').height).toBeLessThan(40)
})

test.each([1440, 1000, 375])('at %i px the person, the leader and the site can be called, nearest first', async (width) => {
  await show(width)
  await expect.element(page.getByRole('link', { name: /^緊急連絡先へ電話/ })).toBeVisible()
  const calls = page.getByRole('list', { name: '連絡先' }).getByRole('link').elements() as HTMLAnchorElement[]
  expect(calls.map(({ href }) => href)).toEqual(['tel:08000000001', 'tel:09000000002', 'tel:0355550100'])
  for (const call of calls) {
    const { right, height } = call.getBoundingClientRect()
    expect(right).toBeLessThanOrEqual(width)
    if (width === 375) expect(height).toBeGreaterThanOrEqual(44)
  }
})

test.each([1440, 1000, 375, 320])('what a device judged is within the card beside the handling at %i px', async (width) => {
  await show(width, { ...episode, kind: 'help' })
  await expect.element(page.getByText('緊急・助けを求める通報', { exact: true })).toBeVisible()
  const card = page.getByRole('article').element().getBoundingClientRect()
  const [word, handling] = [
    boxOf('緊急・助けを求める通報'),
    page
      .getByText(/^未対応/)
      .element()
      .getBoundingClientRect(),
  ]
  for (const box of [word, handling]) {
    expect(box.left).toBeGreaterThanOrEqual(card.left)
    expect(box.right).toBeLessThanOrEqual(card.right)
  }
  expect(word.right <= handling.left || word.bottom <= handling.top).toBe(true)
})
