import { webhookBodies } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startNotifiedSite } from '../../features/alerts/notices/test-site.ts'
import { recordEvents } from '../../features/alerts/episodes/record-events.ts'
import { makeDevice } from '../organisation/test-factories.ts'
import { type ChannelEvent, webhookBodyOf } from './channel-event.ts'

const site = await startNotifiedSite()
const { db } = site.context
const { company_id: companyId, office_id: officeId } = site.tenants.office

beforeEach(async () => {
  await site.clear()
  await sql`truncate notification_channel cascade`.execute(db)
})

type Choice = {
  level?: number
  kinds?: string[]
  officeId?: number | null
  companyId?: number
  type?: string
  isEnabled?: boolean
  hours?: [string, string]
}

const makeChannel = async (id: string, choice: Choice = {}) => {
  const { level = 1, kinds = ['condition', 'siteHeat', 'belt', 'silent', 'device'], type = 'webhook', isEnabled = true } = choice
  await sql`
    insert into notification_channel (company_id, channel_id, office_id, type, name, is_enabled, level, kinds, hours_from, hours_to, created_at)
    values (${choice.companyId ?? companyId}, ${id}, ${choice.officeId ?? null}, ${type}, ${id}, ${isEnabled}, ${level}, ${kinds}::text[],
            ${choice.hours?.[0] ?? null}, ${choice.hours?.[1] ?? null}, ${site.time.now})`.execute(db)
}

const queued = async (channelId = 'portal') => {
  const rows = await db.selectFrom('channel_delivery').selectAll().where('channel_id', '=', channelId).orderBy('delivery_id').execute()
  return rows.map((row) => ({ ...row, content: row.message as ChannelEvent }))
}
const typesTo = async (channelId = 'portal') => (await queued(channelId)).map(({ event_type: type }) => type)

test('each step of an alert is one event, in its order, with an id of its own and a body as documented', async () => {
  await makeChannel('portal')
  const alert = await site.open()
  await site.move(alert, 3)
  await sql`update alert set handling = 'acknowledged' where alert_id = ${alert.alert_id}`.execute(db)
  await site.record(alert, 'acknowledged', 3)
  await site.record(alert, 'noted', null)
  await site.move(alert, 1, 'lowered')
  await sql`update alert set ended_at = ${site.time.now}, ending = 'recovered' where alert_id = ${alert.alert_id}`.execute(db)
  await site.record(alert, 'ended', null)
  await sql`update alert set handling = 'closed', outcome = 'rested' where alert_id = ${alert.alert_id}`.execute(db)
  await site.record(alert, 'closed', 1)

  expect(await typesTo()).toEqual(['alert.opened', 'alert.raised', 'alert.acknowledged', 'alert.ended', 'alert.closed'])
  const events = await queued()
  expect(new Set(events.map(({ webhook_id: id }) => id)).size).toBe(5)
  const bodies = events.map(({ content }) => webhookBodyOf(content, null))
  for (const body of bodies) expect(webhookBodies[body.type].strict().parse(body)).toEqual(body)
  expect(bodies[0]).toMatchObject({
    type: 'alert.opened',
    timestamp: '2026-07-20T13:00:00+09:00',
    data: {
      alertId: alert.alert_id,
      kind: 'condition',
      level: 2,
      site: { id: officeId, name: '東雲現場' },
      place: '北棟 3階',
      group: { name: '鉄骨班' },
      worker: { name: null },
      handling: 'open',
      endedAt: null,
    },
  })
  expect(bodies.at(-1)).toMatchObject({ data: { handling: 'closed', outcome: 'rested', ending: 'recovered', peakLevel: 3 } })
})

test('nothing measured of a person, nor their name, is queued', async () => {
  await makeChannel('portal')
  const alert = await site.open({ heart_rate: 151, excess: 1.24, wbgt: 29.4 })
  const [event] = await queued()
  const text = JSON.stringify(event?.message)
  expect(text).not.toMatch(/151|1\.24|29\.4|heart|excess|age"|attention/i)
  expect(text).not.toContain(alert.full_name)
})

test('the surname alone leaves where names do', async () => {
  await makeChannel('portal')
  await site.open()
  const [event] = await queued()
  expect(event && webhookBodyOf(event.content, '佐々木　隆')).toMatchObject({ data: { worker: { name: '佐々木' } } })
})

test('an event of a device whose clock is ahead is due at once', async () => {
  await makeChannel('portal')
  const { alert_id: alertId, office_id: of } = await site.open()
  const at = new Date(Date.now() + 30_000)
  await recordEvents(db, [{ companyId, alertId, officeId: of, at, event: 'acknowledged', level: 2 }])
  const event = (await queued()).at(-1)
  expect([event?.event_type, event?.created_at]).toEqual(['alert.acknowledged', at])
  const { rows } = await sql`select from channel_delivery where event_type = 'alert.acknowledged' and next_try_at <= now()`.execute(db)
  expect(rows).toHaveLength(1)
})

test('what is rolled back is queued for nobody', async () => {
  await makeChannel('portal')
  const alert = await site.open()
  const failing = db.transaction().execute(async (trx) => {
    await recordEvents(trx, [
      { companyId, alertId: alert.alert_id, officeId: alert.office_id, at: site.time.now, event: 'raised', level: 3 },
    ])
    throw new Error('the power fails')
  })
  await expect(failing).rejects.toThrow('the power fails')
  expect(await typesTo()).toEqual(['alert.opened'])
})

test('level, kinds, site and company choose; an emergency goes to each', async () => {
  await makeChannel('danger', { level: 3 })
  await makeChannel('emergencies', { level: 4 })
  await makeChannel('belts', { kinds: ['belt'] })
  await makeChannel('here', { officeId })
  await makeChannel('elsewhere', { officeId: site.tenants.sibling.office_id })
  await makeChannel('off', { isEnabled: false })
  await makeChannel('chat', { type: 'slack' })
  await makeChannel('others', { companyId: site.tenants.foreign.company_id })
  const alert = await site.open({ level: 2 })
  await site.move(alert, 3)
  await site.record(alert, 'ended', null)
  await site.open({ kind: 'emergency', level: 3, cause: 'call' })
  const sent = ['alert.opened', 'alert.raised', 'alert.ended', 'alert.opened']
  expect(await typesTo('here')).toEqual(sent)
  expect(await typesTo('danger')).toEqual(sent.slice(1))
  expect(await typesTo('emergencies')).toEqual(['alert.opened'])
  expect(await typesTo('belts')).toEqual(['alert.opened'])
  for (const none of ['elsewhere', 'off', 'chat', 'others']) expect([none, await typesTo(none)]).toEqual([none, []])
  const ids = (await Promise.all(['here', 'danger', 'emergencies', 'belts'].map((id) => queued(id)))).map((own) => own.at(-1)?.webhook_id)
  expect(new Set(ids).size).toBe(1)
})

test('a silence opens and recovers as that of a device, which it names', async () => {
  await makeChannel('portal')
  const gateway = await makeDevice(db, 'gateway', officeId, { serial: 'GW-7' })
  const silence = await site.open({ kind: 'gatewaySilent', level: null, user_id: null, full_name: null, device_id: gateway.device_id })
  await sql`update alert set ended_at = ${site.time.now}, ending = 'recovered' where alert_id = ${silence.alert_id}`.execute(db)
  await site.record(silence, 'ended', null)
  expect(await typesTo()).toEqual(['device.silent', 'device.heard'])
  const [event] = await queued()
  expect(event && webhookBodyOf(event.content, null)).toMatchObject({
    data: { kind: 'gatewaySilent', level: null, worker: null, device: { kind: 'gateway', serialNumber: 'GW-7' } },
  })
})

test('an alarm that its device took back in time, and what nobody is notified of, is not sent', async () => {
  await makeChannel('portal')
  await site.open({ kind: 'fall', level: 3, withdrawn: true, ended_at: site.time.now, ending: 'cancelled' })
  await site.open({ kind: 'battery', level: null })
  expect(await typesTo()).toEqual([])
})

test('what is ordinary leaves at once too, whatever hours a channel had as another type', async () => {
  await makeChannel('portal', { hours: ['15:00', '18:00'] })
  await site.open()
  await site.open({ kind: 'emergency', level: 3 })
  expect((await queued()).map(({ next_try_at: at }) => at.toISOString())).toEqual(['2026-07-20T04:00:00.000Z', '2026-07-20T04:00:00.000Z'])
})
