import type { Page } from '@playwright/test'

const steps = 40
const stepPx = 900

/**
 * Milliseconds of the longest task while somebody scrolls a long way under the pointer, 0 where none was over the 50
 * that a browser calls long.
 */
export const longestTaskWhileScrolling = async (page: Page): Promise<number> => {
  const found = await page.evaluateHandle(() => {
    const lengths: number[] = []
    const observer = new PerformanceObserver((list) => lengths.push(...list.getEntries().map((entry) => entry.duration)))
    observer.observe({ type: 'longtask' })
    return { lengths, observer }
  })
  const drawn = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, stepPx)
    await drawn()
  }
  return found.evaluate(({ lengths, observer }) => {
    const last = observer.takeRecords().map((entry) => entry.duration)
    observer.disconnect()
    return Math.max(0, ...lengths, ...last)
  })
}
