import type { Locator, Page } from '@playwright/test'

type Place = 'focused' | 'elsewhere' | 'gone'

/**
 * Moves on by the Tab key until it is there; nobody looks for long. What the locator finds is looked up once, since looking
 * after each press takes longer than the press, and again if the screen draws another one.
 */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor()
  let found = await target.elementHandle()
  for (let presses = 0; presses < 60; presses += 1) {
    const place = await found?.evaluate((node): Place => {
      if (node === document.activeElement) return 'focused'
      return node.isConnected ? 'elsewhere' : 'gone'
    })
    if (place === 'focused') return
    if (place === 'gone') found = await target.elementHandle()
    else await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${String(target)}`)
}
