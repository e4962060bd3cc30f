import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures.ts'
import { settled } from './settled.ts'

const height = 900

// Half as long to read as the one that explains itself.
const inspector = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(inspector)
  return page.evaluate(async (runOnly) => {
    const found = await window.axe.run(document, { resultTypes: ['violations'], ...(runOnly !== undefined && { runOnly }) })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} ${html}`).join(' | ')}`)
  }, rules)
}

type Scheme = 'light' | 'dark'

const expectNoViolations = async (page: Page, scheme: Scheme): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme })
  await settled(page)
  // Dark mode has the same elements in other colours.
  const found = await violations(page, scheme === 'dark' ? ['color-contrast'] : undefined)
  expect.soft(found, `${page.url()} ${scheme}`).toEqual([])
}

/** The current page is accessible, in light mode and, unless said otherwise, in dark mode. */
export const expectAccessible = async (page: Page, darkToo = true): Promise<void> => {
  await expectNoViolations(page, 'light')
  if (!darkToo) return
  await expectNoViolations(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
}

// Between where people sit and what they carry, only the room is looked at. A theme is changed as seldom as can be.
const looks: readonly { readonly width: number; readonly schemes: readonly Scheme[] }[] = [
  { width: 1440, schemes: ['light', 'dark'] },
  { width: 1000, schemes: [] },
  { width: 375, schemes: ['dark', 'light'] },
]

/**
 * The page fits an office's screen, a tablet and a phone, and shuts nobody out.
 * @param shown waits for what each width must bring
 * @param darkAt the widths that are looked at in dark too
 */
export const expectFitting = async (page: Page, shown?: () => Promise<unknown>, darkAt: readonly number[] = [1440, 375]): Promise<void> => {
  for (const { width, schemes } of looks) {
    await page.setViewportSize({ width, height })
    await shown?.()
    await settled(page)
    expect.soft(await tooWide(page), `${page.url()} ${width} px`).toEqual([])
    for (const scheme of schemes) if (scheme === 'light' || darkAt.includes(width)) await expectNoViolations(page, scheme)
  }
  await page.setViewportSize({ width: 1440, height })
}
