import { expect, test } from './fixtures.ts'
import { onlyPage } from './reused-browsers.ts'

test('a browser that is handed on has kept nothing of what was stored, allowed, cut off or heard in it', async ({ browsers, product }) => {
  const former = await browsers.take(product.url)
  const page = onlyPage(former)
  await page.goto('/login')
  await page.evaluate(() => {
    localStorage.setItem('token', 'somebody')
    sessionStorage.setItem('seen', 'something')
    document.cookie = 'who=somebody'
  })
  await former.grantPermissions(['notifications'])
  let heard = 0
  former.on('request', () => (heard += 1))
  await former.route('**/*', (route) => route.abort())
  await (await former.newPage()).setViewportSize({ width: 375, height: 800 })
  await former.setOffline(true)
  await browsers.giveBack(former)
  // What its former pages requested until then was heard rightly.
  heard = 0

  // Others may have been given back before this one.
  const taken = [await browsers.take(product.url)]
  while (!taken.includes(former) && taken.length < 5) taken.push(await browsers.take(product.url))
  expect(taken).toContain(former)
  const next = former
  const opened = onlyPage(next)
  expect(opened.viewportSize()).toEqual({ width: 1280, height: 720 })
  await opened.goto('/login')
  await expect(opened.getByLabel('ログインID')).toBeVisible()
  const storage = await opened.evaluate(async () => ({
    stored: [localStorage.getItem('token'), sessionStorage.getItem('seen'), document.cookie],
    mayNotify: (await navigator.permissions.query({ name: 'notifications' })).state === 'granted',
  }))
  expect(storage).toEqual({ stored: [null, null, ''], mayNotify: false })
  expect(heard).toBe(0)
  for (const given of taken) await browsers.giveBack(given)
})

test('a browser in use is handed to nobody else', async ({ browsers, product }) => {
  const [one, other] = [await browsers.take(product.url), await browsers.take(product.url)]
  expect(one).not.toBe(other)
  for (const taken of [one, other]) await browsers.giveBack(taken)
})
