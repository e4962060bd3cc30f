import type { Acclimatisation } from '@mimamori/contract/acclimatisation'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { limitedOf } from '../marks/test-limited.ts'
import { rowOf } from '../marks/test-rows.ts'
import { OwnHeatTime } from './own-heat-time.tsx'

const show = async (plan: Partial<Acclimatisation>, heatMinutesToday: number | null = 42) => {
  const own = { now: rowOf(7, { heatMinutesToday }), acclimatisation: { ...limitedOf(7), ...plan } }
  await mount(() => (
    <>
      <OwnHeatTime own={own} />
      <footer>-</footer>
    </>
  ))
  await expect.element(page.getByRole('contentinfo')).toBeVisible()
}
const shown = () => document.querySelector('section')?.textContent ?? ''

test('the limit of a plan that has begun is shown with the time that is left', async () => {
  await show({})
  expect(shown()).toContain('3時間10分')
  expect(shown()).toContain('2時間28分')
})

const first = { day: 1, share: 20, allowedMinutes: 95, hasBegun: false }

test('a limit that would begin only if it became hot is not shown', async () => {
  await show({ ...first, spentMinutes: 0 }, 0)
  expect(shown()).toContain('0分')
  expect(shown()).not.toContain('1時間35分')
})

test('without any minutes measured nothing is shown of it', async () => {
  await show({ ...first, spentMinutes: null }, null)
  expect(shown()).toBe('')
})

test('it is shown from the first minutes in heat on', async () => {
  await show({ ...first, spentMinutes: 5 }, 5)
  expect(shown()).toContain('1時間35分')
})
