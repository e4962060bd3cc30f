import { type AnswerOf, guest, wear } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { cardTextOf } from '../../shared/accounts/test-card.ts'
import { makeAlert, makeDevice, makeGroup, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { closeGuestsJob } from './close-guests-job.ts'

const product = await startTestApp()
const { context, time } = product
const { db } = context
const office = await makeOffice(db)
const place = { company_id: office.company_id, office_id: office.office_id }
const group = await makeGroup(db, place)
const base = await makeUser(db, 'HeadquartersAdmin', office)
const leader = await makeUser(db, 'GroupLeader', { ...place, group_id: group.group_id })

const setTime = (clock: string) => {
  time.now = new Date(`2026-07-${clock}+09:00`)
}
beforeEach(() => setTime('20T07:10:00'))

type Guest = AnswerOf<typeof guest.create>
type Person = { readonly user_id: number }

const draft = { fullName: '本日　太郎', affiliation1: '日雇い組', birthYear: 1980, metabolicClass: 3, consent: true }
const ask = (actor: Person, more: object = {}) => product.askAs(actor, 'POST', '/api/Guest', { ...draft, ...more })
const make = async (actor: Person = leader, more: object = {}): Promise<Guest & Person & { company_id: number }> => {
  const { status, body } = await ask(actor, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const made = guest.create.answer.parse(body)
  return { ...made, user_id: made.userId, company_id: office.company_id }
}
const dayOf = async (actor: Person) =>
  wear.day.answer.parse((await product.askAs(actor, 'GET', `/api/Wear?OfficeId=${office.office_id}`)).body).data
const rowOf = ({ user_id: userId }: Person) =>
  db.selectFrom('app_user').selectAll().where('app_user.user_id', '=', userId).executeTakeFirstOrThrow()
const give = async (person: Person) => {
  const tag = await makeDevice(db, 'vital', office.office_id)
  const payload = { officeId: office.office_id, serialNumber: tag.serial, userId: person.user_id }
  expect((await product.askAs(leader, 'POST', '/api/Wear', payload)).status).toBe(200)
  return tag
}
const closeDue = async () => {
  const client = await context.pool.connect()
  await closeGuestsJob.run(context, client, new AbortController().signal).finally(() => client.release())
}
const openWears = (person: Person) =>
  db.selectFrom('wear').select('wear.device_id').where('wear.user_id', '=', person.user_id).where('wear.worn_to', 'is', null).execute()

test('a leader’s guest is in the leader’s group, on the list of the day, and judged by year of birth and work as non-acclimatised', async () => {
  const made = await make()
  expect(made).toMatchObject({
    role: 'User',
    groupId: group.group_id,
    affiliation1: '日雇い組',
    dateOfBirth: '1980-01-01',
    metabolicClass: 3,
    referenceWbgt: 23,
    hasPassword: false,
    guestUntil: '2026-07-21T01:00:00+09:00',
  })
  expect(made.consentAt).not.toBeNull()
  expect((await dayOf(leader)).find(({ userId }) => userId === made.userId)).toMatchObject({ isGuest: true, state: 'notHanded' })
})

test('a base administrator’s guest may be in any group of the site, or none, and in no other’s', async () => {
  expect(await make(base)).toMatchObject({ groupId: null })
  expect(await make(base, { groupId: group.group_id })).toMatchObject({ groupId: group.group_id })
  const elsewhere = await makeOffice(db, { company_id: office.company_id })
  const other = await makeGroup(db, { company_id: elsewhere.company_id, office_id: elsewhere.office_id })
  expect((await ask(base, { groupId: other.group_id })).status).toBe(404)
  expect((await ask(base, { officeId: elsewhere.office_id })).status).toBe(404)
})

test('a leader puts no guest into another group, and without a group makes none', async () => {
  const other = await makeGroup(db, place)
  expect(await make(leader, { groupId: other.group_id })).toMatchObject({ groupId: group.group_id })
  expect((await ask(await makeUser(db, 'GroupLeader', place))).status).toBe(403)
})

test.each([{ consent: false }, { birthYear: 2020 }, { birthYear: 1850 }, { fullName: '' }, { affiliation1: ' ' }, { metabolicClass: 5 }])(
  '%j is refused',
  async (wrong) => {
    expect((await ask(leader, wrong)).status).toBe(400)
  },
)

test('with the end of the working day the tag is free and the card dead, and the record stays under the name', async () => {
  const made = await make()
  await give(made)
  const { body: shown } = await product.askAs(leader, 'POST', '/api/WorkerCard/Show', { userId: made.userId })
  const card = await cardTextOf(context, made)
  expect(shown).toMatchObject({ text: card })
  const look = () => product.ask('POST', '/api/Authenticate/Card', { payload: { card } })
  setTime('21T00:59:00')
  await closeDue()
  expect((await look()).status).toBe(200)
  expect(await openWears(made)).toHaveLength(1)
  setTime('21T01:00:00')
  expect((await look()).status).toBe(401)
  await closeDue()
  expect(await openWears(made)).toEqual([])
  expect(await rowOf(made)).toMatchObject({ full_name: '本日　太郎', deleted_at: time.now, date_of_birth: null })
  expect((await dayOf(leader)).map(({ userId }) => userId)).not.toContain(made.userId)
  const actions = (await product.recordedOf('user')).filter(({ resource_id: id }) => id === String(made.userId)).map(({ action }) => action)
  expect(actions).toEqual(['createGuest', 'handOut', 'showCard', 'closeGuest'])
})

test('who is made late in the evening comes for the next day, and nobody else is closed', async () => {
  setTime('20T23:30:00')
  const made = await make()
  expect(made.guestUntil).toBe('2026-07-22T01:00:00+09:00')
  const worker = await makeUser(db, 'User', place)
  setTime('21T12:00:00')
  await closeDue()
  expect((await rowOf(made)).deleted_at).toBeNull()
  expect((await rowOf(worker)).deleted_at).toBeNull()
})

test('a guest with an open alert stays, tag and all, until it is closed', async () => {
  const made = await make()
  await give(made)
  const alert = await makeAlert(db, await rowOf(made))
  setTime('21T03:00:00')
  await closeDue()
  expect((await rowOf(made)).deleted_at).toBeNull()
  expect(await openWears(made)).toHaveLength(1)
  await sql`
    update alert set handling = 'closed', ended_at = ${time.now} where company_id = ${office.company_id} and alert_id = ${alert.alert_id}`.execute(
    db,
  )
  await closeDue()
  expect((await rowOf(made)).deleted_at).toEqual(time.now)
})

const setHeard = (person: Person, tag: { readonly device_id: number }, clock: string) => {
  const state = { device_id: tag.device_id, heard_at: new Date(`2026-07-${clock}+09:00`) }
  return db
    .insertInto('worker_state')
    .values({ company_id: office.company_id, user_id: person.user_id, ...state })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(state))
    .execute()
}

test('a guest in overtime stays while the tag is heard, and for twelve hours at most', async () => {
  const made = await make()
  const tag = await give(made)
  await setHeard(made, tag, '21T00:55:00')
  setTime('21T01:00:00')
  await closeDue()
  expect((await rowOf(made)).deleted_at).toBeNull()
  expect(await openWears(made)).toHaveLength(1)
  await setHeard(made, tag, '21T12:59:00')
  setTime('21T12:59:30')
  await closeDue()
  expect((await rowOf(made)).deleted_at).toBeNull()
  setTime('21T13:00:00')
  await closeDue()
  expect((await rowOf(made)).deleted_at).toEqual(time.now)
  const second = await make()
  await setHeard(second, await give(second), '22T02:00:00')
  setTime('22T02:29:00')
  await closeDue()
  expect((await rowOf(second)).deleted_at).toBeNull()
  setTime('22T02:30:00')
  await closeDue()
  expect((await rowOf(second)).deleted_at).toEqual(time.now)
})

test('a tag handed to a guest of yesterday gives them the present working day', async () => {
  const made = await make()
  const alert = await makeAlert(db, await rowOf(made))
  setTime('21T07:00:00')
  await closeDue()
  await give(made)
  expect((await rowOf(made)).guest_until).toEqual(new Date('2026-07-22T01:00:00+09:00'))
  setTime('21T10:00:00')
  const { company_id: companyId } = office
  await sql`
    update alert set handling = 'closed', ended_at = ${time.now} where company_id = ${companyId} and alert_id = ${alert.alert_id}`.execute(
    db,
  )
  await closeDue()
  expect((await rowOf(made)).deleted_at).toBeNull()
  expect(await openWears(made)).toHaveLength(1)
})

test('a guest of a site that never closes has at least twelve hours', async () => {
  const always = await makeOffice(db, { company_id: office.company_id, opens_at: '00:00', closes_at: '00:00' })
  const admin = await makeUser(db, 'HeadquartersAdmin', always)
  expect(await make(admin)).toMatchObject({ guestUntil: '2026-07-21T00:00:00+09:00' })
  setTime('20T21:30:00')
  expect(await make(admin)).toMatchObject({ guestUntil: '2026-07-21T09:30:00+09:00' })
})
