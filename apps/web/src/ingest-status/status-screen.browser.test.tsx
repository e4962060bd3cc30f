import { endpoints } from '@mimamori/contract/endpoints'
import type { IngestStatus, IngestTrial } from '@mimamori/contract/ingest-status'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { IngestStatusScreen } from './status-screen.tsx'
import { busyStatus, secondsAgo } from './test-status.ts'

let answer: IngestStatus
let trial: IngestTrial
let isAway = false
const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = []

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  sent.length = 0
  isAway = false
  answer = busyStatus()
  queryClient.setQueryData(queryOf(endpoints.session.userInfo, {}).queryKey, {
    userId: 9,
    roleKey: 'HeadquartersAdmin',
    officeId: 4,
    officeName: '東雲三丁目',
  } as never)
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url instanceof Request ? url : new URL(url, location.href), init)
    const { pathname } = new URL(request.url)
    const { method } = request
    if (method !== 'GET') sent.push({ method, path: pathname, body: await request.json().catch(() => null) })
    if (isAway) return new Response('', { status: 503 })
    if (pathname === endpoints.ingestStatus.read.path) return Response.json(answer)
    if (pathname === endpoints.ingestStatus.trial.path) return Response.json(trial)
    return Response.json({ data: [], count: 0, registered: 2 })
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = (width = 1440) =>
  mount(() => (
    <QueryClientProvider client={queryClient}>
      <IngestStatusScreen />
    </QueryClientProvider>
  )).then(() => page.viewport(width, 900))

const says = (part: Locator, words: string) => expect.poll(() => part.element().textContent).toContain(words)

const panel = (name: string) => page.getByRole('region', { name })

test.each([1440, 1000, 375])('senders, refusals, unknown numbers, unread fields and clocks are said in words, at %i px', async (width) => {
  await show(width)
  await says(panel('受信キーごと'), '8個・1分に346件・きょう 断った測定値 38件')
  await says(panel('受信キーごと'), '登録されていない機器です 31')
  await says(panel('受信キーごと'), '4時間28分 届いていません')
  await says(panel('受信キーごと'), '送信プログラムの開発試験')
  await says(panel('受信キーごと'), '昨年度の親機期限切れ')
  await says(panel('受信キーごと'), '外した計測システム削除')
  await says(panel('断った測定値'), 'wbgt: "--"')
  await says(panel('読まない項目'), '"heart_rate" は読みません：heartRate では？')
  await says(panel('読まない項目'), '10531 ほか1台')
  await says(panel('読まない項目'), '20 ほか9台以上')
  await says(panel('時計'), 'B-05　6分12秒 遅れ')
  await says(panel('登録のない番号'), '6桁の数字で送ってください。')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('a number leads to the form of its kind, with its site and its number', async () => {
  await show()
  const wayOf = async (name: string) => {
    const link = page.getByRole('link', { name })
    await expect.element(link).toBeVisible()
    // The router of a part's test writes texts in quotation marks.
    return decodeURIComponent(link.element().getAttribute('href') ?? '').replaceAll('"', '')
  }
  expect(await wayOf('体調デバイス 10531 を登録')).toBe('/vital-device/create/new?OfficeId=4&SerialNumber=10531&DeviceType=1')
  expect(await wayOf('親機・子機 GW-09 を登録')).toBe('/gateway/create/new?OfficeId=4&SerialNumber=GW-09')
  await page.getByRole('button', { name: '2台をまとめて登録' }).click()
  await says(page.getByRole('dialog'), '親機・子機は、親機として登録します。')
  await page.getByRole('button', { name: 'まとめて登録する' }).click()
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([
      {
        officeId: 4,
        devices: [
          { kind: 'vital', serialNumber: '10531' },
          { kind: 'gateway', serialNumber: 'GW-09' },
        ],
      },
    ])
})

test('a key that has long been silent is stopped after a question, others are not offered to be', async () => {
  await show()
  await page.getByRole('button', { name: '旧詰所の親機のキーを止める' }).click()
  expect(page.getByRole('button', { name: /のキーを止める$/ }).elements()).toHaveLength(1)
  await says(page.getByRole('dialog'), '止めたキーは、元に戻せません。')
  expect(sent).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'キーを止める' }).click()
  await expect.poll(() => sent).toEqual([{ method: 'DELETE', path: '/api/Office/4/IngestKey/k-4AB2C1', body: null }])
})

test.each([1440, 375])('how a lamp is connected is shown at each key in force, but not at a trial key, at %i px', async (width) => {
  await show(width)
  await page.getByRole('button', { name: '東ゲートの親機で警告灯につなぐ', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: '受信キー「東ゲートの親機」で警告灯につなぐ' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  const others = ['送信プログラムの開発', '昨年度の親機'].map((name) => page.getByRole('button', { name: `${name}で警告灯につなぐ` }))
  expect(others.flatMap((button) => button.elements())).toEqual([])
})

test('a field is hidden, and shown again from beneath', async () => {
  await show()
  await page.getByRole('button', { name: 'co2を知らせない' }).click()
  await expect.poll(() => sent.at(-1)?.body).toEqual({ officeId: 4, kind: 'heat', field: 'co2', muted: true })
  answer = { ...answer, unknownFields: answer.unknownFields.map((field) => ({ ...field, muted: field.field === 'co2' })) }
  await page.getByText('知らせない項目 1個').click()
  await page.getByRole('button', { name: 'co2を知らせる' }).click()
  await expect.poll(() => sent.at(-1)?.body).toEqual({ officeId: 4, kind: 'heat', field: 'co2', muted: false })
})

test('what comes in shows within a second or so, and rows keep their places under the pointer', async () => {
  await show()
  const rows = () =>
    page
      .getByRole('table', { name: '断った測定値の一覧' })
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => /10531|000108|10502|B-77/.exec(row.textContent)?.[0])
  await expect.poll(rows).toEqual(['10531', '000108', '10502'])
  await userEvent.hover(page.getByRole('cell', { name: /^10502/ }))
  const [first, ...others] = answer.refusals
  if (first === undefined) throw new Error('no refusal')
  answer = { ...answer, refusals: [{ ...first, kind: 'belt', device: 'B-77' }, ...others.toReversed(), first] }
  await expect.poll(rows).toEqual(['10531', '000108', '10502', 'B-77'])
  await userEvent.hover(page.getByRole('heading', { name: /^接続/ }))
  await expect.poll(rows).toEqual(['B-77', '10502', '000108', '10531'])
})

test('without updates nothing is asked until 表示更新 is pressed', async () => {
  await show()
  await says(panel('時計'), '17台のうち1台')
  await page.getByRole('checkbox', { name: '自動更新（1秒）' }).click()
  answer = { ...answer, clocks: [] }
  await page.getByRole('button', { name: '表示更新' }).click()
  await says(panel('時計'), '届いている17台の時計は合っています。')
})

test('where the server does not answer, the old values stay and say how old they are', async () => {
  await show()
  await expect.element(panel('受信キーごと')).toBeVisible()
  isAway = true
  await expect.element(page.getByText('最新の値を読み込めません', { exact: false })).toBeVisible()
  await says(panel('断った測定値'), '10531')
})

test('a site without a key is led to make one, and still shows what came by keys that it had', async () => {
  answer = { ...answer, keys: [], unknownFields: [], clocks: [], heardDevices: 0 }
  await show(375)
  await expect.element(panel('受信キーごと').getByText('まだ受信キーがありません')).toBeVisible()
  await says(panel('断った測定値'), 'wbgt: "--"')
  await says(panel('登録のない番号'), '10531')
  await page.getByRole('button', { name: '受信キーを作る' }).click()
  await expect.element(page.getByRole('radio', { name: '試験用' })).toBeVisible()
})

const accepted: IngestTrial = {
  outcome: 'accepted',
  reason: null,
  field: null,
  values: [
    { field: 'heartRate', value: 128, unit: '回/分' },
    { field: 'call', value: true, unit: null },
  ],
  warnings: [{ field: 'heart_rate', hint: 'heartRate' }],
  device: { kind: 'vital', serialNumber: '10502', deviceName: null, officeId: 5, officeName: '有明北', isElsewhere: true },
  wearer: { userId: 3, fullName: '岩田　聡美' },
  at: secondsAgo(2),
  clockErrorSeconds: -372,
  value: null,
  call: true,
  alarm: null,
  estimatedWbgt: null,
  unknownGateway: null,
  isWorn: true,
}

test('a reading is tried by its fields, and what became of it is said in words', async () => {
  trial = accepted
  await show()
  await page.getByRole('button', { name: '試しに1件送る' }).click()
  const dialog = page.getByRole('dialog', { name: '試しに1件送る' })
  await dialog.getByRole('combobox', { name: '機器の番号' }).fill('10502')
  await userEvent.keyboard('{Tab}')
  await dialog.getByLabelText('心拍').fill('128')
  await dialog.getByLabelText('電池').fill('x')
  await dialog.getByRole('button', { name: '試す' }).click()
  await expect
    .poll(() => sent.at(-1)?.body)
    .toMatchObject({
      officeId: 4,
      reading: { kind: 'vital', device: '10502', heartRate: 128, battery: 'x' },
    })
  const result = dialog.getByRole('region', { name: '結果' })
  await says(result, '受け取ります')
  for (const words of [
    '岩田　聡美',
    '心拍 128 回/分',
    '呼び出し はい',
    '緊急（呼び出し）として知らせます',
    '「有明北」に登録された機器です',
    '6分12秒 遅れ',
    'heartRate では？',
  ])
    await says(result, words)
  await says(result, '判定も保存もしていません')
  const alarm = { field: 'alarm', value: 'heat', unit: null }
  trial = { ...accepted, values: [alarm], call: false, alarm: 'heat', wearer: null, estimatedWbgt: 28.4, unknownGateway: 'GW-09' }
  await dialog.getByRole('button', { name: '試す' }).click()
  await says(result, '緊急（機器の暑さ警報）として知らせます')
  for (const words of ['機器の警報 機器の暑さ警報', '表示できない人です', '28.4 ℃', 'GW-09 は登録がありません']) await says(result, words)
  trial = { ...trial, isWorn: false }
  await dialog.getByRole('button', { name: '試す' }).click()
  await says(result, '拠点の緊急（機器の暑さ警報）として知らせます')
  trial = { ...trial, at: secondsAgo(25 * 3_600) }
  await dialog.getByRole('button', { name: '試す' }).click()
  await says(result, '24時間より前の測定値なので、緊急として知らせません')
})

test('a pasted message begins with what the fields hold; one that is no JSON is not sent', async () => {
  trial = {
    ...accepted,
    outcome: 'refused',
    reason: 'WBGTを数値にしてください。',
    field: 'wbgt',
    value: '"--"',
    values: [],
    warnings: [],
    device: null,
  }
  await show(375)
  await page.getByRole('button', { name: '試しに1件送る' }).click()
  const dialog = page.getByRole('dialog', { name: '試しに1件送る' })
  await dialog.getByRole('radio', { name: '暑さ指数計' }).click()
  await dialog.getByText('JSONを貼る').click()
  const text = dialog.getByRole('textbox', { name: '測定値のJSON' })
  expect(JSON.parse((text.element() as HTMLTextAreaElement).value)).toMatchObject({ kind: 'heat', device: '' })
  await text.fill('{"kind"')
  await dialog.getByRole('button', { name: '試す' }).click()
  await expect.element(dialog.getByText('JSONとして読めません。', { exact: false })).toBeVisible()
  expect(sent).toEqual([])
  await text.fill('{"readings":[{"kind":"heat","wbgt":"--"},{"kind":"heat"}]}')
  await dialog.getByRole('button', { name: '試す' }).click()
  await expect.element(dialog.getByText('断ります')).toBeVisible()
  await expect.element(dialog.getByText('WBGT "--"', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('2件のうち、最初の1件だけを試しました。')).toBeVisible()
  expect(sent.at(-1)?.body).toEqual({ officeId: 4, reading: { kind: 'heat', wbgt: '--' } })
})
