// Shows the notices that the server pushes, and leads from one to the console. It answers no request of the page and keeps
// nothing: what is on screen is never older than the server says.
const home = '/home'

addEventListener('install', () => void skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

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

const show = ({ title, body, url, tag, level, emergency, at }) =>
  registration.showNotification(title, {
    body,
    tag,
    // A later word on the same alert is heard like the first.
    renotify: true,
    requireInteraction: emergency || level === 3,
    timestamp: Number.isNaN(Date.parse(at)) ? Date.now() : Date.parse(at),
    vibrate: emergency ? [400, 150, 400, 150, 400] : [250, 150, 250],
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    lang: 'ja',
    data: { url, tag },
  })

const tellWindows = async (tag) => {
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
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), 1_000)
    window.postMessage({ kind: 'open', url }, [port2])
  })

const open = async (url) => {
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
  event.waitUntil(open(/^alert-\d+$/.test(tag) ? `${url}#${tag}` : url))
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
