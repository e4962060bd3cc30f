import { push } from '@mimamori/contract/push'
import { call } from './api.ts'
import { pushAbility } from './push-ability.ts'
import { hasWorkers, registerWorker } from './service-worker.ts'

/** Who switched notices on in this browser, by their number. */
const ownerKey = 'push'

/**
 * The state of notices in this browser. `restored`: it had lost them and has them again; `lost`: somebody must switch them on
 * again.
 */
export type PushStatus = 'off' | 'on' | 'restored' | 'lost' | 'noSender'

const register = async (): Promise<ServiceWorkerRegistration> => {
  await registerWorker()
  return navigator.serviceWorker.ready
}

const textOf = (key: ArrayBuffer | null | undefined): string => {
  if (key === null || key === undefined) return ''
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

const subscriptionOf = (registration: ServiceWorkerRegistration) => registration.pushManager.getSubscription()

/** The browser's subscription with the server's key; one made with another key can be sent nothing any more. */
const subscribeWith = async (registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> => {
  const known = await subscriptionOf(registration)
  if (known !== null && textOf(known.options.applicationServerKey) === publicKey) return known
  await known?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

const tellServer = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await call(push.subscribe, { body: { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } } })
}

/**
 * Switches notices on in this browser, after the browser has asked the person. It must come of a tap.
 * @throws where the browser or its push service refuses; `lost` where the person does
 */
export const switchPushOn = async (userId: number): Promise<PushStatus> => {
  if ((await Notification.requestPermission()) !== 'granted') return 'lost'
  const { publicKey } = await call(push.state)
  if (publicKey === null) return 'noSender'
  await tellServer(await subscribeWith(await register(), publicKey))
  localStorage.setItem(ownerKey, String(userId))
  return 'on'
}

const unsubscribeHere = async (): Promise<void> => {
  if (!hasWorkers()) return
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration !== undefined) await (await subscriptionOf(registration))?.unsubscribe()
}

/** Switches notices off in this browser. */
export const switchPushOff = async (): Promise<PushStatus> => {
  await call(push.unsubscribe)
  localStorage.removeItem(ownerKey)
  await unsubscribeHere()
  return 'off'
}

/** After a sign-out this browser gets no more notices. The server ends it with the session; the browser's part is ended here. */
export const forgetPushHere = (): void => {
  if (localStorage.getItem(ownerKey) === null) return
  localStorage.removeItem(ownerKey)
  unsubscribeHere().catch(() => undefined)
}

const renew = async (): Promise<PushStatus> => {
  const { publicKey, endpoint } = await call(push.state)
  if (publicKey === null) return 'noSender'
  const registration = await register()
  const had = await subscriptionOf(registration)
  try {
    const has = await subscribeWith(registration, publicKey)
    // After a new login the browser is the same and only the session another.
    if (has.endpoint !== endpoint) await tellServer(has)
    return had?.endpoint === has.endpoint ? 'on' : 'restored'
  } catch {
    return 'lost'
  }
}

/**
 * Looks, when the console opens, whether this browser still gets the notices that its owner switched on, and mends what can be
 * mended. Notices that somebody else switched on here end: the browser is another's now.
 */
export const checkPush = async (userId: number): Promise<PushStatus> => {
  const owner = localStorage.getItem(ownerKey)
  if (owner === null) return 'off'
  if (owner !== String(userId)) {
    localStorage.removeItem(ownerKey)
    await unsubscribeHere()
    return 'off'
  }
  if (pushAbility() !== 'able' || Notification.permission !== 'granted') return 'lost'
  return renew()
}

/** What the service worker says to open consoles. */
type WorkerNews = { readonly kind: 'pushed'; readonly tag: string } | { readonly kind: 'open'; readonly url: string }

/** Listens to the service worker until the returned function is called; what is handled is acknowledged. */
export const listenToWorker = (take: (news: WorkerNews) => void): (() => void) => {
  if (!hasWorkers()) return () => undefined
  const hear = (event: MessageEvent<WorkerNews>) => {
    take(event.data)
    event.ports[0]?.postMessage('taken')
  }
  navigator.serviceWorker.addEventListener('message', hear)
  navigator.serviceWorker.startMessages()
  return () => navigator.serviceWorker.removeEventListener('message', hear)
}
