import { channelStepOf, type UnreachedOffice } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeChannel } from '../../../shared/channels/test-channel-row.ts'
import { startNotifiedSite } from '../notices/test-site.ts'
import { makeUser } from '../../../shared/organisation/test-factories.ts'
import { queueMails } from '../../../platform/outside/outgoing-mail.ts'

const site = await startNotifiedSite()
const { people, office, sibling, foreign, group } = site.tenants
type User = { readonly user_id: number }

/** A second group with a person in it but without leaders would be named in each answer. */
beforeEach(async () => {
  await site.clear()
  await sql`update app_user set deleted_at = now() where user_id = ${people.neighbour.user_id}`.execute(site.context.db)
  await reach(people.contract, people.base, people.subLeader, people.leader)
})

const reach = async (...users: User[]) => {
  for (const { user_id } of users)
    await sql`update app_user set email = ${`p${user_id}@example.jp`} where user_id = ${user_id}`.execute(site.context.db)
}
const lose = (...users: User[]) =>
  sql`update app_user set email = null where user_id = any(${users.map(({ user_id }) => user_id)}::int[])`.execute(site.context.db)
const unreached = async (viewer: User, query = `?officeId=${office.office_id}`) => {
  const { status, body } = await site.askAs(viewer, 'GET', `/api/Escalation/Unreached${query}`)
  return { status, offices: body as UnreachedOffice[] }
}
const stepsOf = async () => (await unreached(people.base)).offices.flatMap(({ steps }) => steps)
/** The steps that an emergency really passes on, since they reach nobody. */
const passedOn = async () => {
  await site.open({ kind: 'emergency', level: 3 })
  await site.tell()
  site.later(16 * 60)
  await site.tell()
  return (await site.notices()).filter(({ channel }) => channel === 'none').map(({ role }) => role)
}

test('nothing is said where each step reaches somebody, by mail or by a browser', async () => {
  expect(await unreached(people.base)).toEqual({ status: 200, offices: [] })
  await lose(people.leader)
  await site.giveBrowser(people.leader)
  expect(await stepsOf()).toEqual([])
  expect(await passedOn()).toEqual([])
})

test('a step that reaches nobody is named with its people and the reason, and is one that the escalation passes on', async () => {
  await lose(people.leader, people.base)
  expect((await unreached(people.base)).offices).toEqual([
    {
      officeId: office.office_id,
      officeName: office.name,
      isNobodyReached: false,
      steps: [
        {
          role: 'GroupLeader',
          rota: null,
          channel: null,
          groupName: group.name,
          people: [{ userId: people.leader.user_id, fullName: people.leader.full_name, role: 'GroupLeader', reason: 'noAddress' }],
        },
        {
          role: 'HeadquartersAdmin',
          rota: null,
          channel: null,
          groupName: null,
          people: [{ userId: people.base.user_id, fullName: people.base.full_name, role: 'HeadquartersAdmin', reason: 'noAddress' }],
        },
      ],
    },
  ])
  expect(await passedOn()).toEqual(['GroupLeader', 'HeadquartersAdmin'])
})

test('an address that refused the last mail reaches nobody', async () => {
  const address = `p${people.base.user_id}@example.jp`
  const mail = { at: site.time.now, companyId: office.company_id, recipients: { to: [address] }, subject: '前のメール', body: '' }
  await queueMails(site.context.db, [mail])
  const refused = JSON.stringify([{ address, reason: '550' }])
  await sql`update outbox_mail set failed_at = created_at, refused = ${refused}::jsonb`.execute(site.context.db)
  expect(await stepsOf()).toMatchObject([{ role: 'HeadquartersAdmin', people: [{ reason: 'refused' }] }])
})

test('that nobody at all is reached is said; so is a role that nobody holds, but no missing sub-leader beside a leader', async () => {
  await lose(people.subLeader, people.leader, people.base, people.contract)
  const [all] = (await unreached(people.base)).offices
  expect(all?.isNobodyReached).toBe(true)
  expect(all?.steps.map(({ role }) => role)).toEqual(['GroupSubLeader', 'GroupLeader', 'HeadquartersAdmin', 'AdminUnitContract'])
  await reach(people.leader, people.base, people.contract)
  await sql`update app_user set deleted_at = now() where user_id = ${people.subLeader.user_id}`.execute(site.context.db)
  expect(await stepsOf()).toEqual([])
  await sql`update app_user set deleted_at = now() where user_id = ${people.leader.user_id}`.execute(site.context.db)
  expect(await stepsOf()).toEqual([
    { role: 'GroupSubLeader', rota: null, channel: null, groupName: group.name, people: [] },
    { role: 'GroupLeader', rota: null, channel: null, groupName: group.name, people: [] },
  ])
})

test('each administrator asks of their own sites; a contract administrator of all at once', async () => {
  await makeUser(site.context.db, 'HeadquartersAdmin', sibling)
  const namesFor = async (viewer: User, query?: string) => (await unreached(viewer, query)).offices.map(({ officeId }) => officeId)
  await lose(people.base)
  expect(new Set(await namesFor(people.contract, ''))).toEqual(new Set([office.office_id, sibling.office_id]))
  expect(await namesFor(people.base, '')).toEqual([office.office_id])
  expect(await namesFor(people.base, `?officeId=${sibling.office_id}`)).toEqual([])
  expect(await namesFor(people.foreignContract)).toEqual([])
  expect(await namesFor(people.service)).toEqual([office.office_id])
  expect(await namesFor(people.service, '')).toEqual([])
  expect(await namesFor(people.foreignContract, '')).toEqual([foreign.office_id])
  expect((await unreached(people.leader)).status).toBe(403)
})

test('a step that is a channel is named where it would be passed: off or failing, not out of its hours, which no emergency waits for', async () => {
  const { db } = site.context
  const off = await makeChannel(db, office, { name: '止めた通知先', is_enabled: false })
  const failing = await makeChannel(db, office, { name: '失敗中の通知先', failures: 3, failing_since: site.time.now })
  const night = await makeChannel(db, office, { name: '夜間の当番室', hours_from: '20:00', hours_to: '06:00' })
  const chain = (...ids: string[]) =>
    sql`update master_setting set value = ${ids.map(channelStepOf).join(',')} where key = 'STEPS'`.execute(db)
  await site.set('STEPS', channelStepOf(off))
  await chain(off, failing, night)
  expect((await unreached(people.base)).offices).toMatchObject([
    {
      isNobodyReached: false,
      steps: [{ role: null, rota: null, channel: '止めた通知先', groupName: null, people: [] }, { channel: '失敗中の通知先' }],
    },
  ])
  await chain(off)
  expect((await unreached(people.base)).offices).toMatchObject([{ isNobodyReached: true }])
  await chain(night)
  expect((await unreached(people.base)).offices).toEqual([])
})
