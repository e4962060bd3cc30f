import type { Wallboard } from '@mimamori/contract/wallboard'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnswerError } from '../platform/call-error.ts'
import { type FeedState, startFeed } from './board-feed.ts'
import { boardOf } from './test-board.ts'

const encoder = new TextEncoder()
const stops: (() => void)[] = []
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

/** A server that can be away, refuse, and say what it likes; and what the screen shows of it. */
const serve = (mood: 'there' | 'away' | number = 'there') => {
  const states: FeedState[] = []
  const calls: string[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let board = boardOf()
  const answer = async <T>(what: string, make: () => T): Promise<T> => {
    calls.push(what)
    if (mood === 'away') throw new TypeError('network')
    if (mood !== 'there') throw new AnswerError(mood, [], new Headers())
    return make()
  }
  stops.push(
    startFeed({
      read: () => answer('read', () => Response.json(board)),
      listen: () => answer('listen', () => new Response(new ReadableStream({ start: (own) => void (stream = own) }))),
      onChange: (state) => void states.push(state),
      silenceMs: 25_000,
      firstRetryMs: 1_000,
      lastRetryMs: 15_000,
      refusedRetryMs: 30_000,
    }),
  )
  const say = (event: string, data: unknown) => stream?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  return {
    calls,
    last: () => states.at(-1),
    say: async (event: string, data: unknown) => {
      say(event, data)
      await vi.advanceTimersByTimeAsync(0)
    },
    drop: async () => {
      stream?.error(new TypeError('network'))
      await vi.advanceTimersByTimeAsync(0)
    },
    set: (next: 'there' | 'away' | number, now?: Wallboard) => {
      mood = next
      board = now ?? board
    },
  }
}

const shown = (state: FeedState | undefined) =>
  state !== undefined && 'board' in state ? [state.kind, state.board.officeName] : state?.kind
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('what the stream says is shown, to the last word', async () => {
  const server = serve()
  await pass(0)
  await server.say('board', boardOf({ officeName: '一' }))
  await server.say('board', boardOf({ officeName: '二' }))
  expect(shown(server.last())).toEqual(['live', '二'])
  expect(server.calls).toEqual(['read', 'listen'])
})

test('a lost stream shows the old board as lost, and the new one as soon as the server is there again', async () => {
  const server = serve()
  await pass(0)
  await server.say('board', boardOf({ officeName: '一' }))
  server.set('away')
  await server.drop()
  await pass(60_000)
  expect(shown(server.last())).toEqual(['lost', '一'])
  const tries = server.calls.length
  expect(tries).toBeLessThan(10)
  server.set('there', boardOf({ officeName: '二' }))
  await pass(15_000)
  expect(shown(server.last())).toEqual(['live', '二'])
  await server.say('board', boardOf({ officeName: '三' }))
  expect(shown(server.last())).toEqual(['live', '三'])
})

test('a stream that is delayed on the way costs speed, not the board', async () => {
  const server = serve()
  server.set('there', boardOf({ officeName: '一' }))
  await pass(30_000)
  expect(shown(server.last())).toEqual(['live', '一'])
  server.set('there', boardOf({ officeName: '二' }))
  await pass(30_000)
  expect(shown(server.last())).toEqual(['live', '二'])
})

test('a revoked link takes the board off the screen at once, and is asked for seldom', async () => {
  const server = serve()
  await pass(0)
  await server.say('board', boardOf())
  server.set(401)
  await server.say('revoked', {})
  expect(server.last()).toEqual({ kind: 'refused', status: 401 })
  const before = server.calls.length
  await pass(5 * 60_000)
  expect(server.last()).toEqual({ kind: 'refused', status: 401 })
  expect(server.calls.length - before).toBe(10)
})

test('a link refused after a cut shows nothing that was there before', async () => {
  const server = serve()
  await pass(0)
  await server.say('board', boardOf())
  server.set(401)
  await server.drop()
  await pass(1_000)
  expect(server.last()).toEqual({ kind: 'refused', status: 401 })
})

test('a server away from the start is said to be', async () => {
  const server = serve('away')
  await pass(60_000)
  expect(server.last()).toEqual({ kind: 'unreachable' })
  server.set('there')
  await pass(15_000)
  expect(shown(server.last())?.[0]).toBe('live')
})

test('a crowded server refuses nothing', async () => {
  const server = serve()
  await pass(0)
  await server.say('board', boardOf({ officeName: '一' }))
  server.set(429)
  await server.drop()
  await pass(1_000)
  expect(shown(server.last())).toEqual(['lost', '一'])
})
