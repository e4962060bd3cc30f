import type { Locator, Page } from '@playwright/test'

const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement)

/** Moves on by the Tab key until it is there; nobody looks for long. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${String(target)}`)
}
