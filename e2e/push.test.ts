import type { Page } from '@playwright/test'
import { startPushService } from '../apps/server/src/platform/outside/test-push-service.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNotTooWide } from './inspect.ts'
import { vital } from './site.ts'

type Browser = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } }

/** No push service of a browser's maker is in reach: the page is given the subscription that one would hand out. */
const standInForPushService = (page: Page, browser: Browser) =>
  page.evaluate((given) => {
    let current: object | null = null
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      const given64 = options?.applicationServerKey
      if (typeof given64 !== 'string') throw new Error('the key is not given as text')
      const text = given64.replaceAll('-', '+').replaceAll('_', '/')
      const key = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0).buffer
      const unsubscribe = async () => {
        current = null
        return true
      }
      current = { endpoint: given.endpoint, options: { applicationServerKey: key }, toJSON: () => given, unsubscribe }
      return current as PushSubscription
    }
  }, browser)

/** Hands the browser what came for it, as its maker's push service would. */
const openDelivery = async (page: Page) => {
  const tools = await page.context().newCDPSession(page)
  const known = Promise.withResolvers<string>()
  tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ isDeleted }) => !isDeleted)
    if (own !== undefined) known.resolve(own.registrationId)
  })
  await tools.send('ServiceWorker.enable')
  const registrationId = await known.promise
  const { origin } = new URL(page.url())
  return (data: string) => tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const shownNotices = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** A tap on the notice with that tag. */
const tap = async (page: Page, tag: string) => {
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('no service worker is there to be tapped')
  await worker.evaluate(async (wanted) => {
    const scope = globalThis as unknown as ServiceWorkerGlobal
    const [notification] = await scope.registration.getNotifications({ tag: wanted })
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, tag)
}
type ServiceWorkerGlobal = EventTarget & {
  readonly registration: ServiceWorkerRegistration
  readonly NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event
}

test.use({ isWholeBrowser: true })

test('a leader is notified on the phone, hears it, and answers in two taps', async ({ page, site, signInAs, line }) => {
  const { here, accounts } = site
  const service = await startPushService()
  await page.setViewportSize({ width: 375, height: 812 })
  await page.context().grantPermissions(['notifications'], { origin: line.url })
  await signInAs(accounts.GroupLeader)
  await page.goto('/user')
  const alarm = page.getByRole('region', { name: 'アラートの音' })
  await standInForPushService(page, service.browser('phone'))

  await page.getByRole('switch', { name: '通知を受け取る' }).click()
  await expect(alarm).toHaveCount(0)
  await page.getByRole('button', { name: '自分に試しに送る' }).click()
  const deliver = await openDelivery(page)
  const arrived = async (isWanted: (tag: string) => boolean) => {
    const found = () => service.received.find(({ notice }) => isWanted(notice.tag))?.notice
    await expect.poll(found).toBeDefined()
    const notice = found()
    await deliver(JSON.stringify(notice))
    return notice
  }
  await arrived((tag) => tag === 'test')
  await expect(page.getByText('この端末に届きました。')).toBeVisible()
  await expectAccessible(page)
  await expectNotTooWide(page)

  await here.post([vital(accounts.User, { call: true })])
  const notice = await arrived((tag) => tag.startsWith('alert-'))
  expect(notice?.title).toContain('緊急')
  const tag = notice?.tag ?? ''
  await expect.poll(() => shownNotices(page)).toContainEqual({ title: notice?.title, body: notice?.body, tag })
  await expect(page).toHaveTitle(/^\(1\) /)
  await expect(alarm).toContainText('アラートの音が鳴っています')
  expect((await alarm.getByRole('button', { name: '音を止める' }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)

  await tap(page, tag)
  const dialog = page.getByRole('dialog', { name: `${accounts.User.fullName}への対応` })
  const go = dialog.getByRole('button', { name: '確認した。自分が向かう' })
  await expect(go).toBeVisible()
  for (const button of await dialog.getByRole('button').all()) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await go.click()
  await expect(page.getByRole('region', { name: '緊急' })).toContainText('対応中')
  await expect(alarm).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^\(/)
  await expect(page).toHaveURL(({ hash }) => hash === '')

  // What cannot be read is shown all the same, or an iPhone takes the right to notices away.
  await deliver('not JSON')
  await expect
    .poll(() => shownNotices(page))
    .toContainEqual({ title: '見守りからの知らせ', body: '開いて確かめてください。', tag: 'unreadable' })

  // Somebody has taken the permission back in the browser's own settings.
  await page.context().clearPermissions()
  await page.reload()
  await expect(page.getByText('この端末への通知が届かなくなっています。')).toBeVisible()
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    for (const notification of await registration.getNotifications()) notification.close()
    await registration.unregister()
  })
  await service.stop()
})
