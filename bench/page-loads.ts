import type { Page } from 'playwright'

const kinds = ['html', 'js', 'css', 'fonts', 'data', 'other'] as const
type Kind = (typeof kinds)[number]

type Request = { readonly kind: Kind; readonly startedAt: number }
type Loaded = Request & { readonly endedAt: number; readonly bytes: number }

/** What a page loaded over the network: in all, by kind, and the rounds of its waterfall. */
export type Loads = {
  readonly requests: number
  readonly kb: number
  readonly kbByKind: Readonly<Record<Kind, number>>
  /** The longest chain of requests of which each began only after the one before had ended. */
  readonly rounds: number
}

const kindOf = (url: string, type: string | undefined): Kind => {
  const { pathname } = new URL(url)
  if (pathname.startsWith('/api/')) return 'data'
  const extension = /\.(\w+)$/.exec(pathname)?.[1]
  if (extension === 'js' || extension === 'css') return extension
  if (type === 'Font') return 'fonts'
  return type === 'Document' ? 'html' : 'other'
}

const roundsOf = (all: readonly Loaded[]): number => {
  const chains: { readonly endedAt: number; readonly length: number }[] = []
  for (const { startedAt, endedAt } of all.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const before = chains.filter((chain) => chain.endedAt <= startedAt).map(({ length }) => length)
    chains.push({ endedAt, length: 1 + Math.max(0, ...before) })
  }
  return Math.max(0, ...chains.map(({ length }) => length))
}

const kbOf = (all: readonly Loaded[]) => all.reduce((sum, { bytes }) => sum + bytes, 0) / 1_024

/**
 * Notes what a page loads from now on, and answers what it has loaded so far. What comes from a cache or the service worker is no
 * load, and neither is the stream of events, which does not end.
 */
export const watchLoads = async (page: Page): Promise<() => Loads> => {
  const session = await page.context().newCDPSession(page)
  const started = new Map<string, Request>()
  const loaded: Loaded[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (request.url.startsWith('http')) started.set(requestId, { kind: kindOf(request.url, type), startedAt: timestamp })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => started.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true || response.fromServiceWorker === true || response.fromPrefetchCache === true)
      started.delete(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = started.get(requestId)
    if (request !== undefined) loaded.push({ ...request, endedAt: timestamp, bytes: encodedDataLength })
  })
  await session.send('Network.enable')
  return () => ({
    requests: loaded.length,
    kb: kbOf(loaded),
    kbByKind: Object.fromEntries(kinds.map((kind) => [kind, kbOf(loaded.filter((one) => one.kind === kind))])) as Record<Kind, number>,
    rounds: roundsOf(loaded),
  })
}
