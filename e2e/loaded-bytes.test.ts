import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// How much a browser that is new to the console loads, in bytes of JavaScript and style sheets as gzip packs them: the same on any
// machine. A phone at a site gets some 40 KB a second.
test.use({ isNewcomer: true })

const kb = 1_024
const dist = join(import.meta.dirname, '../apps/web/dist')

/** Screens that no leader may open, and the parts of their frame that are not for a phone. */
const neverForLeaders = /^(?:shared|sidebar|jobs|unit|own|admin|login|people-table|first-steps|.*-screen|.*echarts|.*canvas)-/
/** What a leader reads before the rest of the console has come (home-ahead.test.ts). */
const ofHomeAhead = /^(?:first|index|rolldown-runtime|home)-/
/** What the first tap leads to, fetched ahead of it: the answer to an alert and the menus, with antd's look. */
const ofTaps = /^(?:look|answer|closing|taps|detail|ways)-/

const packedBytes = new Map<string, number>()
const packed = (path: string): number => {
  const known = packedBytes.get(path) ?? gzipSync(readFileSync(join(dist, path))).length
  packedBytes.set(path, known)
  return known
}

/** What the page asks for from now on, by file of the build, in KB. */
const countLoaded = (page: Page): Map<string, number> => {
  const loaded = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.+\.(?:js|css)$/.test(pathname)) loaded.set(pathname.replace('/assets/', ''), packed(pathname) / kb)
  })
  return loaded
}

const sumOfNamed = (loaded: ReadonlyMap<string, number>, names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + (loaded.get(name) ?? 0), 0)
const sumOf = (loaded: ReadonlyMap<string, number>): number => sumOfNamed(loaded, loaded.keys())

// Each a little above what was measured (docs/measurements/first-opening.md).
const mostOnLoginKb = 150
const mostUntilReadKb = 166
/** By role on a phone, until the home screen shows, and for a leader the console around it. */
const mostAtHomeKb = { GroupLeader: 204, HeadquartersAdmin: 210, User: 292 } as const

test('the login page loads no more than its share, and the home only while somebody types', async ({ page }) => {
  const loaded = countLoaded(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible()
  // All else is fetched ahead.
  const own = [...loaded].filter(([name]) => /^(?:first|index|rolldown-runtime|console|login)-/.test(name))
  expect(own.length).toBeGreaterThan(2)
  expect(sumOf(new Map(own))).toBeLessThan(mostOnLoginKb)
})

for (const role of ['GroupLeader', 'HeadquartersAdmin', 'User'] as const)
  test(`the home of ${role} on a phone loads no more than its share, and no screen of others`, async ({ page, site, signInAs }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await signInAs(site.accounts[role])
    const loaded = countLoaded(page)
    await page.goto('/home')
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.locator('main section, main button').first()).toBeVisible()
    if (role !== 'GroupLeader') return expect(sumOf(loaded)).toBeLessThan(mostAtHomeKb[role])
    await page.waitForFunction(() => history.state !== null)
    const names = [...loaded.keys()]
    expect(names.filter((name) => neverForLeaders.test(name))).toEqual([])
    const [untilRead, withConsole] = [names.filter((name) => ofHomeAhead.test(name)), names.filter((name) => !ofTaps.test(name))]
    expect(sumOfNamed(loaded, untilRead)).toBeLessThan(mostUntilReadKb)
    expect(sumOfNamed(loaded, withConsole)).toBeLessThan(mostAtHomeKb.GroupLeader)
  })
