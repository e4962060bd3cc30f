import { connection as calls, type ConnectionDetail, type ConnectionTrialResult } from '@mimamori/contract/connection'
import { session } from '@mimamori/contract/session'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Notices } from '../kit/notices.tsx'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { ConnectionParts } from './connection-parts.tsx'
import { busyConnection, east, triedOf, yard } from './test-connection.ts'

type Sent = { readonly method: string; readonly path: string; readonly body: Record<string, unknown> }

let stored: ConnectionDetail
let answerTrial: (devEui: string) => ConnectionTrialResult
const sent: Sent[] = []
const trials = () => sent.filter(({ path }) => path.endsWith('/Trial'))
const changes = () => sent.filter(({ method }) => method === 'PUT')

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  sent.length = 0
  stored = busyConnection()
  answerTrial = (devEui) => triedOf(devEui)
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url instanceof Request ? url : new URL(url, location.href), init)
    const { pathname: path } = new URL(request.url)
    const { method } = request
    const body: Record<string, unknown> = method === 'GET' ? {} : await request.json()
    if (method !== 'GET') sent.push({ method, path, body })
    if (path.endsWith('/Trial')) return Response.json(answerTrial(body['devEui'] === yard ? yard : east))
    if (method === 'PUT') {
      const devices = body['devices'] as ConnectionDetail['devices'] | undefined
      stored = {
        ...stored,
        version: stored.version + 1,
        ...(devices !== undefined && {
          devices: devices.map((one) => ({
            ...(busyConnection().devices.find(({ devEui }) => devEui === one.devEui) ?? busyConnection().devices[0]!),
            ...one,
          })),
        }),
      }
      return Response.json(stored)
    }
    if (path === `${calls.list.path}/c1`) return Response.json(stored)
    return Response.json({ data: [], count: 0 })
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const Parts = () => {
  useQuery(queryOf(calls.one, { params: { id: 'c1' } }))
  return <ConnectionParts id="c1" secret={undefined} onMade={() => undefined} />
}

const show = async () => {
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <Parts />
      <Notices />
    </QueryClientProvider>
  ))
  await expect.element(mapping.getByText('この1件は、「000108」の測定値になります。')).toBeVisible()
}

const mapping = page.getByRole('region', { name: '項目の対応' })
const devices = page.getByRole('region', { name: 'DevEUIと機器' })

const pick = async (label: string, words: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByTitle(words, { exact: true }).last().click()
}

const showYard = () => pick('内容を見る機器', 'yard（000103）')

test('the message of the chosen DevEUI is shown, and stays while others send', async () => {
  await show()
  await showYard()
  await expect.element(mapping.getByText('この1件は、「000103」の測定値になります。')).toBeVisible()
  expect(trials().at(-1)?.body).toMatchObject({ devEui: yard, mapping: [{ from: 'wbgt', to: 'wbgt', factor: 0.1 }] })
})

test('a DevEUI gets a mapping of its own, which is edited and saved alone, and gives it up again', async () => {
  await show()
  await showYard()
  await expect.element(mapping.getByText('この連携の対応で読みます。')).toBeVisible()
  await mapping.getByRole('button', { name: 'この機器だけの対応にする' }).click()
  await expect.element(mapping.getByText('この機器だけの対応で読みます。')).toBeVisible()
  expect(changes().at(-1)?.body).toMatchObject({
    version: 3,
    devices: [
      { devEui: east, mapping: null },
      { devEui: yard, kind: 'heat', serialNumber: '000103', mapping: [{ from: 'wbgt', to: 'wbgt', factor: 0.1 }] },
    ],
  })
  await expect
    .element(devices.getByRole('listitem').filter({ hasText: yard }).getByText('この機器だけの対応', { exact: true }))
    .toBeVisible()

  await mapping.getByRole('button', { name: 'WBGTの行を外す' }).click()
  await mapping.getByRole('button', { name: '対応を保存する' }).click()
  await expect.poll(() => changes().length).toBe(2)
  expect(changes().at(-1)?.body).toMatchObject({
    version: 4,
    devices: [
      { devEui: east, mapping: null },
      { devEui: yard, mapping: [] },
    ],
  })
  expect(changes().at(-1)?.body).not.toHaveProperty('mapping')

  await mapping.getByRole('button', { name: '連携の対応に戻す' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '連携の対応に戻す' }).click()
  await expect.element(mapping.getByText('この連携の対応で読みます。')).toBeVisible()
  expect(changes().at(-1)?.body).toMatchObject({ devices: [{ devEui: east }, { devEui: yard, mapping: null }] })
})

test('what is not saved is not lost to another DevEUI with a mapping of its own without a question', async () => {
  stored = busyConnection({
    devices: busyConnection().devices.map((one) => (one.devEui === yard ? { ...one, mapping: [] } : one)),
  })
  await show()
  await mapping.getByRole('button', { name: 'WBGTの行を外す' }).click()
  await showYard()
  await page.getByRole('dialog').getByRole('button', { name: '編集に戻る' }).click()
  await expect.element(mapping.getByText('この連携の対応で読みます。')).toBeVisible()
})

test('a second row can fill the same field, and is called the second', async () => {
  await show()
  await mapping.getByRole('button', { name: '項目を足す' }).click()
  await page.getByRole('menuitem', { name: 'WBGTをもう1行' }).click()
  await expect.element(mapping.getByRole('listitem', { name: 'WBGT（2行目）' })).toBeVisible()
})

test('a DevEUI that is in the table already is not replaced by adding it', async () => {
  await show()
  await devices.getByRole('button', { name: '足す', exact: true }).click()
  await page.getByRole('textbox', { name: 'DevEUI' }).fill('24:E1:24:71:3C:49:01:08')
  await page.getByRole('button', { name: '足す', exact: true }).last().click()
  await expect.element(page.getByText('この連携の表にもうあります。機器を変えるには、表の行の「変える」を押してください。')).toBeVisible()
  expect(changes()).toEqual([])
})

test('a device that is registered from its DevEUI is that DevEUI’s before the form opens', async () => {
  await show()
  await devices.getByRole('button', { name: '24e124713c490127の機器を新しく登録' }).click()
  await page.getByRole('menuitem', { name: '暑さ指数計' }).click()
  await expect.poll(() => changes().length).toBe(1)
  expect(changes()[0]?.body['devices']).toContainEqual({ devEui: '24e124713c490127', kind: 'heat', serialNumber: '490127', mapping: null })
})

test.each([
  [
    'a temperature of 312 ℃',
    { wbgt: 312 },
    { isImplausible: true, result: 312 },
    '312 ℃は、現場の値とは思えません。換算を確かめてください。',
  ],
])('%s is doubted before it is saved', async (_, reading, field, words) => {
  answerTrial = (devEui) => triedOf(devEui, { reading, fields: triedOf(devEui).fields.map((one) => ({ ...one, ...field })) })
  await show()
  await expect.element(mapping.getByText(words)).toBeVisible()
})

test('a meter by which no heat can be judged is named as such', async () => {
  answerTrial = (devEui) => triedOf(devEui, { judgesHeat: false })
  await show()
  await expect.element(mapping.getByText('暑さの判定には使えません。', { exact: false })).toBeVisible()
})

test('a DevEUI whose last message was refused says why, and so does a topic that the broker refuses', async () => {
  const lastRefusal = { at: '2026-07-21T13:41:38+09:00', reason: '届いた内容：測定値がありません。', field: null }
  stored = busyConnection({
    unknownDevices: busyConnection().unknownDevices.map((one) => ({ ...one, lastRefusal })),
    applicationId: '3f1e2d4c-5b6a-4798-8899-aabbccddeeff',
    topic: 'application/3f1e2d4c-5b6a-4798-8899-aabbccddeeff/device/+/event/up',
    topicRefusedAt: '2026-07-21T13:41:38+09:00',
  })
  await show()
  await expect
    .element(devices.getByText('最後の1件は受け取れませんでした。届いた内容：測定値がありません。', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByText('ブローカーのアクセス権に、このトピックを足してください。', { exact: false })).toBeVisible()
})

test('that a DevEUI without a device was refused for that is not repeated beside the choice of its device', async () => {
  const lastRefusal = { at: '2026-07-21T13:41:38+09:00', reason: 'DevEUI：見守りの機器が決まっていません。', field: 'device' }
  stored = busyConnection({ unknownDevices: busyConnection().unknownDevices.map((one) => ({ ...one, lastRefusal })) })
  await show()
  await expect.element(devices.getByText('24e124713c490127')).toBeVisible()
  expect(devices.getByText('最後の1件は受け取れませんでした。', { exact: false }).elements()).toEqual([])
})

test.each([
  ['AdminUnitService', true],
  ['HeadquartersAdmin', false],
] as const)('an application is claimed by the service’s administrators alone: %s', async (roleKey, isThere) => {
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, { roleKey } as never)
  await show()
  await page.getByRole('button', { name: '構内 LoRaWANを編集' }).click()
  await expect.element(page.getByRole('textbox', { name: '名前' })).toBeVisible()
  expect(page.getByRole('textbox', { name: 'アプリケーションID' }).elements()).toHaveLength(isThere ? 1 : 0)
})

test('what the ingestion refuses is refused here, with its field', async () => {
  answerTrial = (devEui) => triedOf(devEui)
  await show()
  answerTrial = (devEui) => triedOf(devEui, { outcome: 'rejected', reason: '湿度：-5ではありません。', field: 'humidity' })
  await showYard()
  await expect.element(mapping.getByText('このままでは受け取れません。湿度：-5ではありません。')).toBeVisible()
})
