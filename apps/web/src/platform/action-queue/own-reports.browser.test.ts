import { beforeEach, describe, expect, test, vi } from 'vitest'
import { message } from '@mimamori/contract/messages'
import { selfReport } from '@mimamori/contract/self-report'
import { sessionStore } from '../api.ts'
import { createActionStore } from './action-store.ts'
import { ownReports, report, reportsHere, stateOf } from './own-reports.ts'

const store = createActionStore('mimamori-reports')
const sent = vi.fn<typeof fetch>()

const answer = () => Response.json({ state: 'help', at: '2026-07-20T13:05:00+09:00', receivedAt: '2026-07-20T13:25:00+09:00' })
const bodies = () =>
  sent.mock.calls.map(([, init]) => selfReport.send.body.parse(JSON.parse(typeof init?.body === 'string' ? init.body : '')))
const keys = () => sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'))

beforeEach(async () => {
  vi.stubGlobal('fetch', sent)
  sent.mockReset()
  sent.mockImplementation(async () => answer())
  sessionStore.save({ token: `x.${btoa(JSON.stringify({ sub: '7' }))}.x`, refreshToken: 'r' })
  for (const { id } of await store.listAll()) await store.remove(id)
  await ownReports.flush()
})

describe('a report', () => {
  test('is kept until the server has acknowledged it, and sent once more with the same key', async () => {
    sent.mockImplementation(async () => {
      throw new TypeError('no network')
    })
    await report('help')
    expect(ownReports.snapshot().waiting.map(stateOf)).toEqual(['help'])
    sent.mockImplementation(async () => answer())
    await ownReports.flush()
    expect(ownReports.snapshot()).toEqual({ waiting: [], refused: [] })
    expect(new Set(keys()).size).toBe(1)
    expect(new Set(bodies().map(({ at }) => at)).size).toBe(1)
  })

  test('that is pressed again while it waits is not another one', async () => {
    sent.mockImplementation(async () => Response.json(['つながりません。'], { status: 503 }))
    await report('help')
    await report('help')
    expect(await store.listAll()).toHaveLength(1)
    await report('unwell')
    expect((await store.listAll()).map(stateOf)).toEqual(['help', 'unwell'])
  })

  test('is another one where something else was said since', async () => {
    sent.mockImplementation(async () => Response.json(['つながりません。'], { status: 503 }))
    await report('help')
    await report('well')
    await report('help')
    expect((await store.listAll()).map(stateOf)).toEqual(['help', 'well', 'help'])
  })

  const keep = (state: string, hoursAgo: number) =>
    store.add({
      key: `kept ${state}`,
      account: '7',
      path: selfReport.send.path,
      input: { body: { state } },
      at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
      title: state,
      refusal: null,
    })

  test('of an earlier hour is not the one that is pressed now', async () => {
    await keep('help', 2)
    sent.mockImplementation(async () => Response.json(['つながりません。'], { status: 503 }))
    await ownReports.flush()
    await report('help')
    expect(await store.listAll()).toHaveLength(2)
  })

  test('that is over a day old does not ring: it is in sight with why, and here after the session too', async () => {
    await keep('help', 72)
    await ownReports.flush()
    expect(sent).not.toHaveBeenCalled()
    expect(ownReports.snapshot()).toMatchObject({ waiting: [], refused: [{ refusal: message('doneTooLongAgo') }] })
    expect((await reportsHere()).map(stateOf)).toEqual(['help'])
  })

  test('that asks for help is sent before a 大丈夫 that waits', async () => {
    await keep('well', 1)
    await report('help')
    await ownReports.flush()
    expect(bodies().map(({ state }) => state)).toEqual(['help', 'well'])
  })

  test('whose time the server cannot believe is sent as of now', async () => {
    sent.mockImplementationOnce(async () => Response.json(['日時が先です。'], { status: 400 }))
    await report('unwell')
    expect(ownReports.snapshot()).toEqual({ waiting: [], refused: [] })
    expect(bodies().map(({ at }) => at === undefined)).toEqual([false, true])
    expect(new Set(keys()).size).toBe(2)
  })

  test('that the server refuses stays in sight with its reason until it is read', async () => {
    sent.mockImplementation(async () => Response.json(['現場は終了しています。'], { status: 403 }))
    await report('help')
    const [refused] = ownReports.snapshot().refused
    expect(refused?.refusal).toBe('現場は終了しています。')
    await ownReports.remove(refused?.id ?? 0)
    expect(ownReports.snapshot().refused).toEqual([])
  })

  test('outlives the session: it is known without one, and sent by the next of the same account alone', async () => {
    sent.mockImplementation(async () => {
      throw new TypeError('no network')
    })
    await report('help')
    sessionStore.clear()
    expect((await reportsHere()).map(stateOf)).toEqual(['help'])
    sent.mockReset()
    sent.mockImplementation(async () => answer())
    sessionStore.save({ token: `x.${btoa(JSON.stringify({ sub: '7' }))}.x`, refreshToken: 'r' })
    await ownReports.flush()
    expect(sent).toHaveBeenCalledTimes(1)
    expect(await reportsHere()).toEqual([])
  })
})
