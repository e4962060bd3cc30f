import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { contextOptions, launchOptions } from './chromium.ts'
import { root, toolEnvironment } from '../scripts/steps.ts'

const port = 18_080
const url = `http://localhost:${port}`
const account = { username: 'base-admin', password: 'Demo-1234' }
const pictures = join(root, 'docs/pictures')

const desk = { width: 1_440, height: 900 }
const views: Record<string, BrowserContextOptions> = {
  light: { viewport: desk, colorScheme: 'light' },
  dark: { viewport: desk, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light', isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
}

/** Asks until the answer satisfies; a demo needs a moment to start and two minutes to show everything. */
const until = async <T>(seconds: number, ask: () => Promise<T | undefined>): Promise<T> => {
  const end = Date.now() + seconds * 1_000
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`nothing to show after ${seconds} s`)
    await after(1_000)
  }
}

const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
  const answer = await fetch(url + path, init)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

const logIn = async () => {
  const body = JSON.stringify(account)
  const { token } = await call<{ token: string }>('/api/Authenticate/Login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return { authorization: `Bearer ${token}` }
}

/** A terminal of the demo that hangs in the store. */
const spareBelt = 'YOBI-B1'

type Worst = { readonly userId: number; readonly baseName: string; readonly groupName: string | null; readonly emergency: string }

/** The worker in the gravest condition, once there is an emergency to show. */
const worstWorker = async () => {
  const { data } = await call<{ data: Worst[] }>('/api/HealthCondition?limit=1', { headers: await logIn() })
  return data.find((row) => row.emergency === '1')
}

type Mapped = { readonly id: number; readonly type: number; readonly listMarks: readonly unknown[] }

/** Of the site's maps the drawing on which most need somebody, and the one that is laid over the world. */
const shownMaps = async () => {
  const { data } = await call<{ data: Mapped[] }>('/api/Map', { headers: await logIn() })
  const fullest = (type: number) =>
    data.filter((map) => map.type === type).toSorted((a, b) => b.listMarks.length - a.listMarks.length)[0]?.id ?? 0
  return { drawn: fullest(1), laid: fullest(3) }
}

/** The month before this one in Japan, which is over: YYYY-MM. */
const lastMonth = () => {
  const [year = 0, month = 0] = new Date(Date.now() + 9 * 3_600_000).toISOString().split('-').map(Number)
  return new Date(Date.UTC(year, month - 2)).toISOString().slice(0, 7)
}

const takePictures = async (browser: Browser, worst: Worst) => {
  const maps = await shownMaps()
  const detail = new URLSearchParams({ UserId: String(worst.userId), OfficeName: worst.baseName, GroupName: worst.groupName ?? '' })
  const screens = {
    home: '/home',
    condition: '/physical-condition/list',
    detail: `/physical-condition/detail?${detail.toString()}`,
    workers: '/worker/list',
    watchers: '/heat-index-watcher/list',
    maps: '/map/list',
    map: `/map/detail/${maps.drawn}`,
    'map-laid': `/map/detail/${maps.laid}`,
    'map-setting': '/map/setting',
    placement: `/map/${maps.drawn}/device`,
    wallboard: '/wallboard',
    report: `/report?period=1&type=2&date=${lastMonth()}&person=${worst.userId}`,
    summary: `/report/summary?month=${lastMonth()}`,
    logbook: '/report/logbook',
    load: '/alert/load',
    receiving: '/ingest-status',
    connection: '/connection',
    plan: '/plan',
    setting: `/setting-new-device?smartSafetyBeltId=${spareBelt}`,
  }
  for (const [view, options] of Object.entries(views)) {
    const context = await browser.newContext({ ...contextOptions, ...options, baseURL: url })
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByLabel('ログインID').fill(account.username)
    await page.getByLabel('パスワード', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'ログイン' }).click()
    await page.waitForURL((address) => address.pathname !== '/login')
    for (const [screen, path] of Object.entries(screens)) {
      await page.goto(path)
      // The live stream never falls silent, so the page settles by its content, not by its network.
      await page.getByRole('main').waitFor()
      await after(3_000)
      // A path that is no screen leads to another one, whose picture would go under a wrong name.
      if (!page.url().startsWith(url + path)) throw new Error(`${path} led to ${page.url()}`)
      await page.screenshot({ path: join(pictures, `${screen}-${view}.png`) })
      console.log(`took ${screen}-${view}.png`)
    }
    await context.close()
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'mimamori-pictures-'))
// PostgreSQL never runs as root: its own user must get through the folder.
chmodSync(dataDir, 0o711)
mkdirSync(pictures, { recursive: true })
const environment = { PORT: String(port), MQTT_PORT: '11883', DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
const demo = spawn('node', ['apps/server/src/demo/demo.ts'], { cwd: root, env: toolEnvironment(environment), stdio: 'inherit' })
try {
  await until(600, async () => (existsSync(join(dataDir, 'demo.json')) ? true : undefined))
  const worst = await until(180, worstWorker)
  const browser = await chromium.launch(launchOptions)
  await takePictures(browser, worst).finally(() => browser.close())
} finally {
  const ended = new Promise((resolve) => demo.once('exit', resolve))
  if (demo.exitCode === null && demo.kill('SIGTERM')) await ended
  rmSync(dataDir, { recursive: true, force: true })
}
