import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aliveJob } from './features/alerts/silence/alive-job.ts'
import { liveChannel } from './shared/announcements/announce.ts'
import { takeTurn } from './platform/database/recurring.ts'
import { makeAlert, makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from './shared/organisation/test-factories.ts'
import { createTestApp } from './test-app.ts'
import { endEpisodes } from './features/alerts/episodes/end.ts'

type Announced = { readonly o: number; readonly u?: number[]; readonly d?: number[]; readonly a?: number[] }

let product: Awaited<ReturnType<typeof createTestApp>>
let listener: pg.Client
let heard: Announced[] = []
let office: Awaited<ReturnType<typeof makeOffice>>
let sibling: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  product = await createTestApp()
  const { db } = product.context
  office = await makeOffice(db)
  sibling = await makeOffice(db, { company_id: office.company_id })
  listener = new pg.Client({ connectionString: product.url })
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload) as Announced))
  await listener.query(`listen ${liveChannel}`)
})
afterAll(async () => {
  await listener.end()
  await product.close()
})
beforeEach(async () => {
  heard = []
  await product.context.db.deleteFrom('alert_event').execute()
})

/** What was announced of episodes so far: each notification's site with its episodes. */
const announced = async (): Promise<[officeId: number, alertIds: number[]][]> => {
  // A connection hears what was committed before its own statement ends.
  await listener.query('select')
  return heard.flatMap(({ o, a }) => (a === undefined ? [] : [[o, a] as [number, number[]]])).toSorted(([one], [other]) => one - other)
}

const history = () =>
  product.context.db
    .selectFrom('alert_event')
    .select(['alert_id', 'event', 'level', 'user_id', 'note'])
    .orderBy('alert_event.alert_id')
    .orderBy('alert_event.at')
    .execute()

const line = (alert_id: number, event: string, more: object = {}) => ({ alert_id, event, level: null, user_id: null, note: null, ...more })
const minutesAgo = (minutes: number) => new Date(product.time.now.getTime() - minutes * 60_000)
const makeWorker = (of = office, group_id: number | null = null) => makeUser(product.context.db, 'User', { ...of, group_id })

test('the ingestion opens an episode: one line, announced to its site only, beside the condition', async () => {
  const { db } = product.context
  const { bearer } = await makeIngestKey(db, office.office_id)
  const worker = await makeWorker()
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, worker.user_id, tag.device_id)
  const readings = [{ kind: 'vital', device: tag.serial, at: minutesAgo(1).toISOString(), heartRate: 90, call: true }]
  expect((await product.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings } })).status).toBe(200)
  const [alert] = await db.selectFrom('alert').selectAll().where('user_id', '=', worker.user_id).execute()
  const alertId = alert?.alert_id ?? 0
  expect(await history()).toEqual([line(alertId, 'opened', { level: alert?.level })])
  expect(await announced()).toEqual([[office.office_id, [alertId]]])
  expect(heard.flatMap(({ u = [] }) => u)).toEqual([worker.user_id])
})

test('each answer of a person is one line with their name and words', async () => {
  const { db } = product.context
  const worker = await makeWorker()
  const { alert_id: alertId } = await makeAlert(db, worker)
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  const closing = { outcome: 'rested', note: '休憩した' }
  for (const [step, body] of [['Acknowledge', {}] as const, ['Respond', {}] as const, ['Close', closing] as const])
    expect((await product.askAs(base, 'POST', `/api/Alert/${alertId}/${step}`, body)).status).toBe(200)
  const by = { level: 3, user_id: base.user_id }
  expect((await history()).toSorted((a, b) => a.event.localeCompare(b.event))).toEqual([
    line(alertId, 'acknowledged', by),
    line(alertId, 'closed', { ...by, note: closing.note }),
    line(alertId, 'responding', by),
  ])
  expect(await announced()).toEqual([1, 2, 3].map(() => [office.office_id, [alertId]]))
  // The emergency is over for the worker too.
  expect(heard.flatMap(({ u = [] }) => u)).toEqual([worker.user_id])
})

test('a worker who changes group hands their open episodes over, which the history names', async () => {
  const { db } = product.context
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  const from = await makeGroup(db, { office_id: office.office_id })
  const worker = await makeWorker(office, from.group_id)
  const openAlert = await makeAlert(db, worker)
  await makeAlert(db, worker, { kind: 'condition', handling: 'closed', ended_at: minutesAgo(1) })
  const draft = { officeId: office.office_id, groupName: '第二班', leaderId: [], listSubleader: [], listMember: [worker.user_id] }
  expect((await product.askAs(base, 'POST', '/api/Group', { ...draft, listEmailAlert: [] })).status).toBe(200)
  expect(await history()).toEqual([line(openAlert.alert_id, 'handedOver', { level: 3, user_id: base.user_id, note: '第二班' })])
  expect(await announced()).toEqual([[office.office_id, [openAlert.alert_id]]])
})

test('silences that end at two sites in one turn are announced to each its own', async () => {
  const { db } = product.context
  const silences = []
  for (const site of [office, sibling])
    for (let count = 0; count < 2; count += 1) silences.push(await makeAlert(db, await makeWorker(site), { kind: 'silent', level: null }))
  await takeTurn(product.context, aliveJob)
  const [first = 0, second = 0, third = 0, fourth = 0] = silences.map(({ alert_id }) => alert_id)
  expect(await history()).toEqual([first, second, third, fourth].map((alertId) => line(alertId, 'ended')))
  expect(await announced()).toEqual([
    [office.office_id, [first, second]],
    [sibling.office_id, [third, fourth]],
  ])
})

test('a device that leaves its site ends its open episodes', async () => {
  const { db } = product.context
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  const belt = await makeDevice(db, 'belt', office.office_id)
  const { alert_id: alertId } = await makeAlert(db, await makeWorker(), { kind: 'belt', device_id: belt.device_id })
  const answer = await product.askAs(base, 'DELETE', `/api/Device/${belt.serial}?deviceType=2`)
  expect(answer.status).toBe(200)
  expect(await history()).toEqual([line(alertId, 'ended')])
  expect(await announced()).toEqual([[office.office_id, [alertId]]])
})

test('a transaction that is rolled back leaves no line and notifies nobody', async () => {
  const { db } = product.context
  const { alert_id: alertId, company_id: companyId } = await makeAlert(db, await makeWorker())
  const undone = db.transaction().execute(async (trx) => {
    await endEpisodes(trx, companyId, sql`a.alert_id = ${alertId}`, 'recovered', product.time.now)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await history()).toEqual([])
  expect(await announced()).toEqual([])
})
