import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'
import { settled } from './settled.ts'

const height = 900

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/** What is wider than its place where only tables may be: the page, and the pane of the screen. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, document.getElementById('main')]
      .filter((element) => element !== null && element.scrollWidth > element.clientWidth)
      .map((element) => `${element?.tagName} ${element?.scrollWidth} > ${element?.clientWidth}`),
  )

// The inspector is put into a page once, not for each look at it; and it describes only what is wrong.
const violations = async (page: Page, rules?: string[]): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const found = await window.axe.run(document, { resultTypes: ['violations'], ...(runOnly !== undefined && { runOnly }) })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} ${html}`).join(' | ')}`)
  }, rules)
}

/** Nothing on the page as it stands shuts anybody out, in light and, unless said otherwise, in dark. */
export const expectAccessible = async (page: Page, darkToo = true): Promise<void> => {
  await settled(page)
  expect.soft(await violations(page), `${page.url()} light`).toEqual([])
  if (!darkToo) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  // The same elements in other colours.
  expect.soft(await violations(page, ['color-contrast']), `${page.url()} dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * The page fits an office's screen, a tablet and a phone, and shuts nobody out.
 * @param shown waits for what each width must bring
 * @param darkAt the widths that are looked at in dark too
 */
export const expectFitting = async (page: Page, shown?: () => Promise<unknown>, darkAt: readonly number[] = [1440, 375]): Promise<void> => {
  for (const width of [1440, 1000, 375]) {
    await page.setViewportSize({ width, height })
    await shown?.()
    await settled(page)
    expect.soft(await tooWide(page), `${page.url()} ${width} px`).toEqual([])
    // Between where people sit and what they carry, only the room is looked at.
    if (width !== 1000) await expectAccessible(page, darkAt.includes(width))
  }
  await page.setViewportSize({ width: 1440, height })
}
