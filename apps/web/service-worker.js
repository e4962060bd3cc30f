// Shows the notices that the server pushes, leads from one to the console, opens the console from what this browser stored of it,
// and answers where no server does (decisions/0172). The build writes `build`, `entry`, `files` (the addresses of all its scripts and
// styles) and `firstParts` (of the paths of screens) above this. It stores files of the console alone: no call, no answer, nobody's values.
const home = '/home'

const cachePrefix = 'console-'
const cacheName = cachePrefix + build
/** A page that the server has not confirmed for so long may be of a release that the server no longer understands. */
const longestKeptMs = 3 * 24 * 60 * 60_000
const keptAtHeader = 'x-kept-at'
const firstScript = '/first-calls.js'
const besideAssets = ['/chosen-theme.js', firstScript, '/icon.svg', '/manifest.webmanifest']

const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
/** With the script that runs beside it, which has no hash in its name. True where there was a page. */
const forgetPage = async () => {
  const cache = await caches.open(cacheName)
  await cache.delete(firstScript)
  return cache.delete(home)
}

/** Stores the start page where the server has this build; where it has another, the browser fetches that one's worker. */
const keepPage = async () => {
  const response = await fetch(home, { cache: 'no-cache' })
  if (!response.ok) return
  const html = await response.text()
  if (!html.includes(entry)) {
    await forgetPage()
    await registration.update()
    return
  }
  const headers = new Headers(response.headers)
  headers.set(keptAtHeader, String(Date.now()))
  headers.delete('content-encoding')
  headers.delete('content-length')
  const cache = await caches.open(cacheName)
  await cache.put(home, new Response(html, { headers }))
}

const keepFiles = async (paths) => {
  const cache = await caches.open(cacheName)
  const missing = []
  for (const path of paths) if ((await cache.match(path, { ignoreVary: true })) === undefined) missing.push(path)
  await cache.addAll(missing.map((path) => new Request(path, { priority: 'low' })))
}

/** The name of a file without what depends on its content. */
const nameOf = (path) => path.replace(/-[\w-]{8}(\.\w+)$/, '$1')

/** What this browser used of the former build, in this one. */
const keepSuccessors = async () => {
  const used = new Set()
  for (const name of await ownCaches()) {
    if (name === cacheName) continue
    for (const { url } of await (await caches.open(name)).keys()) used.add(nameOf(new URL(url).pathname))
  }
  if (used.size === 0) return
  await keepFiles([...besideAssets, ...files.filter((path) => used.has(nameOf(path)))])
  await keepPage()
}

/** The build before stays for the pages that it opened; those before that one go. */
const removeOldest = async () => {
  const others = (await ownCaches()).filter((name) => name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

// A browser without room, or a server that is being replaced, keeps nobody from notices: the page opened next stores what is missing.
// It takes over once no window of the former worker is open. Without waiting for that (`skipWaiting`) Chromium may end the former one
// with an opening in its hands, which then gets no answer for minutes; meanwhile the former worker fetches the page, which it has
// forgotten, from the server, and finds the files that this one stored.
addEventListener('install', (event) => event.waitUntil(keepSuccessors().catch(() => undefined)))
// No navigation preload: the browser would send what is not answered here twice, and a code of single sign-on is good once.
addEventListener('activate', (event) => event.waitUntil(Promise.all([clients.claim(), removeOldest()])))

/** A page says what it uses once it is shown, and that no server answers it. */
addEventListener('message', (event) => {
  const { kind, entry: entryOfPage, paths } = event.data ?? {}
  const answer = (said) => event.ports[0]?.postMessage(said)
  // True where there was a page: opened again, the address then comes from the server.
  if (kind === 'noServer') event.waitUntil(forgetPage().then(answer, () => answer(false)))
  // A page of another build uses other files.
  if (kind === 'keep' && entryOfPage === entry && build !== '')
    event.waitUntil(
      keepFiles([...besideAssets, ...files.filter((path) => paths.includes(path))])
        .then(keepPage)
        .catch(() => undefined),
    )
})

// What the console left of the site: telephone numbers, under the keys of site-contacts.ts and report-contacts.ts, and whether a
// report (申告) that asks for somebody has not arrived, in the database of own-reports.ts. Nobody's name, nobody's values.
const offlineScript = `
  const accountOf = (token) => {
    try {
      return String(JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'))).sub)
    } catch {}
  }
  const telOf = (phone) => 'tel:' + phone.normalize('NFKC').replaceAll(/[^\\d+]/g, '')
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    const { officeName = '', contacts = [] } = JSON.parse(localStorage.getItem('siteContacts') ?? '{}')
    document.querySelector('#site').textContent = officeName
    const token = localStorage.getItem('token')
    const account = token && accountOf(token)
    // Without a session only those of people whose report has not arrived are left.
    const own = Object.entries(JSON.parse(localStorage.getItem('reportContacts')) ?? {}).flatMap(([whose, kept]) => {
      if (token && whose !== account) return []
      const { leader, sitePhone } = kept ?? {}
      return [...(leader ? [{ name: '職長', phone: leader.phone }] : []), ...(sitePhone ? [{ name: '現場', phone: sitePhone }] : [])]
    })
    const shown = new Set()
    for (const { name, phone } of [...own, ...contacts]) {
      if (shown.has(telOf(phone))) continue
      shown.add(telOf(phone))
      const link = document.createElement('a')
      link.href = telOf(phone)
      link.textContent = name + ' ' + phone
      document.querySelector('#ambulance').before(link)
    }
  } catch {}
  const opening = indexedDB.open('mimamori-reports')
  // One that does not exist is not made: the console makes it with its tables.
  opening.addEventListener('upgradeneeded', () => opening.transaction.abort())
  opening.addEventListener('success', () => {
    const database = opening.result
    if (!database.objectStoreNames.contains('actions')) return database.close()
    const reading = database.transaction('actions').objectStore('actions').getAll()
    reading.addEventListener('success', () => {
      document.querySelector('#report').hidden = reading.result.every(({ input }) => input.body.state === 'well')
    })
    database.close()
  })
  const look = async () => {
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    if (answer !== undefined && answer.status < 500) location.reload()
  }
  document.querySelector('button').addEventListener('click', () => location.reload())
  addEventListener('online', look)
  setInterval(look, 10_000)
`

const offlineStyle = `
  :root { color-scheme: light; --page: #f1f3f5; --surface: #fff; --rule: #dee2e7; --edge: #7f8994; --ink: #15181c; --accent: #2a4e80; --on: #fff }
  :root[data-theme='dark'] { color-scheme: dark; --page: #0e1114; --surface: #161a1f; --rule: #2b323a; --edge: #707b87; --ink: #e9ecef; --accent: #87aadc; --on: #0e1114 }
  @media (prefers-color-scheme: dark) {
    :root:not([data-theme='light']) { color-scheme: dark; --page: #0e1114; --surface: #161a1f; --rule: #2b323a; --edge: #707b87; --ink: #e9ecef; --accent: #87aadc; --on: #0e1114 }
  }
  body { margin: 0; padding: 24px 16px; background: var(--page); color: var(--ink); font: 16px/26px 'Noto Sans JP', 'Hiragino Sans', 'BIZ UDPGothic', 'Yu Gothic UI', Meiryo, sans-serif; word-break: auto-phrase; line-break: strict }
  main { max-width: 560px; margin: 0 auto; padding: 20px; border: 1px solid var(--rule); border-radius: 6px; background: var(--surface) }
  h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px }
  h2 { margin: 20px 0 8px; font-size: 16px }
  p { margin: 0 0 8px }
  #report:not([hidden]) { padding: 12px; border: 2px solid var(--ink); border-radius: 6px; font-weight: 700 }
  ul { margin: 0; padding-inline-start: 20px }
  nav { display: flex; flex-direction: column; gap: 8px; margin-top: 12px }
  a, button { display: flex; align-items: center; justify-content: center; min-height: 48px; padding: 4px 12px; border: 1px solid var(--edge); border-radius: 4px; background: none; color: var(--ink); font: inherit; text-decoration: none; cursor: pointer }
  button { width: 100%; margin-top: 20px; border-color: var(--accent); background: var(--accent); color: var(--on); font-weight: 700 }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`

const offlinePage = (nonce) => `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>つながりません｜見守り</title>
<style nonce="${nonce}">${offlineStyle}</style>
</head>
<body>
<main>
<p id="site"></p>
<h1>サーバーにつながりません</h1>
<p id="report" role="alert" hidden>体調の申告が、まだ届いていません。下の番号に電話してください。つながってから見守りを開くと、自動で送ります。</p>
<p>体調とアラートは、いま表示できません。この間に出た知らせは、この画面には出ません。</p>
<h2>いまできること</h2>
<ul>
<li>作業者の様子を、声をかけて確かめてください。</li>
<li>電話は使えます。</li>
<li>Wi-Fi と電波を確かめてください。つながると、この画面は自動で元に戻ります。</li>
</ul>
<nav aria-label="電話"><a id="ambulance" href="tel:119">119番</a></nav>
<button type="button">もう一度つなぐ</button>
</main>
<script nonce="${nonce}">${offlineScript}</script>
</body>
</html>`

const offline = () => {
  const nonce = crypto.randomUUID()
  return new Response(offlinePage(nonce), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'`,
    },
  })
}

/** A proxy in front of a server that is down answers for it. */
const isAway = ({ status }) => status === 502 || status === 503 || status === 504

const openFromServer = async (request) => {
  try {
    const response = await fetch(request)
    return isAway(response) ? offline() : response
  } catch {
    return offline()
  }
}

const keptPage = async () => {
  const response = await caches.match(home, { cacheName, ignoreVary: true })
  return response !== undefined && Date.now() - Number(response.headers.get(keptAtHeader)) < longestKeptMs ? response : undefined
}

/** The stored page comes first: what is measured is asked of the server by the page itself. */
const open = async (request, pathname) => {
  const mayBeStored = navigator.onLine && firstParts.includes(pathname.split('/')[1])
  const stored = mayBeStored ? await keptPage().catch(() => undefined) : undefined
  return stored ?? openFromServer(request)
}

/**
 * Files whose names have a hash of their content never change. One that the server does not have is of a build that was replaced:
 * the stored page would ask for it again.
 */
const openFile = async (request, pathname) => {
  // The others keep their names from build to build.
  const where = besideAssets.includes(pathname) ? { cacheName } : {}
  const stored = await caches.match(request, { ignoreVary: true, ...where }).catch(() => undefined)
  if (stored !== undefined) return stored
  const response = await fetch(request)
  if (response.status === 404)
    await forgetPage().then(
      () => registration.update(),
      () => undefined,
    )
  return response
}

addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (method !== 'GET') return
  const { pathname, origin } = new URL(url)
  if (origin !== location.origin || pathname.startsWith('/api/')) return
  if (mode === 'navigate') event.respondWith(open(event.request, pathname))
  else if (pathname.startsWith('/assets/') || besideAssets.includes(pathname)) event.respondWith(openFile(event.request, pathname))
})

// A push without a notice costs an iPhone's page the right to any after three times: so even one that cannot be read is shown.
const unreadable = {
  title: '見守りからの知らせ',
  body: '開いて確かめてください。',
  url: home,
  tag: 'unreadable',
  level: null,
  emergency: true,
}

const read = (data) => {
  try {
    return { ...unreadable, ...data.json() }
  } catch {
    return unreadable
  }
}

const windows = () => clients.matchAll({ type: 'window', includeUncontrolled: true })

const show = ({ title, body, url, tag, level, emergency, quiet, at }) =>
  registration.showNotification(title, {
    body,
    tag,
    // A later word on the same alert is heard like the first; what can wait makes no sound, and may not ask for vibration then.
    renotify: quiet !== true,
    silent: quiet === true,
    requireInteraction: emergency || level === 3,
    timestamp: Number.isNaN(Date.parse(at)) ? Date.now() : Date.parse(at),
    ...(quiet !== true && { vibrate: emergency ? [400, 150, 400, 150, 400] : [250, 150, 250] }),
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    lang: 'ja',
    data: { url, tag },
  })

const tellWindows = async (tag) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's windows are all of its own origin
  for (const window of await windows()) window.postMessage({ kind: 'pushed', tag })
}

addEventListener('push', (event) => {
  const notice = read(event.data)
  event.waitUntil(Promise.all([show(notice), tellWindows(notice.tag)]))
})

/** Asks an open console to go there by itself, so that nothing is loaded anew. False where it does not answer. */
const lead = (window, url) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    setTimeout(() => resolve(false), 1_000)
    window.postMessage({ kind: 'open', url }, [port2])
  })

const openWindow = async (url) => {
  const all = await windows()
  const window = all.find(({ focused }) => focused) ?? all.find(({ visibilityState }) => visibilityState === 'visible') ?? all[0]
  if (window === undefined) return clients.openWindow(url)
  // An own window may be focused after a tap alone, and some browsers refuse even then.
  const focused = await window.focus().catch(() => window)
  if (await lead(focused, url)) return undefined
  return focused.navigate(url).catch(() => clients.openWindow(url))
}

addEventListener('notificationclick', (event) => {
  const { url = home, tag = '' } = event.notification.data ?? {}
  event.notification.close()
  // The console opens the alert's answer by this.
  event.waitUntil(openWindow(/^alert-\d+$/.test(tag) ? `${url}#${tag}` : url))
})

addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(
    show({
      ...unreadable,
      title: '通知が届かなくなりました',
      body: '見守りを開くと、また受け取れます。',
      url: '/user',
      tag: 'lost',
      emergency: false,
    }),
  ),
)
