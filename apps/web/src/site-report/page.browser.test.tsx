import '../platform/texts.ts'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deviceLanguage } from '../platform/device-language.ts'
import { SiteReportPage } from './page.tsx'

const [east, west] = ['east.secret', 'west.secret']
const site = { officeName: '東雲', place: '東側 2段目', emergencyPhone: '03-5550-0100', address: null, languages: ['ja'] }
const storedReports = () => localStorage.getItem('mimamori-site-reports') ?? ''

type World = {
  isOnline: boolean
  site: () => Promise<Response>
  /** The link and the texts of each report that arrived. */
  readonly sent: { readonly link: string; readonly who: string; readonly where: string }[]
}

/** As its own document does: without anything of the console, which needs a storage. */
const mount = () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<SiteReportPage />)
  const unmount = () => {
    root.unmount()
    place.remove()
  }
  onTestFinished(unmount)
  return unmount
}

type Opening = { readonly arrival?: string; readonly isOnline?: boolean; readonly site?: World['site'] }

/** Opens the page of a poster with a server that the test has in its hands. */
const open = (link: string, { arrival = 'navigate', isOnline = true, site: read = async () => Response.json(site) }: Opening = {}) => {
  const world: World = { isOnline, site: read, sent: [] }
  const receivedAt = new Date().toISOString()
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    if (!world.isOnline) throw new TypeError('no network')
    if (method === 'POST') {
      const { who, where } = (await new Response(body).json()) as { who: string; where: string }
      world.sent.push({ link: new Headers(headers).get('X-Poster-Secret') ?? '', who, where })
      return Response.json({ receipt: 'receipt' })
    }
    if (path.endsWith('/receipt')) return Response.json({ sentAt: receivedAt, receivedAt, seenAt: null, respondingAt: null })
    return world.site()
  })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: arrival } as never])
  location.hash = `#${link}`
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    localStorage.clear()
    location.hash = ''
  })
  return { world, close: mount() }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string | RegExp) => page.getByRole('heading', { name })
const notArrived = 'まだ届いていません。電話してください'
const again = 'ようすが変わった。もう一度送る'

test('without a network a second report says that it has not arrived, as the first does', async () => {
  open(east, { isOnline: false })
  await button('送る').click()
  await expect.element(heading(notArrived)).toBeVisible()
  await button(again).click()
  await button('送る').click()
  await expect.element(heading(notArrived)).toBeVisible()
})

test('what was typed stays when the site is answered late', async () => {
  let answerSite: (answer: Response) => void = () => undefined
  const { world } = open(east, { site: () => new Promise((resolve) => (answerSite = resolve)) })
  await page.getByRole('textbox', { name: /^だれが/ }).fill('赤い服')
  await page.getByText('めまい・ふらつき').click()
  answerSite(Response.json(site))
  await expect.element(page.getByText(site.place)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: /^だれが/ })).toHaveValue('赤い服')
  await expect.element(page.getByRole('checkbox', { checked: true })).toBeInTheDocument()
  await button('送る').click()
  await expect.poll(() => world.sent).toEqual([{ link: east, who: '赤い服', where: site.place }])
})

test('a report that did not arrive at one poster is sent from the page of another', async () => {
  const { world } = open(east, { isOnline: false })
  await page.getByRole('textbox', { name: /^だれが/ }).fill('東の人')
  await button('送る').click()
  await expect.element(heading(notArrived)).toBeVisible()
  location.hash = `#${west}`
  await expect.element(heading('だれかの具合が悪い')).toBeVisible()
  await page.getByRole('textbox', { name: /^だれが/ }).fill('西の人')
  await button('送る').click()
  await expect.element(heading(notArrived)).toBeVisible()
  expect(storedReports()).toContain('東の人')
  expect(storedReports()).toContain('西の人')
  world.isOnline = true
  dispatchEvent(new Event('online'))
  await expect.element(heading(/^送りました/)).toBeVisible()
  await expect.poll(() => world.sent.map(({ link, who }) => `${link} ${who}`).toSorted()).toEqual([`${east} 東の人`, `${west} 西の人`])
})

test('where the browser has no storage the page is shown in its language, and sends', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  expect(deviceLanguage()).toBe('ja')
  const { world } = open(east, { isOnline: false })
  await button('送る').click()
  await expect.element(heading(notArrived)).toBeVisible()
  world.isOnline = true
  dispatchEvent(new Event('online'))
  await expect.element(heading(/^送りました/)).toBeVisible()
  vi.restoreAllMocks()
})

test('a report that has arrived leaves no text in the browser, and a new scan shows the form with a way to the earlier report', async () => {
  const { close } = open(east)
  await page.getByRole('textbox', { name: /^だれが/ }).fill('赤い服')
  await button('送る').click()
  await expect.element(heading(/^送りました/)).toBeVisible()
  expect(storedReports()).not.toContain('赤い服')
  expect(storedReports()).toContain('receipt')
  close()
  mount()
  const forms = page.getByRole('heading', { name: 'だれかの具合が悪い' })
  await expect.element(forms).toBeVisible()
  await expect.element(page.getByText(/に送りました/)).toBeVisible()
  await button('見る').click()
  await expect.element(forms).not.toBeInTheDocument()
})

test('a page that is loaded again shows what has become of the report', async () => {
  const writtenAt = Date.now() - 60_000
  localStorage.setItem('mimamori-site-reports', JSON.stringify([{ key: 'a', link: east, writtenAt, receipt: 'receipt' }]))
  open(east, { arrival: 'reload' })
  await expect.element(heading(/^送りました/)).toBeVisible()
})

test('two hours after it was written nothing of a report is left', async () => {
  const writtenAt = Date.now() - 2 * 60 * 60_000
  localStorage.setItem('mimamori-site-reports', JSON.stringify([{ key: 'a', link: west, writtenAt, receipt: 'receipt' }]))
  open(east)
  await expect.element(heading('だれかの具合が悪い')).toBeVisible()
  await expect.poll(storedReports).not.toContain('receipt')
})
