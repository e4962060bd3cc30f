import { setTimeout as after } from 'node:timers/promises'
import type { MapRow } from '@mimamori/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, markHours } from '../src/shared/monitoring/summaries/due.ts'
import { noticeJob } from '../src/features/alerts/notices/notice-job.ts'
import { summaryJob } from '../src/shared/monitoring/summaries/summary-job.ts'
import { makeMap } from '../src/shared/monitoring/map-workers/test-maps.ts'
import { providerId } from '../src/shared/organisation/keys.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeOfficeLink, makeWear } from '../src/shared/organisation/test-factories.ts'
import { outboxJob } from '../src/features/outbox/outbox-job.ts'
import { startSmtp } from '../src/features/outbox/test-smtp.ts'
import { testConfig } from '../src/platform/test-context.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { browserOf } from '../src/platform/outside/test-push-service.ts'
import { openStream } from '../src/platform/http/test-stream.ts'
import { formerBrowsersJob } from '../src/features/push/former-browsers.ts'
import { createTestApp } from '../src/test-app.ts'
import { nodeOf } from './durability/cluster-nodes.ts'

const product = await createTestApp({ config: testConfig({ mailFrom: 'mimamori@example.jp' }) })
const { context, time } = product
const { db, pool } = context
let url = ''

type Office = Awaited<ReturnType<typeof makeOffice>>
/** A site on the node of the service's own company, and one on another. */
const sites: { lost: Office; living: Office }[] = []

const foundSites = async () => {
  const lostNode = await nodeOf(pool, providerId)
  let [lost, living]: (Office | undefined)[] = []
  while (lost === undefined || living === undefined) {
    const office = await makeOffice(db)
    if ((await nodeOf(pool, office.company_id)) === lostNode) lost ??= office
    else living ??= office
  }
  return { lost, living }
}

/** The node of the service's own company is looked for where nobody answers, in this test's database alone. */
const moveNode = async (by: number) => {
  await pool.query(
    `update pg_dist_node n set nodeport = n.nodeport + $2
      where n.groupid = (select p.groupid from pg_dist_placement p
                          where p.shardid = get_shard_id_for_distribution_column('office', $1::int))`,
    [providerId, by],
  )
  // Who can be reached is looked up every two seconds.
  await after(2_500)
}
const portsAway = 9

beforeAll(async () => {
  url = await product.app.listen({ port: 0, host: '127.0.0.1' })
  sites.push(await foundSites())
})
afterAll(product.close)

describe('while a node is away', () => {
  let lost: Office
  let living: Office
  beforeEach(() => {
    ;({ lost, living } = sites[0]!)
  })

  const whileAway = async (work: () => Promise<void>) => {
    await moveNode(portsAway)
    try {
      await work()
    } finally {
      await moveNode(-portsAway)
    }
  }

  test('the others’ lists of maps are answered, with the pictures of the service’s administrators but not their sizes', async () => {
    const base = await makeUser(db, 'HeadquartersAdmin', living)
    const service = await makeUser(db, 'AdminUnitService')
    const picture = { content_type: 'image/png', created_at: time.now }
    const ofProvider = { ...picture, company_id: providerId, uploaded_by: service.user_id }
    const own = { ...picture, company_id: living.company_id, uploaded_by: base.user_id }
    const keys = ['provider.png', 'own.png']
    await db
      .insertInto('stored_file')
      .values([
        { ...ofProvider, file_key: 'provider.png', size: 100, width: 10, height: 10 },
        { ...own, file_key: 'own.png', size: 200, width: 20, height: 20 },
      ])
      .execute()
    for (const [position, image_key] of keys.entries()) await makeMap(db, living, { position, image_key })
    const headers = await product.as(base)
    const list = async () => {
      const { status, body } = await product.ask('GET', `/api/Map?officeId=${living.office_id}`, { headers })
      expect(status).toBe(200)
      return (body as { data: MapRow[] }).data.map(({ mapImage, imageSize }) => [mapImage, imageSize])
    }
    const whole = await list()
    expect(whole.map(([, size]) => size)).toEqual([100, 200])
    await whileAway(async () =>
      expect(await list()).toEqual([
        [whole[0]?.[0], null],
        [whole[1]?.[0], 200],
      ]),
    )
    expect(await list()).toEqual(whole)
  })

  test('the summaries of the others are computed, and those of the lost node’s companies once it is back', async () => {
    const morning = new Date('2026-07-20T08:00:00+09:00')
    time.now = new Date('2026-07-20T13:00:00+09:00')
    await pool.query(`select ensure_reading_partition($1)`, [morning])
    const people: { company_id: number; user_id: number }[] = []
    for (const office of [lost, living]) {
      const { user_id } = await makeUser(db, 'User', office)
      const { device_id } = await makeDevice(db, 'vital', office.office_id)
      const { company_id, office_id } = office
      const at = new Date(morning.getTime() + 60_000)
      await db.insertInto('reading').values({ company_id, office_id, device_id, user_id, at, received_at: at, heart_rate: 100 }).execute()
      await markHours(db, company_id, [{ userId: user_id, hour: morning.getTime() }])
      people.push({ company_id, user_id })
    }
    const stored = async ({ company_id, user_id }: { company_id: number; user_id: number }) =>
      (
        await db
          .selectFrom('hourly_summary')
          .select('readings')
          .where('company_id', '=', company_id)
          .where('user_id', '=', user_id)
          .where('hour', '=', new Date(Math.floor(morning.getTime() / hourMs) * hourMs))
          .execute()
      ).length
    await whileAway(async () => {
      await takeTurn(context, summaryJob)
      expect(await stored(people[1]!)).toBe(1)
    })
    expect(await stored(people[0]!)).toBe(0)
    await takeTurn(context, summaryJob)
    expect(await stored(people[0]!)).toBe(1)
  })

  test('the others’ browsers are subscribed, and taken from a reader of the lost node once it is back', async () => {
    const browser = browserOf('https://push.example.com/shared')
    const signIn = async (office: Office) => product.as(await makeUser(db, 'HeadquartersAdmin', office))
    const [former, next] = [await signIn(lost), await signIn(living)]
    const subscribe = async (headers: Record<string, string>) =>
      (await product.ask('POST', '/api/Push/Subscription', { headers, payload: browser })).status
    const readers = async () =>
      (await db.selectFrom('push_subscription').select('company_id').execute()).map(({ company_id: companyId }) => companyId)
    expect(await subscribe(former)).toBe(200)
    time.now = new Date(time.now.getTime() + 1_000)
    await whileAway(async () => {
      expect(await subscribe(next)).toBe(200)
      await takeTurn(context, formerBrowsersJob)
    })
    expect(new Set(await readers())).toEqual(new Set([lost.company_id, living.company_id]))
    await takeTurn(context, formerBrowsersJob)
    expect(await readers()).toEqual([living.company_id])
  })

  test('a call for help of the others is stored, sent live, mailed, shown on their map and answered', async () => {
    const mailbox = await startSmtp()
    const withMail = { ...context, config: testConfig({ smtpUrl: mailbox.url, mailFrom: 'mimamori@example.jp' }) }
    const { company_id, office_id } = living
    const base = await makeUser(db, 'HeadquartersAdmin', living)
    const worker = await makeUser(db, 'User', living)
    const [tag, gateway] = [await makeDevice(db, 'vital', office_id), await makeDevice(db, 'gateway', office_id)]
    await makeWear(db, worker.user_id, tag.device_id)
    const { map_id: mapId } = await makeMap(db, living)
    const { bearer } = await makeIngestKey(db, office_id)
    await db
      .insertInto('master_setting')
      .values({ company_id, office_id, type: 'EMAIL_ALERT_SETTING', key: 'TO', value: 'gate@example.jp' })
      .execute()
    const headers = await product.as(base)
    // Made ahead of time, as a job does.
    await pool.query('select ensure_reading_partition($1)', [time.now])
    const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
      const { status, body } = await product.ask(method, path, { headers, ...(payload && { payload }) })
      expect({ path, status, body }).toMatchObject({ path, status: 200 })
      return body as { data: { id: number; userId: number }[] }
    }
    await whileAway(async () => {
      await ask('PUT', '/api/Map/SetDeviceToMap', { officeId: office_id, mapId, listGatewayDto: [{ serialNumber: gateway.serial }] })
      const press = { kind: 'vital', device: tag.serial, at: time.now.toISOString(), heartRate: 100, call: true, gateway: gateway.serial }
      const sent = await product.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings: [press] } })
      expect(sent).toMatchObject({ status: 200, body: { accepted: 1 } })
      await takeTurn(withMail, noticeJob)
      await takeTurn(withMail, outboxJob)
      expect(mailbox.received.flatMap(({ to }) => to)).toContain('gate@example.jp')
      const { data: people } = await ask('GET', `/api/HealthCondition?officeId=${office_id}`)
      expect(people.map(({ userId }) => userId)).toContain(worker.user_id)
      expect((await ask('GET', `/api/Map/${mapId}/Emergencies`)).data).toMatchObject([{ userId: worker.user_id }])
      const { data: alerts } = await ask('GET', '/api/HealthCondition/Alert')
      expect(alerts).toMatchObject([{ userId: worker.user_id }])
      await ask('POST', `/api/Alert/${alerts[0]?.id}/Close`, { outcome: 'sentHome', note: '帰宅させた' })
    })
    await mailbox.stop()
  })

  test('a wallboard whose link is taken back ends; one of a lost company stays', async () => {
    const open = async (office: Office) => {
      const link = await makeOfficeLink(db, office.office_id)
      const stream = await openStream(`${url}/api/Wallboard/${office.office_id}/Live`, link.headers)
      await stream.find(({ event }) => event === 'board')
      return { link, stream }
    }
    const [openStreamOfLost, ended] = [await open(lost), await open(living)]
    await whileAway(async () => {
      await db
        .updateTable('office_link')
        .set({ revoked_at: new Date() })
        .where('office_link.company_id', '=', living.company_id)
        .where('office_link.link_id', '=', ended.link.linkId)
        .execute()
      await ended.stream.find(({ event }) => event === 'revoked')
      expect(openStreamOfLost.stream.isEnded).toBe(false)
    })
    openStreamOfLost.stream.close()
  })
})
