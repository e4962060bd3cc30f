import { gateCheck, gateIdleSeconds } from '@mimamori/contract/gate-check'
import { standardQuestions } from '@mimamori/contract/check-questions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { createActionStore } from '../platform/action-queue/action-store.ts'
import { GateCheckScreen } from './gate-screen.tsx'

const hourMs = 60 * 60_000
const later = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
const site = () => ({
  officeName: '東雲',
  date: later(9).slice(0, 10),
  questions: standardQuestions,
  closesAt: later(1),
  nextAt: later(20),
  now: later(0),
})
const cards: Readonly<Record<string, object>> = {
  MMCABCDEFGHJKLMNP: { fullName: '江口　陸', furigana: 'エグチ　リク', language: null },
  MMCQRSTUVWXYZ2345: { fullName: '大久保　義男', furigana: 'オオクボ　ヨシオ', language: null },
}
const [first = '', second = ''] = Object.keys(cards)

const refuse = (status: number) => Response.json({ message: 'x' }, { status })
const noNetwork = (): never => {
  throw new TypeError('no network')
}

type Server = { site: () => Response | Promise<Response>; person: () => Response | undefined; answer: () => Response | Promise<Response> }

/** Opens the tablet's screen with a server that the test has in its hands. */
const open = async (parts: Partial<Server> = {}) => {
  const server: Server = { site: () => Response.json(site()), person: () => undefined, answer: () => Response.json({}), ...parts }
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (path === gateCheck.person.path) {
      const { card } = (await new Response(body).json()) as { card: string }
      return server.person() ?? (cards[card] === undefined ? refuse(404) : Response.json(cards[card]))
    }
    return method === 'POST' ? server.answer() : server.site()
  })
  location.hash = '#gate.secret'
  onTestFinished(async () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    localStorage.clear()
    location.hash = ''
    for (const { id } of await createActionStore().listAll()) await createActionStore().remove(id)
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await mount(() => (
    <QueryClientProvider client={client}>
      <GateCheckScreen />
    </QueryClientProvider>
  ))
  return server
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const number = page.getByRole('textbox', { name: 'カードの番号' })
const show = async (card: string) => {
  await number.fill(card)
  await button('開く').click()
}
const name = (fullName: string) => page.getByRole('heading', { name: fullName })

test('while it is loading it says so, and what is busy is no link that does not work', async () => {
  let answer: (response: Response) => void = () => undefined
  await open({ site: () => new Promise((resolve) => (answer = resolve)) })
  await expect.element(page.getByText('読み込んでいます…')).toBeVisible()
  answer(refuse(503))
  await expect.element(page.getByText(/^まだ開けません。/)).toBeVisible()
})

test('a link that was revoked is said to be one', async () => {
  await open({ site: () => refuse(401) })
  await expect.element(page.getByText(/^このリンクは使えません。/)).toBeVisible()
})

test('without a network a code that is no card could not be read; it is not said to be of another site', async () => {
  await open({ person: noNetwork })
  await show('https://example.com')
  await expect.element(page.getByText(/^カードを読み取れませんでした。/)).toBeVisible()
})

test('half a minute without a touch shows the start again, with nothing of the person before', async () => {
  await open()
  await expect.element(number).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  await show(first)
  await expect.element(name('江口　陸')).toBeVisible()
  await page.getByText('4時間未満', { exact: true }).click()
  await vi.advanceTimersByTimeAsync((gateIdleSeconds - 8) * 1_000)
  await expect.element(name('江口　陸')).toBeVisible()
  await vi.advanceTimersByTimeAsync(8_000)
  await expect.element(number).toBeVisible()
  expect(name('江口　陸').query()).toBeNull()
  await show(first)
  await expect.element(name('江口　陸')).toBeVisible()
  expect(page.getByRole('radio', { checked: true }).query()).toBeNull()
})

test('what one person sent does not close the form of the next', async () => {
  let answer: (response: Response) => void = () => undefined
  await open({ answer: () => new Promise((resolve) => (answer = resolve)) })
  await expect.element(number).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await show(first)
  await button('回答しない').click()
  await expect.element(button('わたしではありません')).toBeDisabled()
  await vi.advanceTimersByTimeAsync(gateIdleSeconds * 1_000)
  await show(second)
  await expect.element(name('大久保　義男')).toBeVisible()
  await page.getByText('4時間未満', { exact: true }).click()
  answer(Response.json({}))
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(name('大久保　義男')).toBeVisible()
  await expect.element(page.getByRole('radio', { checked: true })).toBeInTheDocument()
})

const answerOffline = async (server: Server) => {
  server.answer = noNetwork
  await show(first)
  await button('回答しない').click()
  await expect.element(page.getByText(/^答えを預かりました。/)).toBeVisible()
}
const waiting = async () => (await createActionStore().listAll()).length
const lost = page.getByText('送れなかった答え：1件。職長に伝えてください。')

test.each([
  ['that the server refuses later', 409],
  ['of a link that was revoked', 401],
])('answers %s are removed from the tablet, which says how many', async (_, status) => {
  const server = await open()
  await answerOffline(server)
  expect(await waiting()).toBe(1)
  server.answer = () => refuse(status)
  dispatchEvent(new Event('online'))
  await expect.poll(waiting).toBe(0)
  await expect.element(lost).toBeVisible()
})

test('at the end of the day answers that were not sent are removed, of a former link too', async () => {
  const action = { key: 'a', path: gateCheck.answer.path, input: { body: {} }, at: later(-24), title: '', refusal: null }
  await createActionStore().add({ ...action, account: 'gate former', removeAt: later(-1) })
  await createActionStore().add({ ...action, account: 'gate former', removeAt: later(1) })
  await open()
  await expect.element(lost).toBeVisible()
  expect(await waiting()).toBe(1)
})
