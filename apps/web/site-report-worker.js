// Opens the page of reports (/site-report) without a network, in a browser that opened it before. The build writes `build`, `files`
// and `entry` above this: the files of the page, by their addresses. It stores nothing else: no report, no call, no poster's secret.
const page = '/site-report'
const cachePrefix = 'site-report-'
const cacheName = cachePrefix + build
// A network that answers nothing is no network to somebody in a hurry.
const patienceMs = 4_000

const store = async () => {
  const cache = await caches.open(cacheName)
  // While servers are replaced, one of another build may answer: its page needs other files. The next opening tries again.
  const html = await (await fetch(page, { cache: 'no-cache' })).text()
  if (!html.includes(entry)) throw new Error('the page is of another build')
  await cache.addAll([page, ...files])
}

const removeOthers = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName)
  await Promise.all(others.map((name) => caches.delete(name)))
  await clients.claim()
}

// Without `skipWaiting`, by which Chromium may leave an opening without an answer (decisions/0172).
addEventListener('install', (event) => event.waitUntil(store()))
addEventListener('activate', (event) => event.waitUntil(removeOthers()))

const stored = (path) => caches.match(path, { cacheName, ignoreVary: true })

/** A proxy in front of a server that is down answers for it. */
const isAway = ({ status }) => status >= 500

/** The newest page where a server answers, for it fits what the server takes; else the stored one. */
const open = async (request) => {
  const fetching = fetch(request)
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs))
  const response = await Promise.race([fetching, late]).catch(() => undefined)
  if (response !== undefined && !isAway(response)) return response
  // A browser that lacks room may have removed it.
  return (await stored(page)) ?? fetching
}

const openFile = async (request, path) => (await stored(path)) ?? fetch(request)

addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (method !== 'GET') return
  const { pathname } = new URL(url)
  if (mode === 'navigate') event.respondWith(open(event.request))
  else if (files.includes(pathname)) event.respondWith(openFile(event.request, pathname))
})
