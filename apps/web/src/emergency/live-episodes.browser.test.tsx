import type { AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { patchEpisodes } from './episodes.ts'
import { useEmergencies, useLateEmergencies } from './use-episodes.ts'

const { list } = endpoints.alert
const encoder = new TextEncoder()
const closed = { handling: 'closed', endedAt: '2026-07-21T13:50:00+09:00' } as const

/** What is stored, the stream, and how often the list was read: the server as the console sees it. */
const serverOf = (stored: AlertEpisode[]) => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let resumedFrom: string | null = null
  const reads: string[] = []
  let held: Promise<void> | undefined
  const answer = (search: URLSearchParams) => {
    const [offset, limit] = [Number(search.get('offset') ?? 0), Number(search.get('limit') ?? 500)]
    const matches = stored
      .filter((one) => search.has('allTime') || one.handling !== 'closed')
      .filter((one) => !search.has('officeId') || one.officeId === Number(search.get('officeId')))
      .toSorted((a, b) => b.id - a.id)
    return { data: matches.slice(offset, offset + limit), count: matches.length }
  }
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, location.origin)
    if (pathname === endpoints.live.stream.path) {
      resumedFrom = searchParams.get('lastEventId')
      return new Response(new ReadableStream({ start: (own) => void (stream = own) }))
    }
    reads.push(pathname)
    const answered = answer(searchParams)
    await held
    return Response.json(answered)
  })
  return {
    stored,
    reads,
    /** Answers what is asked from now on as things are when it is asked, but only once the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    isHeard: () => stream !== undefined,
    resumedFrom: () => resumedFrom,
    say: (text: string) => stream?.enqueue(encoder.encode(text)),
    drop: () => {
      stream?.error(new TypeError('network'))
      stream = undefined
    },
    /** Stores a change and sends it over the stream. */
    change: (episode: AlertEpisode) => {
      const index = stored.findIndex(({ id }) => id === episode.id)
      stored.splice(index === -1 ? stored.length : index, index === -1 ? 0 : 1, episode)
      stream?.enqueue(encoder.encode(`event: alert\ndata: ${JSON.stringify([episode])}\n\n`))
    },
  }
}

const busy = vi.fn()

const List = ({ query }: { readonly query: Parameters<typeof patchEpisodes>[0] }) => {
  const { data, isFetching, isPending } = useLiveQuery({
    query: queryOf(list, { query }),
    patches: { alert: patchEpisodes(query) },
  })
  if (isFetching && !isPending) busy()
  return (
    <ul>
      {data?.data.map(({ id, handling }) => (
        <li key={id}>
          <button type="button">{`${id} ${handling}`}</button>
        </li>
      ))}
    </ul>
  )
}

let place: HTMLElement
let root: ReturnType<typeof createRoot>

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  busy.mockClear()
})

const rows = () => [...place.querySelectorAll('button')].map((button) => button.textContent)
const show = async (server: ReturnType<typeof serverOf>, query: Parameters<typeof patchEpisodes>[0], shown: readonly string[]) => {
  root.render(
    <QueryClientProvider client={queryClient}>
      <List query={query} />
    </QueryClientProvider>,
  )
  await expect.poll(rows).toEqual(shown)
  await expect.poll(server.isHeard).toBe(true)
}

const past = (id: number) => episodeOf(id, closed)

test('a page of past episodes of one site is not changed by news, and is read again without looking busy', async () => {
  const server = serverOf([1, 2, 3, 4, 5, 6].map(past))
  await show(server, { allTime: true, officeId: '1', offset: '2', limit: '2' }, ['4 closed', '3 closed'])
  place.querySelector('button')?.focus()

  server.change(episodeOf(9, { officeId: 2 }))
  server.change(episodeOf(7))
  // One more on the first page: here everything moves by one.
  await expect.poll(rows).toEqual(['5 closed', '4 closed'])
  expect(document.activeElement?.textContent).toBe('4 closed')
  expect(busy).not.toHaveBeenCalled()
  expect(server.reads).toHaveLength(2)
})

test('a flood of news costs one read at once and few more', async () => {
  const server = serverOf([1, 2, 3].map(past))
  await show(server, { allTime: true }, ['3 closed', '2 closed', '1 closed'])
  const began = Date.now()
  while (Date.now() - began < 1_500) {
    server.change(episodeOf(3, { ...closed, mails: Date.now() }))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  // At once, and after rests of 0.5 and 1 s.
  expect(server.reads.length).toBeLessThanOrEqual(1 + 3)
  const before = server.reads.length
  server.change(episodeOf(4))
  await expect.poll(() => rows()[0]).toBe('4 open')
  expect(server.reads).toHaveLength(before + 1)
  expect(busy).not.toHaveBeenCalled()
})

test('a list of what is open shows a change without a read', async () => {
  const server = serverOf([episodeOf(1), episodeOf(2)])
  await show(server, {}, ['2 open', '1 open'])
  server.change(episodeOf(3))
  server.change(episodeOf(2, { handling: 'acknowledged' }))
  server.change(past(1))
  await expect.poll(rows).toEqual(['3 open', '2 acknowledged'])
  expect(server.reads).toHaveLength(1)
})

test.each<[string, Parameters<typeof patchEpisodes>[0], number]>([
  ['patched', {}, 1],
  ['read again', { allTime: true }, 2],
])('no timer is waited for until a list that is %s shows a change', async (_, query, reads) => {
  const server = serverOf([episodeOf(1), episodeOf(2)])
  await show(server, query, ['2 open', '1 open'])
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  server.change(episodeOf(3))
  await expect.poll(rows).toEqual(['3 open', '2 open', '1 open'])
  expect(server.reads).toHaveLength(reads)
})

test('news is not lost to a read that was asked for before it', async () => {
  const server = serverOf([episodeOf(1)])
  await show(server, {}, ['1 open'])
  const answer = server.hold()
  void queryClient.invalidateQueries({ queryKey: [list.path] })
  await expect.poll(() => server.reads).toHaveLength(2)
  server.change(episodeOf(2))
  await expect.poll(rows).toEqual(['2 open', '1 open'])
  expect(server.reads).toHaveLength(2)
  answer()
  await expect.poll(() => [server.reads.length, queryClient.isFetching()]).toEqual([3, 0])
  await new Promise(requestAnimationFrame)
  expect(rows()).toEqual(['2 open', '1 open'])
})

test('news that waits for a read under way asks for nothing once all is forgotten, as at a sign-out', async () => {
  const server = serverOf([episodeOf(1)])
  await show(server, {}, ['1 open'])
  const answer = server.hold()
  void queryClient.invalidateQueries({ queryKey: [list.path] })
  await expect.poll(() => server.reads).toHaveLength(2)
  server.change(episodeOf(2))
  await expect.poll(rows).toEqual(['2 open', '1 open'])
  queryClient.clear()
  answer()
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect([server.reads.length, queryClient.isFetching()]).toEqual([2, 0])
})

test('if the stream does not know what happened, lists are read again without looking busy', async () => {
  const server = serverOf([episodeOf(1), episodeOf(2)])
  await show(server, {}, ['2 open', '1 open'])
  server.stored.push(episodeOf(3))
  server.say('event: reset\ndata: {}\n\n')
  await expect.poll(rows).toEqual(['3 open', '2 open', '1 open'])
  expect(server.reads).toHaveLength(2)
  expect(busy).not.toHaveBeenCalled()
})

test('a stream that comes back and continues costs no read', async () => {
  const server = serverOf([episodeOf(1)])
  await show(server, {}, ['1 open'])
  server.say('event: ping\ndata: {}\nid: 1784520000000\n\n')
  server.change(episodeOf(2))
  await expect.poll(rows).toEqual(['2 open', '1 open'])
  server.drop()
  await expect.poll(server.isHeard).toBe(true)
  expect(server.resumedFrom()).toBe('1784520000000')
  server.change(episodeOf(3))
  await expect.poll(rows).toEqual(['3 open', '2 open', '1 open'])
  expect(server.reads).toHaveLength(1)
})

const Emergencies = () => (
  <>
    {useEmergencies().map(({ id }) => (
      <button key={id} type="button">{`${id}`}</button>
    ))}
  </>
)

test('an emergency of somebody who has left the group goes from the former leader’s screen at once', async () => {
  const server = serverOf([episodeOf(1), episodeOf(2)])
  root.render(
    <QueryClientProvider client={queryClient}>
      <Emergencies />
    </QueryClientProvider>,
  )
  await expect.poll(rows).toEqual(['2', '1'])
  await expect.poll(server.isHeard).toBe(true)
  // Its news goes to the new group's leaders.
  server.stored.splice(0, 1)
  server.say('event: map\ndata: [{"companyId":1,"officeId":1}]\n\n')
  await expect.poll(rows).toEqual(['2'])
})

const LateEmergencies = () => (
  <>
    {useLateEmergencies().map(({ id }) => (
      <button key={id} type="button">{`${id} late`}</button>
    ))}
  </>
)

test('an emergency of long ago is not shown in the banner until it is found to continue', async () => {
  const server = serverOf([episodeOf(1), episodeOf(2, { late: '1' })])
  root.render(
    <QueryClientProvider client={queryClient}>
      <Emergencies />
      <LateEmergencies />
    </QueryClientProvider>,
  )
  await expect.poll(rows).toEqual(['1', '2 late'])
  await expect.poll(server.isHeard).toBe(true)
  server.change(episodeOf(2))
  await expect.poll(rows).toEqual(['2', '1'])
})
