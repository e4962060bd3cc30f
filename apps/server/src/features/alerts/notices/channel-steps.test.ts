import { type AlertRecord, channelStepOf } from '@mimamori/contract'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/database-types.ts'
import { makeChannel } from '../../../shared/channels/test-channel-row.ts'
import { startNotifiedSite } from './test-site.ts'

const site = await startNotifiedSite()
const { people, office, sibling } = site.tenants
const { db } = site.context

type Values = Partial<Insertable<Database['notification_channel']>>
/** A channel that no first notice goes to: it is for emergencies alone, and a step of the chain. */
const makeStep = (values: Values = {}, place: { readonly company_id: number; readonly office_id: number | null } = office) =>
  makeChannel(db, place, { name: '夜間の当番室', level: 4, kinds: [], ...values })
const change = (channelId: string, values: Values) =>
  db.updateTable('notification_channel').set(values).where('channel_id', '=', channelId).execute()

beforeEach(async () => {
  await site.clear()
  await sql`delete from notification_channel`.execute(db)
  await sql`update app_user set email = 'p' || user_id::text || '@example.jp'`.execute(db)
  await site.set('MINUTES', '3,5,10')
})

const stepsAre = (...steps: string[]) => site.set('STEPS', steps.join(','))
const start = site.time.now
const waitMinutes = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    site.later(60)
    await site.tell()
  }
}
const begin = async (values: Parameters<typeof site.open>[0] = { level: 3, peak_level: 3 }) => {
  const alert = await site.open(values)
  await site.tell()
  return alert
}
/** Whom the chain notified: minutes after the alert, the number of the step, and whom. */
const called = async () =>
  (await site.notices())
    .filter(({ occasion }) => occasion === 'escalated')
    .map(({ at, step, channel, channel_name, user_name }) => {
      const minutes = Math.round((at.getTime() - start.getTime()) / 60_000)
      return `${minutes} ${step ?? '-'} ${channel === 'none' ? '―' : ''}${channel_name ?? user_name ?? ''}`
    })
const deliveries = async () => {
  const { rows } = await sql<{ occasion: string; step: number | null; urgency: string }>`
    select d.occasion, d.step, d.message->>'urgency' as urgency from channel_delivery d where not d.is_test order by d.delivery_id`.execute(
    db,
  )
  return rows
}
const { leader, contract } = people

test('a channel is called at its minutes between people, and again with everybody every five minutes until somebody answers', async () => {
  const channelId = await makeStep()
  await stepsAre('GroupLeader', channelStepOf(channelId), 'AdminUnitContract')
  const alert = await begin()
  await waitMinutes(16)
  const everybody = (minutes: number) => [
    `${minutes} 1 ${leader.full_name}`,
    `${minutes} 3 ${contract.full_name}`,
    `${minutes} 2 夜間の当番室`,
  ]
  expect(await called()).toEqual([`3 1 ${leader.full_name}`, '5 2 夜間の当番室', `10 3 ${contract.full_name}`, ...everybody(15)])
  expect(await deliveries()).toEqual([
    { occasion: 'escalated', step: 2, urgency: '危険・未対応' },
    { occasion: 'escalated', step: 2, urgency: '危険・未対応' },
  ])
  await sql`update alert set handling = 'acknowledged' where alert_id = ${alert.alert_id}`.execute(db)
  await waitMinutes(10)
  expect(await deliveries()).toHaveLength(2)
})

test('a channel as the first and only step is called at its minutes, and again', async () => {
  const channelId = await makeStep()
  await stepsAre(channelStepOf(channelId))
  await begin()
  await waitMinutes(13)
  expect(await called()).toEqual(['3 1 夜間の当番室', '8 1 夜間の当番室', '13 1 夜間の当番室'])
})

test.each<[string, Values]>([
  ['off', { is_enabled: false }],
  ['failing', { failures: 3, failing_since: start }],
  ['refused once for good', { failures: 1, failing_since: start, failure: 'unauthorized' }],
  [
    'to be left alone for an hour',
    { failures: 1, failing_since: start, failure: 'busy', paused_until: new Date(start.getTime() + 3_600_000) },
  ],
  ['out of its hours', { hours_from: '20:00', hours_to: '06:00' }],
  ['of another site', { office_id: sibling.office_id }],
])('a channel that is %s is passed at once, and the record says which one', async (_, values) => {
  const channelId = await makeStep()
  await stepsAre(channelStepOf(channelId), 'GroupLeader', 'AdminUnitContract')
  await change(channelId, values)
  const { alert_id } = await begin()
  await waitMinutes(3)
  expect(await called()).toEqual(['3 1 ―夜間の当番室', `3 2 ${leader.full_name}`])
  expect(await deliveries()).toEqual([])
  const { body } = await site.askAs(people.base, 'GET', `/api/Alert/${alert_id}`)
  expect((body as AlertRecord).told.filter(({ channel }) => channel === 'none')).toMatchObject([
    { step: 1, destination: { name: '夜間の当番室', type: null, state: 'passed' } },
  ])
})

test('a channel that is deleted while its alert waits is passed at once, and said', async () => {
  const channelId = await makeStep()
  await stepsAre(channelStepOf(channelId), 'GroupLeader')
  await begin()
  await sql`delete from notification_channel`.execute(db)
  await waitMinutes(3)
  expect(await called()).toEqual(['3 1 ―削除された通知先', `3 2 ${leader.full_name}`])
})

test('a channel whose last attempt failed by a fault that passes is called', async () => {
  const channelId = await makeStep({ failures: 2, failing_since: start, failure: 'timeout', paused_until: start })
  await stepsAre(channelStepOf(channelId))
  await begin()
  await waitMinutes(3)
  expect(await called()).toEqual(['3 1 夜間の当番室'])
})

test('the last step is passed too; everybody is notified again in five minutes', async () => {
  const channelId = await makeStep({ is_enabled: false })
  await stepsAre('GroupLeader', channelStepOf(channelId))
  await begin()
  await waitMinutes(10)
  expect(await called()).toEqual([`3 1 ${leader.full_name}`, '5 2 ―夜間の当番室', `10 1 ${leader.full_name}`])
})

test('an emergency ignores the hours of a channel, not that it is off', async () => {
  const hours = { hours_from: '20:00', hours_to: '06:00' }
  const [open, off] = [await makeStep(hours), await makeStep({ ...hours, name: '止めた通知先', is_enabled: false })]
  await stepsAre(channelStepOf(off), channelStepOf(open))
  await begin({ kind: 'emergency', level: 3, peak_level: 3 })
  await waitMinutes(3)
  expect(await called()).toEqual(['3 1 ―止めた通知先', '3 2 夜間の当番室'])
})

test('hours that begin meanwhile count at the moment of the step', async () => {
  const channelId = await makeStep({ hours_from: '13:03', hours_to: '14:00' })
  await stepsAre(channelStepOf(channelId))
  await begin()
  await waitMinutes(3)
  expect(await called()).toEqual(['3 1 夜間の当番室'])
})

test('a channel that is a step and takes first notices is sent each repetition once', async () => {
  const channelId = await makeStep({ level: 3, kinds: ['condition'] })
  await stepsAre(channelStepOf(channelId))
  await begin()
  await waitMinutes(8)
  expect((await deliveries()).map(({ occasion, step }) => [occasion, step])).toEqual([
    ['opened', null],
    ['escalated', 1],
    ['escalated', 1],
  ])
})

test('a channel of the whole company is a step of its sites', async () => {
  const channelId = await makeStep({ name: '本社の安全部' }, { company_id: office.company_id, office_id: null })
  await stepsAre(channelStepOf(channelId))
  await begin()
  await waitMinutes(3)
  expect(await called()).toEqual(['3 1 本社の安全部'])
})
