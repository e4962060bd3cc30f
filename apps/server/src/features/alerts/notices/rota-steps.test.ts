import type { AlertEpisode } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeSubstitute, placeAt } from '../../../shared/duty-rota/test-rota.ts'
import { makeUser } from '../../../shared/organisation/test-factories.ts'
import { startNotifiedSite } from './test-site.ts'

const site = await startNotifiedSite()
const { people, office, group, otherGroup } = site.tenants
const { db } = site.context
const place = { ...office, group_id: group.group_id }
/** Of the group beside the worker's: by role they are never called for them. */
const other = await makeUser(db, 'GroupLeader', { ...office, group_id: otherGroup.group_id }, { full_name: '隣の職長' })
const second = await makeUser(db, 'GroupSubLeader', place, { full_name: '副職長　二' })

type User = { readonly user_id: number; readonly full_name: string }

/** Monday the 20th, 13:00: a public holiday, whose day began at 6. */
beforeEach(async () => {
  await site.clear()
  await sql`truncate duty_rota, duty_rota_place, duty_rota_override`.execute(db)
  await sql`update app_user set email = 'p' || user_id::text || '@example.jp', disabled_at = null`.execute(db)
  await site.set('STEPS', 'DutyRota,AdminUnitContract')
})

const today = '2026-07-20'
const at = (text: string) => {
  site.time.now = new Date(`${text}+09:00`)
}
/** Minute by minute, with the job's turn in each. */
const waitMinutes = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) {
    site.later(60)
    await site.tell()
  }
}
const start = site.time.now
/** Who was called by the chain: minutes after the alert, whom, and as what. Mails alone: nobody has a browser. */
const called = async (since = start) => {
  const lines = await site.notices()
  return lines
    .filter(({ occasion, channel }) => occasion === 'escalated' && channel !== 'push')
    .map((line) => {
      const minutes = Math.round((line.at.getTime() - since.getTime()) / 60_000)
      return `${minutes} ${line.channel === 'none' ? '―' : line.user_name} ${line.rota ?? line.role}`
    })
}
const line = (minutes: number, { full_name }: User, as: string) => `${minutes} ${full_name} ${as}`
const danger = () => site.open({ level: 3, peak_level: 3 })

test('the places are called at once and every three minutes, then the next step, each with the word that they are on duty', async () => {
  await placeAt(db, office, today, 'day', other, second, people.base)
  await danger()
  await site.tell()
  await site.tell()
  await waitMinutes(10)
  expect(await called()).toEqual([
    line(0, other, '1'),
    line(3, second, '2'),
    line(6, people.base, '3'),
    line(9, people.contract, 'AdminUnitContract'),
  ])
  const steps = (await site.notices()).flatMap(({ occasion, step }) => (occasion === 'escalated' ? [step] : []))
  expect(steps).toEqual([1, 2, 3, 4])
  const mails = await site.mails()
  expect(mails.map(({ body }) => /あなたは担当（.番目）です。/.exec(body)?.[0])).toEqual([
    'あなたは担当（1番目）です。',
    'あなたは担当（2番目）です。',
    'あなたは担当（3番目）です。',
    undefined,
  ])
})

test('after the last step everybody is notified again, by the rota of that moment', async () => {
  await placeAt(db, office, today, 'day', other, second)
  await placeAt(db, office, today, 'night', people.base, second)
  at('2026-07-20T19:52:00')
  const since = site.time.now
  await danger()
  await site.tell()
  await site.tell()
  await waitMinutes(11)
  const again = (await called(since)).slice(-3)
  // The third place is empty: everybody at 6 minutes, the contract administrator at 9, all again at 14.
  await waitMinutes(4)
  expect(again.at(-1)).toBe(line(9, people.contract, 'AdminUnitContract'))
  expect((await called(since)).filter((text) => text.startsWith('14 '))).toEqual([
    line(14, people.base, '1'),
    line(14, second, '2'),
    line(14, people.contract, 'AdminUnitContract'),
  ])
})

test('an emergency calls all who are on duty at once', async () => {
  await placeAt(db, office, today, 'day', other, second, people.base)
  await site.open({ kind: 'emergency', level: 3, peak_level: 3 })
  await site.tell()
  await site.tell()
  await waitMinutes(5)
  expect(await called()).toEqual([
    line(0, other, '1'),
    line(0, second, '2'),
    line(0, people.base, '3'),
    line(5, people.contract, 'AdminUnitContract'),
  ])
})

const all = [people.base, people.leader, people.subLeader, other, second]
const everybodyAt = (minutes: number, ...without: User[]) =>
  all
    .filter((person) => !without.includes(person))
    .toSorted((one, next) => one.user_id - next.user_id)
    .map((person) => line(minutes, person, 'everybody'))

test('an empty place calls everybody of the site at its time', async () => {
  await placeAt(db, office, today, 'day', people.leader, undefined, people.base)
  await danger()
  await site.tell()
  await site.tell()
  await waitMinutes(6)
  expect(await called()).toEqual([line(0, people.leader, '1'), ...everybodyAt(3), line(6, people.base, '3')])
})

test.each([
  ['disabled', sql`disabled_at = now()`],
  ['deleted', sql`deleted_at = now()`],
])('a place of somebody %s is empty', async (_, gone) => {
  await placeAt(db, office, today, 'day', people.leader, second, people.base)
  await sql`update app_user set ${gone} where user_id = ${second.user_id}`.execute(db)
  await danger()
  await site.tell()
  await site.tell()
  await waitMinutes(3)
  expect(await called()).toEqual([line(0, people.leader, '1'), ...everybodyAt(3, second)])
})

test('a place of somebody who is no leader any more, or is of another site, is empty; an empty first place calls the first who is there', async () => {
  await placeAt(db, office, today, 'day', people.worker, people.sibling, people.leader)
  await danger()
  await site.tell()
  await site.tell()
  await waitMinutes(3)
  expect(await called()).toEqual([line(0, people.leader, '3'), ...everybodyAt(3)])
})

test('a week that is not planned calls the roles as now', async () => {
  await placeAt(db, office, '2026-07-19', 'night', other)
  await danger()
  await site.tell()
  await site.tell()
  await waitMinutes(15)
  expect(await called()).toEqual([
    line(3, people.subLeader, 'GroupSubLeader'),
    line(3, second, 'GroupSubLeader'),
    line(5, people.leader, 'GroupLeader'),
    line(10, people.base, 'HeadquartersAdmin'),
    line(15, people.contract, 'AdminUnitContract'),
  ])
})

test('each step is of the shift that is on at its moment: the night past midnight is of the evening on which it began', async () => {
  await placeAt(db, office, today, 'day', other, second, people.base)
  await placeAt(db, office, today, 'night', people.base, people.leader)
  at('2026-07-20T19:58:00')
  let since = site.time.now
  await danger()
  await site.tell()
  await site.tell()
  await waitMinutes(7)
  // The night has two places only: the next step follows the second one.
  expect(await called(since)).toEqual([line(0, other, '1'), line(3, people.leader, '2'), line(6, people.contract, 'AdminUnitContract')])

  await site.clear()
  await site.set('STEPS', 'DutyRota,AdminUnitContract')
  await sql`update app_user set email = 'p' || user_id::text || '@example.jp'`.execute(db)
  at('2026-07-21T03:00:00')
  since = site.time.now
  await danger()
  await site.tell()
  await site.tell()
  await waitMinutes(3)
  expect(await called(since)).toEqual([line(0, people.base, '1'), line(3, people.leader, '2')])
})

test('a substitute is called instead, also one who is named while an alert waits', async () => {
  await placeAt(db, office, today, 'day', other, second, people.base)
  await danger()
  await site.tell()
  await site.tell()
  await makeSubstitute(db, office, { duty_on: today, shift: 'day', place: 2 }, people.leader)
  await waitMinutes(3)
  expect(await called()).toEqual([line(0, other, '1'), line(3, people.leader, '2')])
})

test('the person whom an alert is about is passed over, and a place that nobody can receive is passed at once, and said', async () => {
  await placeAt(db, office, today, 'day', people.leader, second, people.base)
  await sql`update app_user set email = null where user_id = ${second.user_id}`.execute(db)
  await site.open({ level: 3, peak_level: 3 }, people.leader)
  await site.tell()
  await site.tell()
  expect(await called()).toEqual(['0 ― 1', '0 ― 2', line(0, people.base, '3')])
})

test('a push says that the reader is on duty', async () => {
  await placeAt(db, office, today, 'day', other)
  await site.giveBrowser(other)
  await danger()
  await site.tell()
  await site.tell()
  const { rows } = await sql<{ body: string }>`select payload->>'body' as body from outbox_push where escalated`.execute(db)
  expect(rows.map(({ body }) => body)).toEqual([expect.stringContaining('あなたは担当（1番目）です。')])
})

test('lists say that who is on duty was notified again, not a role; of an empty place the roles', async () => {
  await placeAt(db, office, today, 'day', other, undefined)
  await danger()
  await site.tell()
  await site.tell()
  const pressed = async () => {
    const { body } = await site.askAs(people.base, 'GET', '/api/HealthCondition/Alert')
    return (body as { data: AlertEpisode[] }).data.map((episode) => episode.pressed)
  }
  const on = (minutes: string) => `2026-07-20T13:${minutes}:00+09:00`
  expect(await pressed()).toEqual([{ at: on('00'), roles: [], onDuty: true, channels: [] }])
  await waitMinutes(3)
  const roles = ['GroupLeader', 'GroupSubLeader', 'HeadquartersAdmin']
  expect(await pressed()).toEqual([{ at: on('03'), roles, onDuty: false, channels: [] }])
})
