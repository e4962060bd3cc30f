import { afterEach, expect, test } from 'vitest'
import { takeFirstAnswer, takeWhetherUsed } from './first-calls.ts'

afterEach(() => {
  globalThis.firstAnswers = undefined
  takeWhetherUsed()
})

const askAhead = (answer: Promise<Response>) => {
  globalThis.firstAnswers = { account: '5', answers: new Map([['/api/UserInfo', answer]]) }
}

test('an answer is taken once, by the account it was asked for, and then the stream has to be caught up with', async () => {
  askAhead(Promise.resolve(Response.json({ userId: 5 })))
  expect(await takeFirstAnswer('/api/UserInfo', '6', 1_000)).toBeUndefined()
  expect(await takeFirstAnswer('/api/UserInfo?x', '5', 1_000)).toBeUndefined()
  expect(takeWhetherUsed()).toBe(false)
  expect(await (await takeFirstAnswer('/api/UserInfo', '5', 1_000))?.json()).toEqual({ userId: 5 })
  expect(await takeFirstAnswer('/api/UserInfo', '5', 1_000)).toBeUndefined()
  expect(takeWhetherUsed()).toBe(true)
  expect(takeWhetherUsed()).toBe(false)
})

test('nobody is shown an answer of half a minute ago', async () => {
  askAhead(Promise.resolve(Response.json({ userId: 5 })))
  expect(await takeFirstAnswer('/api/UserInfo', '5', 31_000)).toBeUndefined()
})

test.each([() => Promise.reject(new TypeError('no network')), () => Promise.resolve(new Response('', { status: 401 }))])(
  'what failed is left to the call itself',
  async (answer) => {
    const failed = answer()
    failed.catch(() => undefined)
    askAhead(failed)
    expect(await takeFirstAnswer('/api/UserInfo', '5', 1_000)).toBeUndefined()
    expect(takeWhetherUsed()).toBe(false)
  },
)
