import { setTimeout as after } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { contextOptions, launchOptions } from '../e2e/chromium.ts'
import { password, type Product, startProduct } from '../e2e/product.ts'
import { fillSite, makeCrowd, makeSite, type Site, vital } from '../e2e/site.ts'
import { report } from './figure.ts'
import { type Loads, watchLoads } from './page-loads.ts'
import { laySlowLine, type SlowLine } from './slow-line.ts'

/** A phone in poor reception at a site, whose processor is a quarter of this machine's. */
const speed = { kbitPerSecond: 400, roundTripMs: 400 }
const processorIsSlowerBy = 4
const turns = Number(process.env['BENCH_TURNS'] ?? 1)
const viewport = { width: 375, height: 812 }

/** How long somebody needs for ID and password on a phone's keyboard. */
const typingMs = 8_000
const quietMs = 3_000
const patienceMs = 120_000

const roles = ['GroupLeader', 'User', 'HeadquartersAdmin'] as const
type PhoneRole = (typeof roles)[number]
const wordOf: Readonly<Record<PhoneRole, string>> = { GroupLeader: 'leader', User: 'worker', HeadquartersAdmin: 'base administrator' }

/** A site of forty-six people, where somebody of the leader's group calls for help. */
const fill = async (product: Parameters<typeof makeSite>[0]): Promise<Site> => {
  const site = await makeSite(product)
  await makeCrowd(product, site, 40)
  await fillSite(site)
  await site.here.post([vital(site.accounts.GroupSubLeader, { call: true })])
  return site
}

const inDanger = { name: '中村', place: '東側 外部足場 3段目' }

/** Until the home says who needs help and where; to a worker, how they are themselves. */
const whenReadable = (page: Page, role: PhoneRole): Promise<void> =>
  (role === 'User'
    ? page.getByRole('region', { name: '体調' }).first()
    : page.getByRole('article', { name: inDanger.name }).getByText(inDanger.place)
  ).waitFor({ timeout: patienceMs })

/** Until somebody who presses at once has the answer before them; a worker, the button that sends it. */
const whenAnswerable = async (page: Page, role: PhoneRole): Promise<void> => {
  if (role === 'User') return page.locator('button[data-state="well"]').waitFor({ timeout: patienceMs })
  await page.getByRole('article', { name: inDanger.name }).getByRole('button', { name: '確認する' }).click({ timeout: patienceMs })
  await page.getByRole('dialog').getByRole('button', { name: '確認した。自分が向かう' }).waitFor({ timeout: patienceMs })
}

/** What one opening took: seconds, and what had been loaded when it could be read (or typed into). */
type Opening = { readonly readable: number; readonly answerable: number; readonly loads: Loads }

const secondsSince = (from: number) => (performance.now() - from) / 1_000

/** Until nothing has come over the line for a while: what is fetched ahead and kept is there. */
const whenQuiet = async (line: SlowLine): Promise<void> => {
  for (let before = -1; before !== line.bytes();) {
    before = line.bytes()
    await after(quietMs)
  }
}

/** Has the page note by itself when it is painted who is in danger and where: a busy page answers late when it is asked from outside. */
const noteWhenPainted = (page: Page): Promise<unknown> =>
  page.addInitScript(({ name, place }) => {
    const isShown = () =>
      [...document.querySelectorAll('article')].some(
        ({ ariaLabel, textContent }) => ariaLabel?.includes(name) === true && textContent.includes(place),
      )
    new MutationObserver((_, observer) => {
      if (!isShown()) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('painted')))
    }).observe(document, { childList: true, subtree: true })
  }, inDanger)

/** When that was, by the clock of this machine in ms; undefined where nobody is in danger for whom is signed in. */
const paintedAt = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => {
    const mark = performance.getEntriesByName('painted')[0]
    return mark && performance.timeOrigin + mark.startTime
  })

const openPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await noteWhenPainted(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorIsSlowerBy })
  return page
}

const openLogin = async (page: Page, url: string, loginId: string): Promise<Opening> => {
  const loads = await watchLoads(page)
  const from = performance.now()
  await page.goto(`${url}/login`, { waitUntil: 'commit' })
  await page.getByLabel('ログインID').fill(loginId, { timeout: patienceMs })
  const readable = secondsSince(from)
  return { readable, answerable: readable, loads: loads() }
}

const openHome = async (page: Page, role: PhoneRole, open: () => Promise<unknown>): Promise<Opening> => {
  const loads = await watchLoads(page)
  const from = performance.now()
  await open()
  await whenReadable(page, role)
  const [seen, loaded] = [secondsSince(from), loads()]
  await whenAnswerable(page, role)
  const answerable = secondsSince(from)
  const painted = role === 'User' ? undefined : await paintedAt(page)
  return { readable: painted === undefined ? seen : (painted - performance.timeOrigin - from) / 1_000, answerable, loads: loaded }
}

type Phone = Readonly<Record<'login' | 'afterLogin' | 'second' | 'first', Opening>>

/** A day of one phone: login page, login, the home opened again; and a home opened with a session but nothing else kept. */
const measureDay = async (browser: Browser, product: Product, site: Site, role: PhoneRole): Promise<Phone> => {
  const line = await laySlowLine(product.url, speed)
  const phone = { ...contextOptions, viewport, hasTouch: true, isMobile: true }
  const context = await browser.newContext(phone)
  const page = await openPage(context)
  const login = await openLogin(page, line.url, site.accounts[role].loginId)
  await after(typingMs)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  const afterLogin = await openHome(page, role, () => page.getByRole('button', { name: 'ログイン' }).click())
  await whenQuiet(line)
  await page.close()
  const toHome = (next: Page) => () => next.goto(`${line.url}/home`, { waitUntil: 'commit' })
  const secondPage = await openPage(context)
  const second = await openHome(secondPage, role, toHome(secondPage))
  const storageState = await context.storageState()
  await context.close()
  const empty = await browser.newContext({ ...phone, storageState })
  const firstPage = await openPage(empty)
  const first = await openHome(firstPage, role, toHome(firstPage))
  await empty.close()
  await line.close()
  return { login, afterLogin, second, first }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const reportLoads = (name: string, { requests, rounds, kb, kbByKind }: Loads): void => {
  report(`${name}, loaded by then`, kb, 'KB')
  for (const [kind, part] of Object.entries(kbByKind)) if (part > 0) report(`${name}, of it ${kind}`, part, 'KB')
  report(`${name}, requests`, requests, 'requests')
  report(`${name}, rounds of requests one after another`, rounds, 'rounds')
}

const reportPhone = (who: string, all: readonly Phone[]): void => {
  const last = all.at(-1)
  const reportOpening = (opening: keyof Phone, name: string, references: readonly [number | null, number | null]) => {
    report(`${name} → read`, median(all.map((phone) => phone[opening].readable)), 's', references[0])
    report(`${name} → answered`, median(all.map((phone) => phone[opening].answerable)), 's', references[1])
    if (last !== undefined) reportLoads(name, last[opening].loads)
  }
  report(`${who}: login page → typed into`, median(all.map(({ login }) => login.readable)), 's')
  if (last !== undefined) reportLoads(`${who}: login page`, last.login.loads)
  reportOpening('afterLogin', `${who}: login sent after ${typingMs / 1_000} s`, [null, null])
  reportOpening('first', `${who}: first opening of the home`, [5, 8])
  reportOpening('second', `${who}: second opening of the home`, [1.5, null])
}

/**
 * The console on a phone at 375 px, over a line of 400 kbit/s and 400 ms there and back, with a processor four times as slow, by role.
 * Times are medians of `BENCH_TURNS`; what is loaded is that of the last turn. The first opening of the home has a session and nothing kept.
 */
export const measurePhone = async (): Promise<void> => {
  const product = await startProduct()
  const browser = await chromium.launch(launchOptions)
  try {
    const site = await fill(product)
    for (const role of roles) {
      const all: Phone[] = []
      for (let turn = 0; turn < turns; turn++) all.push(await measureDay(browser, product, site, role))
      reportPhone(wordOf[role], all)
    }
  } finally {
    await browser.close()
    await product.stop()
  }
}
