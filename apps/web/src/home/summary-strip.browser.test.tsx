import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { SummaryStrip } from './summary-strip.tsx'

const summary = {
  workers: 9_999,
  emergency: 1_234,
  level3: 1_234,
  level2: 1_234,
  level1: 1_234,
  level0: 3_703,
  none: 1_234,
  silent: 1_234,
  lastReceivedAt: null,
}

/** How far the content exceeds the strip on the right, in px. */
const overhang = () => {
  const strip = page.getByRole('region', { name: 'いまの体調' }).element()
  const right = Math.max(...[...strip.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right))
  return right - strip.getBoundingClientRect().right
}

test.each([1180, 1000, 760, 640, 375])('thousands of people stay inside the strip at %i px', async (width) => {
  await mount(() => <SummaryStrip summary={summary} at={Date.parse('2026-07-21T13:00:00+09:00')} />)
  await page.viewport(width, 800)
  await expect.element(page.getByText('9,999人', { exact: false })).toBeVisible()
  expect(overhang()).toBeLessThanOrEqual(0)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
