import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createActionStore } from './action-store.ts'
import { gateAccount, keepDeviceClean } from './clean-device.ts'
import { unsentNumber } from './unsent-answers.ts'

const actions = createActionStore()
const reports = createActionStore('mimamori-reports')
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const action = (title: string, hours: number, more: { readonly account?: string; readonly removeAt?: string } = {}) => ({
  key: title,
  account: '7',
  path: '/api/x',
  input: { body: {} },
  at: hoursAgo(hours),
  title,
  refusal: null,
  ...more,
})
const kept = async (store = actions) => (await store.listAll()).map(({ title }) => title)

beforeEach(async () => {
  localStorage.clear()
  for (const store of [actions, reports]) for (const { id } of await store.listAll()) await store.remove(id)
})

const clean = () => onTestFinished(keepDeviceClean())

test('answers of the gate’s day that is over are removed by any page, and counted for the tablet', async () => {
  const gate = gateAccount('3')
  await actions.add(action('of yesterday', 20, { account: gate, removeAt: hoursAgo(1) }))
  await actions.add(action('of today', 1, { account: gate, removeAt: hoursAgo(-10) }))
  clean()
  await expect.poll(() => kept()).toEqual(['of today'])
  await expect.poll(() => unsentNumber(Date.now())).toBe(1)
})

test('what waits for an account that does not come back is removed after 30 days, as is a report of it', async () => {
  for (const store of [actions, reports]) {
    await store.add(action('old', 30 * 24 + 1))
    await store.add({ ...action('old and refused', 30 * 24 + 1), refusal: 'x' })
    await store.add(action('kept', 30 * 24 - 1))
  }
  clean()
  for (const store of [actions, reports]) await expect.poll(() => kept(store)).toEqual(['kept'])
  expect(unsentNumber(Date.now())).toBe(0)
})

test('a page that stays open removes it as soon as the day is over, and two pages count it once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const store of [actions, reports]) await store.listAll()
  clean()
  clean()
  await actions.add(action('of today', 1, { account: gateAccount('3'), removeAt: hoursAgo(-2) }))
  vi.advanceTimersByTime(60 * 60_000)
  await expect.poll(() => kept()).toEqual(['of today'])
  vi.advanceTimersByTime(60 * 60_000)
  await expect.poll(() => kept()).toEqual([])
  await expect.poll(() => unsentNumber(Date.now())).toBe(1)
})
