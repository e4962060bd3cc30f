import { QueryClientProvider } from '@tanstack/react-query'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { EmergencyCard } from './emergency-card.tsx'

const row: HealthRow = {
  userId: 1,
  fullName: '佐々木　隆',
  furigana: 'ササキ　タカシ',
  age: 58,
  officeId: 1,
  baseName: '東雲三丁目 物流施設新築工事',
  groupId: 1,
  groupName: '足場班',
  heartRate: 77,
  limits: { sustained: 122, instantaneous: 147, maximum: 162 },
  excess: -3.7,
  wbgtValue: 24.3,
  wbgtMeasurementPoint: '東側 外部足場',
  wbgtSource: 'measured',
  bateryLevel: 4,
  waveLevel: null,
  locationName: '東側 外部足場 4段目',
  alertLevel: 0,
  alertTime: '2026-07-21T13:58:00+09:00',
  levelSince: null,
  emergency: '1',
  emergencySince: null,
  status: '',
  lost: [],
  reason: null,
  mapId: null,
  hideData: '0',
  deviceType: '1',
}
const episode = episodeOf(1, {
  pressed: { at: '2026-07-21T14:10:00+09:00', roles: ['GroupLeader', 'HeadquartersAdmin', 'AdminUnitContract'] },
})

beforeEach(() => void vi.stubGlobal('fetch', async () => Response.json({})))
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = async (width: number) => {
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <EmergencyCard episode={episode} row={row} />
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

test.each([1440, 1000, 720, 640, 375, 320])('the values of an emergency stand clear of one another at %i px', async (width) => {
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
