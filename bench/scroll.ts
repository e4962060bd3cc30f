import { chromium } from 'playwright'
import { contextOptions, launchOptions } from '../e2e/chromium.ts'
import { longestTaskWhileScrolling } from '../e2e/longest-task.ts'
import type { Product } from './product.ts'
import { signInOnPage } from './sign-in-on-page.ts'

/** Milliseconds of the longest task while the condition list scrolls through a thousand rows; 0 where none was over 50. */
export const longestScrollTask = async (product: Product): Promise<number> => {
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage({ ...contextOptions, viewport: { width: 1440, height: 900 } })
    await signInOnPage(page, product)
    await page.goto(`${product.url}/physical-condition/list?rows=1000`)
    const rows = page.locator('.ant-table-row')
    await rows.nth(3).hover()
    const first = await rows.first().getAttribute('data-row-key')
    const longest = await longestTaskWhileScrolling(page)
    if ((await rows.first().getAttribute('data-row-key')) === first) throw new Error('the list did not scroll')
    return longest
  } finally {
    await browser.close()
  }
}
