import type { PublicAlert } from '@mimamori/contract/public-alert'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { setServerTime } from '../platform/clock.ts'
import { SitePublicAlerts } from './site-public-alerts.tsx'

const tokyo: PublicAlert = { day: '2026-07-22', level: 'alert', area: '東京都', announcedAt: '2026-07-21T17:00:00+09:00' }
const strip = page.getByRole('region', { name: '熱中症警戒アラート', exact: true })

const show = async (at: string, ...alerts: readonly PublicAlert[]) => {
  setServerTime(Date.parse(at))
  await mount(() => (
    <main>
      <h1>ホーム</h1>
      <SitePublicAlerts alerts={alerts} />
    </main>
  ))
}

test('an announcement names its area, its day and who made it, and has no level', async () => {
  await show('2026-07-21T18:00:00+09:00', tokyo)
  await expect.element(strip).toBeVisible()
  expect(strip.element().textContent).toBe('熱中症警戒アラート 発表中東京都・あす 7月22日環境省・気象庁 21日 17:00 発表')
  expect(strip.getByRole('img').elements()).toEqual([])
})

test('is of today after midnight, and gone the day after', async () => {
  await show('2026-07-22T00:01:00+09:00', tokyo, { ...tokyo, level: 'special' }, { ...tokyo, day: '2026-07-21' })
  await expect.element(page.getByRole('region', { name: '熱中症特別警戒アラート' })).toBeVisible()
  expect(strip.elements()).toHaveLength(1)
  expect(strip.element().textContent).toContain('東京都・きょう 7月22日')
})

test('takes no room where nothing is announced', async () => {
  await show('2026-07-22T00:01:00+09:00')
  await expect.element(page.getByRole('heading')).toBeVisible()
  expect(page.getByRole('status').element().getBoundingClientRect().height).toBeLessThanOrEqual(1)
})
