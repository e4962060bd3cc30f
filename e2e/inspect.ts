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

const expectNoViolations = async (page: Page, colorScheme: 'light' | 'dark', rules?: string[]): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await settled(page)
  expect.soft(await violations(page, rules), `${page.url()} ${colorScheme}`).toEqual([])
}

/** The current page is accessible, in light mode and, unless stated otherwise, in dark mode. */
export const expectAccessible = async (page: Page, darkToo = true): Promise<void> => {
  await expectNoViolations(page, 'light')
  if (!darkToo) return
  // Dark mode has the same elements in other colours.
  await expectNoViolations(page, 'dark', ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
}

// An inspection takes most of a story's time, and two thirds of it are contrasts. Every width has the kit's colours, so each
// scheme is inspected at one width; between the office's screen and the phone only the room is measured.
const looks = [{ width: 1440, scheme: 'light' }, { width: 1000 }, { width: 375, scheme: 'dark' }] as const

/**
 * The page fits an office's screen, a tablet and a phone, and is accessible on the first in light, on the last in dark mode.
 * @param shown waits for what each width must show
 */
export const expectFitting = async (page: Page, shown?: () => Promise<unknown>): Promise<void> => {
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height })
    await shown?.()
    await settled(page)
    expect.soft(await tooWide(page), `${page.url()} ${look.width} px`).toEqual([])
    if ('scheme' in look) await expectNoViolations(page, look.scheme)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height })
}
