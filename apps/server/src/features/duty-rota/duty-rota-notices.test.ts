import type { DutyRota, RotaOverride } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { testConfig } from '../../platform/test-context.ts'
import { placeAt } from '../../shared/duty-rota/test-rota.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { rotaGapJob } from './gap-job.ts'

const product = await startTestApp({ config: testConfig({ publicUrl: 'https://mimamori.example.jp', smtpUrl: 'smtp://mail.example.jp' }) })
const { db } = product.context
const { people, office, group } = await makeTenants(db)
const second = await makeUser(db, 'GroupLeader', { ...office, group_id: group.group_id }, { full_name: '職長　二' })
const url = `/api/DutyRota/${office.office_id}`

// Monday the 20th of July 2026, 13:00.
beforeEach(async () => {
  await sql`truncate duty_rota, duty_rota_place, duty_rota_override, duty_rota_gap_notice, outbox_mail, master_setting cascade`.execute(db)
  await sql`update app_user set email = 'p' || user_id::text || '@example.jp'`.execute(db)
})

type Person = { readonly user_id: number }
const addressOf = ({ user_id }: Person) => `p${user_id}@example.jp`
const thursday = { date: '2026-07-23', shift: 'day', place: 1 }

/** Asks as somebody. @returns the answer with the mails that were queued by it */
const ask = async (viewer: Person, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  await sql`delete from outbox_mail`.execute(db)
  const answer = await product.askAs(viewer, method, `${url}${path}`, body)
  const { rows } = await sql<{ to: string; subject: string; body: string }>`
    select recipients->'to'->>0 as to, subject, body from outbox_mail order by recipients->'to'->>0`.execute(db)
  return { ...answer, to: rows.map(({ to }) => to), subjects: [...new Set(rows.map(({ subject }) => subject))], text: rows[0]?.body ?? '' }
}
const substitute = async (viewer: Person, { user_id: userId }: Person, at: object = thursday) => {
  const answer = await ask(viewer, 'POST', '/Override', { ...at, userId, reason: '講習' })
  expect(answer.status).toBe(200)
  return { ...answer, body: answer.body as RotaOverride }
}

test('who has the place again, and who had taken it, are notified when a substitute is removed', async () => {
  await placeAt(db, office, thursday.date, 'day', people.leader, second)
  const { body } = await substitute(people.leader, people.subLeader)
  const removed = await ask(people.base, 'DELETE', `/Override/${body.id}`)
  expect(removed.status).toBe(200)
  expect(removed.to).toEqual([people.leader, people.subLeader].map(addressOf).toSorted())
  expect(removed.subjects).toEqual([`【見守り】7/23（木）昼の1番目は${people.leader.full_name}さんに戻りました`])
  expect(removed.text).toContain(`${people.base.full_name}さんが、${people.subLeader.full_name}さんに代わってもらうのをやめました。`)
})

test('a former substitute and whose place it is are notified of another one', async () => {
  await placeAt(db, office, thursday.date, 'day', people.leader)
  expect((await substitute(people.base, people.subLeader)).to).toEqual([people.leader, people.subLeader].map(addressOf).toSorted())
  const { to, subjects } = await substitute(people.base, second)
  expect(to).toEqual([people.leader, people.subLeader, second].map(addressOf).toSorted())
  expect(subjects).toEqual([`【見守り】7/23（木）昼の1番目は職長　二さん（${people.leader.full_name}さんの代わり）`])
})

test('a place that its substitute handed on is taken back by whose it is', async () => {
  await placeAt(db, office, thursday.date, 'day', people.leader)
  await substitute(people.leader, second)
  const { body } = await substitute(second, people.subLeader)
  const { body: rota } = await product.askAs(people.leader, 'GET', url)
  expect((rota as DutyRota).overrides).toMatchObject([{ id: body.id, isRemovable: true }])
  expect((await ask(people.subLeader, 'DELETE', `/Override/${body.id}`)).status).toBe(404)
  expect((await ask(people.leader, 'DELETE', `/Override/${body.id}`)).status).toBe(200)
})

test('a substitute is not removed while whose place it is has another one of the shift', async () => {
  await placeAt(db, office, thursday.date, 'day', people.leader)
  const { body } = await substitute(people.base, people.subLeader)
  await substitute(people.base, people.leader, { ...thursday, place: 2 })
  expect(await ask(people.base, 'DELETE', `/Override/${body.id}`)).toMatchObject({
    status: 400,
    body: [`7/23（木）昼に、${people.leader.full_name}さんが2回入っています。`],
  })
})

const week = (...places: readonly (readonly [date: string, place: number, person: Person])[]) => ({
  from: '2026-07-20',
  places: places.map(([date, place, { user_id: userId }]) => ({ date, shift: 'day', place, userId })),
})

test('who comes to the shift that is on, or leaves it, is notified of a saved week; of a later shift nobody', async () => {
  await placeAt(db, office, '2026-07-20', 'day', people.leader, people.subLeader)
  const saved = await ask(
    people.base,
    'PUT',
    '',
    week(['2026-07-20', 1, second], ['2026-07-20', 2, people.subLeader], [thursday.date, 1, people.leader]),
  )
  expect(saved.status).toBe(200)
  expect(saved.to).toEqual([people.leader, second].map(addressOf).toSorted())
  expect(saved.subjects).toEqual(['【見守り】7/20（月）昼の1番目は職長　二さん'])
  expect(saved.text).toContain(`これまでは${people.leader.full_name}さんでした。`)
})

test('a place that is planned again loses its substitute, who is notified; a substitute of another place is refused', async () => {
  await placeAt(db, office, thursday.date, 'day', people.leader)
  await substitute(people.base, people.subLeader)
  const twice = await ask(people.base, 'PUT', '', week([thursday.date, 1, people.leader], [thursday.date, 2, people.subLeader]))
  expect(twice).toMatchObject({ status: 400, body: [`7/23（木）昼に、${people.subLeader.full_name}さんが2回入っています。`] })
  const same = await ask(people.base, 'PUT', '', week([thursday.date, 1, people.leader]))
  expect((same.body as DutyRota).overrides).toHaveLength(1)
  const saved = await ask(people.base, 'PUT', '', week([thursday.date, 1, second]))
  expect((saved.body as DutyRota).overrides).toEqual([])
  expect(saved.to).toEqual([people.subLeader, second].map(addressOf).toSorted())
  expect(saved.subjects).toEqual(['【見守り】7/23（木）昼の1番目は職長　二さん'])
})

test.each([
  ['of its own', true],
  ['of its company', false],
])('a site that chose the rota by a setting %s and has never saved one is notified of its weeks', async (_, isOwn) => {
  const own = { company_id: office.company_id, office_id: isOwn ? office.office_id : null }
  await db
    .insertInto('master_setting')
    .values({ ...own, type: 'ESCALATION_SETTING', key: 'STEPS', value: 'GroupLeader,DutyRota' })
    .execute()
  await takeTurn(product.context, rotaGapJob)
  const { rows } = await sql<{ body: string }>`
    select body from outbox_mail where recipients->'to'->>0 = ${addressOf(people.base)}`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.body).toContain('7月20日からの週は、まだ決めていません。')
})
