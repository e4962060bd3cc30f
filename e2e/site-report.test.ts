import { contextOptions } from './chromium.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './inspect.ts'
import { dialog, field, row } from './organisation-parts.ts'
import { password } from './product.ts'

test.slow()

test('somebody opens a poster’s link in Vietnamese and reports a grave sign; the leader comes, and what was kept without a network arrives', async ({
  page,
  site,
  product,
  signInAs,
  context,
}) => {
  const { accounts, here } = site
  const { db } = product
  await db
    .updateTable('office')
    .set({ emergency_phone: '03-5550-0100', address: '江東区東雲3丁目　正面ゲート' })
    .where('office.office_id', '=', here.officeId)
    .execute()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/poster-link/list')
  await page.getByRole('button', { name: '掲示を作る' }).click()
  await field(page, '掲示の場所').fill('東側 外部足場 2段目')
  await dialog(page).getByRole('button', { name: '作る', exact: true }).click()
  const made = page.getByRole('dialog', { name: '「東側 外部足場 2段目」の掲示を作りました' })
  const address = await made.getByLabel('リンク', { exact: true }).inputValue()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    made.getByRole('button', { name: '掲示をダウンロード（PDF）' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('掲示_東側 外部足場 2段目.pdf')
  await made.getByRole('button', { name: '閉じる' }).click()
  await expect(row(page, '東側 外部足場 2段目')).toContainText('有効')

  // A phone in which nobody ever signed in.
  const phones = await context
    .browser()
    ?.newContext({ ...contextOptions, locale: 'vi-VN', viewport: { width: 375, height: 812 }, hasTouch: true, reducedMotion: 'reduce' })
  const phone = await phones?.newPage()
  if (phones === undefined || phone === undefined) throw new Error('no second browser')
  const requests: string[] = []
  phone.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: 'Có người không khỏe' })).toBeVisible()
  await expect(phone.getByText('東側 外部足場 2段目')).toBeVisible()
  const send = phone.getByRole('button', { name: 'Gửi', exact: true })
  expect((await send.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await phone.getByText('Trả lời không bình thường').tap()
  await expect(phone.getByText('Hãy gọi 119 trước')).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Gọi 119' })).toHaveAttribute('href', 'tel:119')
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await expectAccessible(phone)
  await phone.getByLabel('Ai nếu biết').fill('áo đỏ')
  await send.tap()
  await expect(phone.getByRole('heading', { name: /^Đã gửi/ })).toBeVisible()
  await expect(phone.getByText('熱中症かもしれません')).toContainText('江東区東雲3丁目　正面ゲート')
  await expect(phone.getByText('Chưa ai xem')).toBeVisible()
  await expectAccessible(phone)

  // The leader gets the alert with place and answers, and goes there.
  const login = await fetch(`${product.url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: accounts.GroupLeader.loginId, password }),
  })
  const { token } = (await login.json()) as { token: string }
  const ask = async (method: string, path: string) =>
    (await (await fetch(`${product.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } })).json()) as { data: unknown[] }
  const alerts = () => ask('GET', '/api/HealthCondition/Alert?limit=100')
  const { data } = await alerts()
  expect(data).toMatchObject([{ kind: 'report', source: 'poster', locationName: '東側 外部足場 2段目' }])
  const [{ id }] = data as [{ id: number }]
  expect(await ask('GET', `/api/Alert/${id}/Report`)).toMatchObject({ data: [{ who: 'áo đỏ', signs: ['confused'] }] })
  await ask('POST', `/api/Alert/${id}/Respond`)
  await expect(phone.getByText(/Đang đến/)).toBeVisible()

  // Without a network: it says so within seconds, survives a reload, and arrives by itself.
  await phone.evaluate(() => navigator.serviceWorker.ready)
  await phones.setOffline(true)
  await phone.getByRole('button', { name: 'Tình trạng thay đổi. Gửi lại' }).tap()
  await phone.getByText('Bất tỉnh').tap()
  await send.tap()
  await expect(phone.getByRole('heading', { name: 'Vẫn chưa đến nơi. Hãy gọi điện' })).toBeVisible()
  await expect(phone.getByRole('link', { name: /03-5550-0100/ }).first()).toHaveAttribute('href', 'tel:0355500100')
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Vẫn chưa đến nơi. Hãy gọi điện' })).toBeVisible()
  await phone.getByRole('combobox', { name: /Language/ }).selectOption('ne')
  await expect(phone.getByRole('link', { name: '119 मा फोन' }).first()).toBeVisible()
  await phone.getByRole('combobox', { name: /Language/ }).selectOption('vi')
  // Somebody else scans the same poster in the meantime: the form opens, with the telephone of the site.
  const second = await phones.newPage()
  await second.goto(address)
  await expect(second.getByRole('heading', { name: 'Có người không khỏe' })).toBeVisible()
  await expect(second.getByText('東側 外部足場 2段目')).toBeVisible()
  await second.close()
  const stored = await phone.evaluate(async () => {
    const cached = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
    return (await Promise.all(cached)).flat().map(({ url }) => url)
  })
  expect(stored.filter((url) => url.includes('/api/') || url.includes('#'))).toEqual([])
  await phone.route('**/api/SiteReport', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await phones.setOffline(false)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Vẫn chưa đến nơi. Hãy gọi điện' })).toBeVisible()
  await phone.unroute('**/api/SiteReport')
  await expect(phone.getByRole('heading', { name: /^Đã gửi/ })).toBeVisible()
  expect((await alerts()).data).toHaveLength(2)

  // A link that was renewed takes no report, and says whom to call.
  await page.getByRole('button', { name: '東側 外部足場 2段目を作り直す' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '作り直す' }).click()
  await expect(page.getByRole('dialog', { name: '「東側 外部足場 2段目」の掲示を作りました' })).toBeVisible()
  await phone.evaluate(() => localStorage.removeItem('mimamori-site-reports'))
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'Mã QR này không còn dùng được' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Gọi 119' })).toBeVisible()
  const [, secret = ''] = /#[^.]+\.(.+)$/.exec(address) ?? []
  expect(requests.filter((line) => line.includes(secret))).toEqual([])
  await phones.close()
})
