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
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, document.getElementById('main')]
      .filter((element) => element !== null && element.scrollWidth > element.clientWidth)
      .map((element) => `${element?.tagName} ${element?.scrollWidth} > ${element?.clientWidth}`),
  )

/** Nothing is wider than its place; what measures itself is drawn again a moment after its place has changed. */
export const expectNotTooWide = (page: Page, soft = false): Promise<void> =>
  expect
    .configure({ soft })
    .poll(() => tooWide(page), page.url())
    .toEqual([])

// The inspector is put into a page once, not for each look at it; and it describes only what is wrong.
const violations = async (page: Page, rules?: string[]): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(inspector)
  return page.evaluate(async (runOnly) => {
    const found = await window.axe.run(document, { resultTypes: ['violations'], ...(runOnly !== undefined && { runOnly }) })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} ${html}`).join(' | ')}`)
  }, rules)
}

const expectNoViolations = async (page: Page, rules?: string[]): Promise<void> =>
  expect.soft(await violations(page, rules), page.url()).toEqual([])

const inspect = async (page: Page, rules?: string[]): Promise<void> => {
  await settled(page)
  await expectNoViolations(page, rules)
}

/** The current page is accessible. */
export const expectAccessible = (page: Page): Promise<void> => inspect(page)

/** Every text of the current page can be read on what is behind it, in the colours that are shown. */
export const expectReadable = (page: Page): Promise<void> => inspect(page, ['color-contrast'])

/**
 * The page fits an office's screen, a tablet and a phone, and is accessible. It is inspected once: the other widths and dark
 * mode have the same elements in the kit's own colours, all of whose pairs are compared (stylesheet-colours.test.ts).
 * @param shown waits for what each width must show
 */
export const expectFitting = async (page: Page, shown?: () => Promise<unknown>): Promise<void> => {
  for (const width of [1440, 1000, 375]) {
    await page.setViewportSize({ width, height })
    await shown?.()
    await settled(page)
    await expectNotTooWide(page, true)
    if (width === 1440) await expectNoViolations(page)
  }
  await page.setViewportSize({ width: 1440, height })
}
