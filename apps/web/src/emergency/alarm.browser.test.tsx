import type { AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { queryClient } from '../platform/query.ts'
import { Alarm } from './alarm.tsx'

/** A browser's sound: it waits for a tap, and counts what it played. */
const sound = new (class extends EventTarget {
  state = 'suspended'
  currentTime = 0
  destination = {}
  tones = 0
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
  async resume() {
    this.become('running')
  }
})()

class Part {
  gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
  connect(next: unknown) {
    return next
  }
  start() {
    sound.tones += 1
  }
  stop() {}
}

const standInForSound = () => {
  vi.stubGlobal('AudioContext', function () {
    return sound
  })
  vi.stubGlobal('OscillatorNode', Part)
  vi.stubGlobal('GainNode', Part)
  sound.tones = 0
  sound.become('suspended')
}

const encoder = new TextEncoder()
let place: HTMLElement
let roots: ReturnType<typeof createRoot>[]
let say: (episode: AlertEpisode) => void

/** The alarm of a tab: what it plays is of its own, its storage and its turn are the browser's. */
const openAlarm = async (episodes: AlertEpisode[]) => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, location.origin)
    if (pathname === endpoints.live.stream.path) return new Response(new ReadableStream({ start: (own) => void (stream = own) }))
    return Response.json({ data: episodes, count: episodes.length })
  })
  const root = createRoot(place)
  roots.push(root)
  root.render(
    <QueryClientProvider client={queryClient}>
      <Alarm />
    </QueryClientProvider>,
  )
  await expect.poll(() => stream).toBeDefined()
  say = (episode) => stream?.enqueue(encoder.encode(`event: alert\ndata: ${JSON.stringify([episode])}\n\n`))
}

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  place = document.body.appendChild(document.createElement('div'))
  roots = []
  standInForSound()
})
afterEach(() => {
  for (const root of roots) root.unmount()
  place.remove()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const bar = () => page.getByRole('region', { name: 'アラートの音' })
const tap = (name: string) => page.getByRole('button', { name }).click()

test('a browser that waits for a tap says so, and any tap lets the sound out', async () => {
  await openAlarm([episodeOf(1)])
  await expect.element(bar()).toHaveTextContent('音が止められています音を出す')
  expect(sound.tones).toBe(0)
  await tap('音を出す')
  await expect.poll(() => sound.tones).toBe(3)
  await expect.element(bar()).toHaveTextContent('アラートの音が鳴っています音を止める')
})

test('the tap that lets the sound out reaches what was under it, though the bar above goes away', async () => {
  const below = document.body.appendChild(document.createElement('button'))
  below.textContent = '確認する'
  const taps: string[] = []
  below.addEventListener('click', () => taps.push('確認する'))
  await openAlarm([episodeOf(1, { handling: 'acknowledged' })])
  await expect.element(bar()).toBeVisible()
  await tap('確認する')
  await expect.element(bar()).not.toBeInTheDocument()
  below.remove()
  expect(taps).toEqual(['確認する'])
})

test('what is silenced comes back with the next alert and with a rise, and ends once somebody has answered', async () => {
  await openAlarm([episodeOf(1)])
  await tap('音を出す')
  await tap('音を止める')
  await expect.element(bar()).not.toBeInTheDocument()
  say(episodeOf(2))
  await expect.element(bar()).toBeVisible()
  await tap('音を止める')
  await expect.element(bar()).not.toBeInTheDocument()
  say(episodeOf(3, { kind: 'condition', emergency: '0', alertLevel: 2 }))
  say(episodeOf(3, { kind: 'condition', emergency: '0', alertLevel: 3 }))
  await expect.element(bar()).toBeVisible()
  for (const id of [1, 2, 3]) say(episodeOf(id, { handling: 'acknowledged' }))
  await expect.element(bar()).not.toBeInTheDocument()
})

test('of several tabs one sounds, and the next takes over', async () => {
  const leaving = new AbortController()
  const otherTab = navigator.locks.request(
    'mimamori-alarm',
    () => new Promise((resolve) => leaving.signal.addEventListener('abort', resolve)),
  )
  await openAlarm([episodeOf(1)])
  await tap('音を出す')
  await expect.poll(async () => (await navigator.locks.query()).pending).toMatchObject([{ name: 'mimamori-alarm' }])
  expect(sound.tones).toBe(0)
  leaving.abort()
  await expect.poll(() => sound.tones).toBe(3)
  await otherTab
})
