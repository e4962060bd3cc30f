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
const neverForLeaders = /^(?:shared|sidebar|jobs|unit|own|people-table|first-steps|.*-screen|.*echarts|.*canvas)-/

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

const sumOf = (loaded: ReadonlyMap<string, number>): number => [...loaded.values()].reduce((sum, size) => sum + size, 0)

// 151 of JavaScript and 4 of style sheets when this was written.
const mostOnLoginKb = 157
/** By role on a phone, until the home screen shows. */
const mostAtHomeKb = { GroupLeader: 300, HeadquartersAdmin: 300, User: 305 } as const

test('the login page loads no more than its share, and the home only while somebody types', async ({ page }) => {
  const loaded = countLoaded(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'ログイン', exact: true })).toBeVisible()
  // All else is fetched ahead.
  const own = [...loaded].filter(([name]) => /^(?:first|index|rolldown-runtime)-/.test(name))
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
    const names = [...loaded.keys()]
    if (role === 'GroupLeader') expect(names.filter((name) => neverForLeaders.test(name))).toEqual([])
    expect(sumOf(loaded)).toBeLessThan(mostAtHomeKb[role])
  })
