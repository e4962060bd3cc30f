import type { AlertEpisode, ReceiptState } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeGroup, makeOffice, makeOfficeLink, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db } = product.context
const office = await makeOffice(db, { name: '東雲現場', emergency_phone: '03-5550-0100', address: '江東区東雲3丁目　正面ゲート' })
const group = await makeGroup(db, { office_id: office.office_id })
const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: group.group_id })
const admin = await makeUser(db, 'HeadquartersAdmin', office)

let places = 0
const poster = async (values: { office_id?: number; name?: string } = {}) => {
  const { office_id: at = office.office_id, name = `場所${(places += 1)}` } = values
  const { linkId, secret } = await makeOfficeLink(db, at, { kind: 'poster', name })
  return { name, linkId, headers: { 'x-poster-secret': `${linkId}.${secret}` } }
}
type Poster = Awaited<ReturnType<typeof poster>>
const send = async ({ headers }: Poster, payload: object, key?: string) => {
  const more = key === undefined ? {} : { 'idempotency-key': key }
  const { status, body } = await product.ask('POST', '/api/SiteReport', { payload, headers: { ...headers, ...more } })
  return { status, receipt: (body as { receipt: string }).receipt }
}
const receiptOf = ({ headers }: Poster, receipt: string) => product.ask('GET', `/api/SiteReport/${receipt}`, { headers })
const alertsAt = async ({ name }: Poster) => {
  const { body } = await product.askAs(admin, 'GET', '/api/HealthCondition/Alert?limit=100')
  return (body as { data: AlertEpisode[] }).data.filter(({ locationName }) => locationName === name)
}
const minutesLater = (minutes: number) => {
  product.time.now = new Date(product.time.now.getTime() + minutes * 60_000)
}

test('the page shows the site’s name, place, telephone and address, and nothing else', async () => {
  const link = await poster({ name: '東側 外部足場 2段目' })
  const { status, body } = await product.ask('GET', '/api/SiteReport', { headers: link.headers })
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      officeName: '東雲現場',
      place: '東側 外部足場 2段目',
      emergencyPhone: '03-5550-0100',
      address: '江東区東雲3丁目　正面ゲート',
      languages: ['ja', 'en', 'vi', 'zh-Hans', 'id', 'fil', 'my', 'ne'],
    },
  })
})

test('a report opens an alert with the poster’s place, which its receipt follows until somebody is on the way', async () => {
  const link = await poster()
  const { status, receipt } = await send(link, { who: '赤い服の人', where: '足場の下', signs: ['confused', 'cannotStand'], note: '倒れた' })
  expect(status).toBe(200)
  const [alert] = await alertsAt(link)
  expect(alert).toMatchObject({ kind: 'report', source: 'poster', userId: null, locationName: link.name, handling: 'open' })
  expect((await receiptOf(link, receipt)).body).toEqual({
    sentAt: '2026-07-20T13:00:00+09:00',
    receivedAt: '2026-07-20T13:00:00+09:00',
    seenAt: null,
    respondingAt: null,
  })
  minutesLater(1)
  await product.askAs(leader, 'POST', `/api/Alert/${alert?.id}/Acknowledge`)
  minutesLater(1)
  await product.askAs(leader, 'POST', `/api/Alert/${alert?.id}/Respond`)
  expect((await receiptOf(link, receipt)).body).toMatchObject({
    seenAt: '2026-07-20T13:01:00+09:00',
    respondingAt: '2026-07-20T13:02:00+09:00',
  })
  expect(await product.askAs(leader, 'GET', `/api/Alert/${alert?.id}/Report`)).toMatchObject({
    status: 200,
    body: { data: [{ who: '赤い服の人', where: '足場の下', signs: ['confused', 'cannotStand'], note: '倒れた' }] },
  })
})

test('a receipt is read by its own site for two hours, and is not that of another report', async () => {
  const [link, other] = [await poster(), await poster({ office_id: (await makeOffice(db, { company_id: office.company_id })).office_id })]
  const one = await send(link, { where: 'a', signs: [] }, 'key-1')
  const two = await send(link, { where: 'a', signs: [] }, 'key-2')
  expect(one.receipt).not.toBe(two.receipt)
  expect(one.receipt).toMatch(/^[\w-]{40,}$/)
  expect((await receiptOf(other, one.receipt)).status).toBe(404)
  expect((await receiptOf(link, 'x'.repeat(43))).status).toBe(404)
  minutesLater(119)
  expect((await receiptOf(link, one.receipt)).status).toBe(200)
  minutesLater(2)
  expect((await receiptOf(link, one.receipt)).status).toBe(404)
})

test('a report that is sent again is one report, also at the same moment', async () => {
  const link = await poster()
  const sent = await Promise.all(Array.from({ length: 4 }, () => send(link, { where: 'a', signs: ['hot'] }, 'the same')))
  expect(new Set(sent.map(({ receipt }) => receipt)).size).toBe(1)
  expect(await alertsAt(link)).toHaveLength(1)
})

test('beyond six of a link in ten minutes further ones join, none is lost, and another place opens its own', async () => {
  const [link, other] = [await poster(), await poster()]
  const sent = await Promise.all(Array.from({ length: 9 }, (_, n) => send(link, { where: `${n}`, signs: [] }, `key ${n}`)))
  expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
  const alerts = await alertsAt(link)
  expect(alerts).toHaveLength(6)
  expect(alerts.reduce((sum, { reports }) => sum + (reports ?? 0), 0)).toBe(9)
  await send(other, { where: 'a', signs: [] })
  expect(await alertsAt(other)).toHaveLength(1)
  minutesLater(11)
  await send(link, { where: 'a', signs: [] })
  expect(await alertsAt(link)).toHaveLength(7)
})

test('nothing about a report that can be read costs it: a long text, an unknown sign, a clock that is wrong, no place', async () => {
  const link = await poster()
  const at = (time: string) => send(link, { note: 'あ'.repeat(300), signs: ['hot', 'fromTheFuture'], at: time })
  for (const time of ['2020-01-01T00:00:00+09:00', '2030-01-01T00:00:00Z', 'yesterday']) expect((await at(time)).status).toBe(200)
  const alerts = await alertsAt(link)
  const { body } = await product.askAs(leader, 'GET', `/api/Alert/${alerts[0]?.id}/Report`)
  expect(body).toMatchObject({
    data: [{ where: link.name, signs: ['hot'], note: 'あ'.repeat(200), receivedAt: expect.any(String) as string }],
  })
})

test('what no text can hold is left out, and never costs the report', async () => {
  const link = await poster()
  const drafts = [
    { who: 5, where: null, signs: null, note: {} },
    { who: 'あ\0い', where: ['x'], signs: 'hot', note: 'う\ud800え', at: 7 },
    { note: '倒れている', signs: ['hot', 1, null] },
  ]
  for (const draft of drafts) {
    const answer = await product.ask('POST', '/api/SiteReport', { headers: link.headers, payload: draft })
    expect(answer.status).toBe(200)
  }
  const reports = await db
    .selectFrom('condition_report')
    .select(['who', 'place', 'signs', 'note'])
    .where('place', '=', link.name)
    .orderBy('report_id')
    .execute()
  expect(reports).toMatchObject([
    { who: null, signs: [], note: null },
    { who: 'あい', signs: [], note: 'う�え' },
    { who: null, signs: ['hot'], note: '倒れている' },
  ])
})

test('a report that was kept in the phone says when it was written and when it came in', async () => {
  const link = await poster()
  const written = new Date(product.time.now.getTime() - 40 * 60_000).toISOString()
  const { receipt } = await send(link, { where: 'a', signs: [], at: written })
  const state = (await receiptOf(link, receipt)).body as ReceiptState
  expect(Date.parse(state.receivedAt) - Date.parse(state.sentAt)).toBe(40 * 60_000)
})

test('a link that was revoked takes no report, and says so', async () => {
  const link = await poster()
  await product.askAs(admin, 'DELETE', `/api/Office/${office.office_id}/PosterLink/${link.linkId}`)
  expect((await send(link, { where: 'a', signs: [] })).status).toBe(401)
  expect(await alertsAt(link)).toEqual([])
})

test('a body beyond 16 KB is refused', async () => {
  expect((await send(await poster(), { where: 'a', signs: [], note: 'x'.repeat(20_000) })).status).toBe(413)
})
