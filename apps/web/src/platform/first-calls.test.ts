import { live } from '@mimamori/contract/live'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as FirstCalls from './first-calls.ts'

// Each test is a page of its own.
let page: typeof FirstCalls
beforeEach(async () => {
  globalThis.firstAnswers = undefined
  vi.resetModules()
  page = await import('./first-calls.ts')
})

const askAhead = (answer: Promise<Response>) => {
  globalThis.firstAnswers = { account: '5', answers: new Map([['/api/UserInfo', answer]]) }
}

test('an answer is taken once, by the account it was asked for, and then the stream has to be caught up with', async () => {
  askAhead(Promise.resolve(Response.json({ userId: 5 })))
  expect(await page.takeFirstAnswer('/api/UserInfo', '6', 1_000)).toBeUndefined()
  expect(await page.takeFirstAnswer('/api/UserInfo?x', '5', 1_000)).toBeUndefined()
  expect(await (await page.takeFirstAnswer('/api/UserInfo', '5', 1_000))?.json()).toEqual({ userId: 5 })
  expect(await page.takeFirstAnswer('/api/UserInfo', '5', 1_000)).toBeUndefined()
  expect(page.endFirstAnswers()).toBe(true)
  expect(page.endFirstAnswers()).toBe(false)
})

test('once the stream is open, which tells only what is new, nothing older is shown: neither what waits nor what is still on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  askAhead(promise)
  const taken = page.takeFirstAnswer('/api/UserInfo', '5', 1_000)
  expect(page.endFirstAnswers()).toBe(false)
  resolve(Response.json({ userId: 5 }))
  expect(await taken).toBeUndefined()
  askAhead(Promise.resolve(Response.json({ userId: 5 })))
  expect(await page.takeFirstAnswer('/api/UserInfo', '5', 1_000)).toBeUndefined()
})

test('what one person asked is not kept for the next who signs in on the same page', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', { setItem: (key: string, text: string) => stored.set(key, text) })
  try {
    await page.takeFirstAnswer('/api/UserInfo?UserId=5', '5')
    page.forgetFirstCalls()
    // In the order of asking, each once, without the stream.
    for (const path of ['/api/UserInfo', `${live.stream.path}?places=1`, '/api/b', '/api/UserInfo']) await page.takeFirstAnswer(path, '6')
    page.keepFirstCalls('6')
    expect(JSON.parse(stored.get('firstCalls') ?? '')).toEqual({ account: '6', paths: ['/api/UserInfo', '/api/b'] })
  } finally {
    vi.unstubAllGlobals()
  }
})

test('nobody is shown an answer of half a minute ago', async () => {
  askAhead(Promise.resolve(Response.json({ userId: 5 })))
  expect(await page.takeFirstAnswer('/api/UserInfo', '5', 31_000)).toBeUndefined()
})

test.each([() => Promise.reject(new TypeError('no network')), () => Promise.resolve(new Response('', { status: 401 }))])(
  'what failed is left to the call itself',
  async (answer) => {
    const failed = answer()
    failed.catch(() => undefined)
    askAhead(failed)
    expect(await page.takeFirstAnswer('/api/UserInfo', '5', 1_000)).toBeUndefined()
    expect(page.endFirstAnswers()).toBe(false)
  },
)
