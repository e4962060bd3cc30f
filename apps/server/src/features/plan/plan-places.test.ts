import { expect, test } from 'vitest'
import { startPlans } from './test-plans.ts'

const site = await startPlans()

test('a night without a forecast takes the hours of one earlier night, also after midnight', async () => {
  const { office, admin } = await site.newSite('44142', { opens_at: '20:00', closes_at: '05:00', public_wbgt_station: null })
  await site.newWorker(office, null)
  const watcher = await site.newWatcher(office, '屋上')
  await site.measure(office, watcher, '2025-07-21T18:00', [28, 28, 27, 27, 27, 27, 26, 26, 26, 26, 26])
  await site.measure(office, watcher, '2026-07-15T00:00', [30, 30, 30, 30, 30, 30, 30])
  const { measuredOf, hours } = await site.plan(admin, `OfficeId=${office.office_id}&Date=2026-07-21`)
  expect(measuredOf).toBe('2025-07-21')
  expect(hours.map((hour) => hour.site)).toEqual([27, 27, 27, 27, 26, 26, 26, 26, 26])
})
