import { afterAll, expect, test } from 'vitest'
import { startReceiver } from '../../shared/channels/test-receiver.ts'
import { guardedFetch } from './guarded-fetch.ts'

const receiver = await startReceiver()
afterAll(() => receiver.close())

const call = async () => {
  const answer = await guardedFetch([receiver.host], receiver.url, { method: 'POST', headers: {}, body: 'x' })
  return { status: answer.status, length: (await answer.text()).length }
}

test('an answer over a megabyte is taken by its status, and cut', async () => {
  receiver.state.reply = { status: 200, body: 'x'.repeat(3_000_000) }
  expect(await call()).toEqual({ status: 200, length: 1_000_000 })
  receiver.state.reply = { status: 200, body: 'x'.repeat(1_000_000) }
  expect(await call()).toEqual({ status: 200, length: 1_000_000 })
  receiver.state.reply = { status: 404, body: 'none' }
  expect(await call()).toEqual({ status: 404, length: 4 })
})
