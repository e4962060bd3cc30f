import { liveEvents } from '@mimamori/contract/live'
import { expect, test, vi } from 'vitest'
import { AnswerError } from './call-error.ts'
import { createLiveHub, type LiveListener } from './live-hub.ts'

const settings = { silenceMs: 10_000, firstRetryMs: 5, lastRetryMs: 20, whenOnline: () => () => undefined }
const encoder = new TextEncoder()

const streamOf = () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) })
  return {
    response: new Response(body),
    say: (text: string) => controller?.enqueue(encoder.encode(text)),
    drop: () => controller?.error(new TypeError('network')),
  }
}

const tick = { at: '2026-07-21T13:42:08+09:00', lastReceivedAt: null }
const ping = `event: ping\ndata: ${JSON.stringify(tick)}\n\n`

test('all listeners share one stream, and the last one closes it', async () => {
  const stream = streamOf()
  const open = vi.fn(async (_: AbortSignal) => stream.response)
  const hub = createLiveHub({ ...settings, open })
  const [first, second] = [vi.fn(), vi.fn()]
  const stops = [hub.listen({ ping: first }), hub.listen({ ping: second })]
  stream.say(ping)
  await expect.poll(() => second).toHaveBeenCalledWith(tick)
  expect(first).toHaveBeenCalledOnce()
  expect(open).toHaveBeenCalledOnce()
  expect(hub.state()).toBe('open')
  for (const stop of stops) stop()
  expect(hub.state()).toBe('off')
  expect(open.mock.calls[0]?.[0].aborted).toBe(true)
})

test('every event of the contract is handed on', async () => {
  const stream = streamOf()
  const hub = createLiveHub({ ...settings, open: async () => stream.response })
  const names = Object.keys(liveEvents)
  const heard: string[] = []
  const stop = hub.listen(Object.fromEntries(names.map((name) => [name, () => heard.push(name)])) as LiveListener)
  stream.say(names.map((name) => `event: ${name}\ndata: {}\n\n`).join(''))
  await expect.poll(() => heard).toEqual(names)
  stop()
})

/** A hub whose stream may drop once, and what it opened its streams with. */
const droppable = () => {
  const streams = [streamOf(), streamOf()] as const
  const positions: (string | undefined)[] = []
  const open = async (_: AbortSignal, position: string | undefined) => streams[positions.push(position) - 1]?.response ?? new Response()
  const hub = createLiveHub({ ...settings, open })
  const listener = { reopened: vi.fn(), reset: vi.fn(), ping: vi.fn() }
  const stop = hub.listen(listener)
  return { hub, first: streams[0], second: streams[1], positions, ...listener, stop }
}

test('a dropped stream is opened again and continues from its last position', async () => {
  const { hub, first, second, positions, reopened, reset, ping: pinged, stop } = droppable()
  const states: string[] = []
  hub.watch(() => states.push(hub.state()))
  first.say(`id: 41\n${ping}id: 42\n${ping}${ping}`)
  await expect.poll(() => pinged).toHaveBeenCalledTimes(3)
  first.drop()
  await expect.poll(() => reopened).toHaveBeenCalledOnce()
  expect(states).toEqual(['open', 'down', 'open'])
  expect(positions).toEqual([undefined, '42'])
  second.say(ping)
  await expect.poll(() => pinged).toHaveBeenCalledTimes(4)
  expect(reset).not.toHaveBeenCalled()
  // If the server does not know what happened, listeners are called with that.
  second.say('event: reset\ndata: {}\n\n')
  await expect.poll(() => reset).toHaveBeenCalledOnce()
  stop()
})

test('a stream that dropped before it said anything asks its listeners to fetch again', async () => {
  const { hub, first, positions, reset, stop } = droppable()
  await expect.poll(() => hub.state()).toBe('open')
  expect(reset).not.toHaveBeenCalled()
  first.drop()
  await expect.poll(() => reset).toHaveBeenCalledOnce()
  expect(positions).toEqual([undefined, undefined])
  stop()
})

test('what this tab did itself reaches its listeners at once', () => {
  const hub = createLiveHub({ ...settings, open: async () => streamOf().response })
  const heard = vi.fn()
  const stop = hub.listen({ ping: heard })
  hub.tell('ping', tick)
  expect(heard).toHaveBeenCalledExactlyOnceWith(tick)
  stop()
})

test('a stream that says nothing is taken for dead', async () => {
  const open = vi.fn(async () => streamOf().response)
  const hub = createLiveHub({ ...settings, open, silenceMs: 60 })
  const stop = hub.listen({})
  await expect.poll(() => open.mock.calls.length).toBeGreaterThan(1)
  stop()
})

test('a stream that was lost with the network is opened again as soon as there is one, however long the next try is away', async () => {
  const comeBack = new Set<() => void>()
  const whenOnline = (callback: () => void) => {
    comeBack.add(callback)
    return () => void comeBack.delete(callback)
  }
  let isCut = true
  const open = vi.fn(async () => {
    if (isCut) throw new TypeError('no line')
    return streamOf().response
  })
  const hub = createLiveHub({ ...settings, open, whenOnline, firstRetryMs: 3_600_000, lastRetryMs: 3_600_000 })
  const stop = hub.listen({})
  await expect.poll(() => hub.state()).toBe('down')
  await expect.poll(() => comeBack.size).toBe(1)
  isCut = false
  for (const callback of comeBack) callback()
  await expect.poll(() => hub.state()).toBe('open')
  expect(open).toHaveBeenCalledTimes(2)
  expect(comeBack.size).toBe(0)
  stop()
})

test('a listener for places reopens the stream with places, from where it was; the last one to leave reopens it without', async () => {
  const opened: { position: string | undefined; tellsPlaces: boolean }[] = []
  const streams = [streamOf(), streamOf(), streamOf()]
  const open = async (signal: AbortSignal, position: string | undefined, tellsPlaces: boolean) => {
    const stream = streams[opened.push({ position, tellsPlaces }) - 1]
    signal.addEventListener('abort', () => stream?.drop())
    return stream?.response ?? new Response()
  }
  const hub = createLiveHub({ ...settings, open })
  const states: string[] = []
  const plain = { ping: vi.fn(), reset: vi.fn(), reopened: vi.fn() }
  const stop = hub.listen(plain)
  streams[0]?.say(`id: 7\n${ping}`)
  await expect.poll(() => plain.ping).toHaveBeenCalledOnce()

  hub.watch(() => states.push(hub.state()))
  const place = vi.fn()
  const stopPlaces = hub.listen({ place })
  await expect.poll(() => opened).toHaveLength(2)
  streams[1]?.say(`event: place\ndata: []\n\nid: 8\n${ping}`)
  await expect.poll(() => plain.ping).toHaveBeenCalledTimes(2)
  expect(place).toHaveBeenCalledExactlyOnceWith([])
  hub.listen({ place })()
  stopPlaces()
  await expect.poll(() => opened).toHaveLength(3)
  expect(opened).toEqual([
    { position: undefined, tellsPlaces: false },
    { position: '7', tellsPlaces: true },
    { position: '8', tellsPlaces: false },
  ])
  // Nothing dropped, so nothing is said of it.
  expect([states, plain.reset.mock.calls, plain.reopened.mock.calls]).toEqual([[], [], []])
  stop()
})

test('the server cannot read its database: that is said until the next news, and the lists are fetched again', async () => {
  const stream = streamOf()
  const hub = createLiveHub({ ...settings, open: async () => stream.response })
  const reopened = vi.fn()
  const stop = hub.listen({ reopened })
  await expect.poll(() => hub.state()).toBe('open')
  stream.say('event: away\ndata: {}\n\n')
  await expect.poll(() => hub.state()).toBe('away')
  expect(reopened).not.toHaveBeenCalled()
  stream.say(ping)
  await expect.poll(() => hub.state()).toBe('open')
  expect(reopened).toHaveBeenCalledOnce()
  stop()
})

test('a stream that is refused since the database is away is no broken line', async () => {
  const answers = [new AnswerError(503, [], new Headers()), new TypeError('no line')]
  const states: string[] = []
  const open = async () => {
    const answer = answers.shift()
    if (answer !== undefined) throw answer
    return streamOf().response
  }
  const hub = createLiveHub({ ...settings, open })
  hub.watch(() => states.push(hub.state()))
  const stop = hub.listen({})
  await expect.poll(() => states).toEqual(['connecting', 'away', 'down', 'open'])
  stop()
})
