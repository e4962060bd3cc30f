import type { AlertEpisode } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readEpisodes } from '../episodes/read.ts'
import { setHandling } from '../episodes/set-handling.ts'
import { makeUser } from '../../../shared/organisation/test-factories.ts'
import { queueMail } from '../../../platform/outside/outgoing-mail.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { testConfig } from '../../../platform/test-context.ts'
import { reviewEscalations } from './escalation-store.ts'
import { noticeJob } from './notice-job.ts'
import { startNotifiedSite } from './test-site.ts'

const site = await startNotifiedSite()

beforeEach(async () => {
  await site.clear()
  const { people } = site.tenants
  for (const name of ['leader', 'subLeader', 'base', 'contract', 'foreignBase', 'foreignContract'] as const)
    await sql`update app_user set email = ${`${name}@example.jp`} where user_id = ${people[name].user_id}`.execute(site.context.db)
})

const danger = { level: 3 }
const emergency = { kind: 'emergency', level: 3, cause: 'call' }
/** Whom the mails since the last look went to. */
const noticed = async () => {
  const mails = await site.mails()
  await sql`delete from alert_notice`.execute(site.context.db)
  await sql`delete from outbox_mail`.execute(site.context.db)
  return mails.flatMap(({ recipients }) => (recipients as { to: string[] }).to.map((address) => address.slice(0, address.indexOf('@'))))
}
const minutes = async (count: number) => {
  site.later(count * 60)
  await site.tell()
}
const answer = (alert: { company_id: number; alert_id: number }, handling: 'acknowledged' | 'responding' | 'closed') =>
  site.context.db
    .transaction()
    .execute((trx) =>
      setHandling(
        trx,
        [{ companyId: alert.company_id, alertId: alert.alert_id }],
        { handling, outcome: handling === 'closed' ? 'rested' : null, note: null },
        { userId: site.tenants.people.leader.user_id, userName: '職長', at: site.time.now },
      ),
    )

test('sub-leader, leader, base and contract administrator are notified after 3, 5, 10 and 15 minutes, then all every five', async () => {
  await site.set('TO', 'gate@example.jp')
  await site.open(emergency)
  await site.tell()
  expect(await noticed()).toEqual(['gate'])
  const at: [number, string[]][] = []
  for (let minute = 1; minute <= 26; minute += 1) {
    await minutes(1)
    const who = await noticed()
    if (who.length > 0) at.push([minute, who.toSorted()])
  }
  const all = ['base', 'contract', 'gate', 'leader', 'subLeader']
  expect(at).toEqual([
    [3, ['subLeader']],
    [5, ['leader']],
    [10, ['base']],
    [15, ['contract']],
    [20, all],
    [25, all],
  ])
})

test('somebody whose account is disabled is not notified, and is no step that is waited for', async () => {
  const { db } = site.context
  const { subLeader, base } = site.tenants.people
  const people = [subLeader.user_id, base.user_id]
  await db.updateTable('app_user').set({ disabled_at: site.time.now }).where('user_id', 'in', people).execute()
  await site.open(emergency)
  await site.tell()
  const seen: string[] = []
  for (let minute = 1; minute <= 26; minute += 1) {
    await minutes(1)
    seen.push(...(await noticed()))
  }
  await db.updateTable('app_user').set({ disabled_at: null }).where('user_id', 'in', people).execute()
  expect([...new Set(seen)].toSorted()).toEqual(['contract', 'leader'])
})

test('the mail says how grave it is by now, and where its address comes from', async () => {
  await site.set('GENERAL_ALERT', '1', 'office', 'EMAIL_ALERT_DISPLAY_ITEM_SETTING')
  const alert = await site.open(danger)
  await site.tell()
  await site.move(alert, 1, 'lowered')
  await minutes(4)
  const [mail] = await site.mails()
  expect(mail?.body).toContain('総合アラート：注意（最も重いときは危険）')
  expect(mail?.body).toContain('届く先は、マスター設定、グループ、作業者、管理者の画面で変えられます。')
})

test('what was acknowledged while it had no level calls again where it rises', async () => {
  const alert = await site.open(danger)
  await site.tell()
  await sql`update alert set level = null`.execute(site.context.db)
  await answer(alert, 'acknowledged')
  await site.move(alert, 3)
  await site.tell()
  await noticed()
  await minutes(3)
  expect(await noticed()).toEqual(['subLeader'])
  const { rows } = await sql<{ note: string }>`select note from alert_event where event = 'reopened'`.execute(site.context.db)
  expect(rows).toEqual([{ note: '確認のあとで悪化しました' }])
})

test('mail, record and episode say how long nobody has answered and who was notified', async () => {
  const alert = await site.open(danger)
  await site.tell()
  await minutes(4)
  const [mail] = await site.mails()
  expect(mail).toMatchObject({ subject: '【危険・未対応】東雲現場 北棟 3階・鉄骨班 13:00', recipients: { to: ['subLeader@example.jp'] } })
  expect(mail?.body).toContain('4分たっても、まだ誰も対応していません。')
  const { subLeader } = site.tenants.people
  expect(await site.notices()).toMatchObject([
    {
      channel: 'mail',
      occasion: 'escalated',
      step: 1,
      level: 3,
      user_id: subLeader.user_id,
      user_name: subLeader.full_name,
      role: 'GroupSubLeader',
    },
  ])
  const [read] = await readEpisodes(site.context.db, [{ companyId: alert.company_id, alertId: alert.alert_id }], site.time.now)
  expect(read?.episode).toMatchObject({
    pressed: { at: '2026-07-20T13:04:00+09:00', roles: ['GroupSubLeader'], onDuty: false, channels: [] },
  } satisfies Partial<AlertEpisode>)
})

test('a danger that readings withdrew is not escalated', async () => {
  const alert = await site.open({ level: 2 })
  await site.move(alert, 3)
  await site.tell()
  await noticed()
  await sql`update alert set level = 2, peak_level = 2`.execute(site.context.db)
  await minutes(3)
  expect(await noticed()).toEqual([])
  expect(await site.context.db.selectFrom('escalation').selectAll().execute()).toEqual([])
})

test('subject and link carry the time at which the alert rose, with its date once that is another day', async () => {
  site.time.now = new Date('2026-07-20T23:50:00+09:00')
  const alert = await site.open(danger)
  site.later(30)
  await site.tell()
  await minutes(3)
  const [first] = await site.mails()
  expect(first?.subject).toBe('【危険・未対応】東雲現場 北棟 3階・鉄骨班 23:50')
  await minutes(17)
  const last = (await site.mails()).at(-1)
  expect(last?.subject).toBe('【危険・未対応】東雲現場 北棟 3階・鉄骨班 7/20 23:50')
  expect(last?.body).toContain('20分たっても、まだ誰も対応していません。')
  expect(last?.body).toContain(`UserId=${alert.user_id}&dayAlert=2026-07-20&timeAlert=23%3A50`)
  // What the detail no longer shows is on record.
  await minutes(3 * 24 * 60)
  expect((await site.mails()).at(-1)?.body).toContain(`https://mimamori.example.jp/alert/record/${alert.alert_id}\n`)
})

test('danger, belts, emergencies and hot sites are escalated; lower levels, silence and what is switched off are not', async () => {
  const person = { user_id: site.tenants.people.worker.user_id }
  const escalated = async (values: Parameters<typeof site.open>[0]) => {
    await site.open({ ...person, ...values })
    await site.tell()
    await noticed()
    await minutes(3)
    const who = await noticed()
    await site.context.db.deleteFrom('alert').execute()
    return who.length > 0
  }
  expect(await escalated(danger)).toBe(true)
  expect(await escalated({ kind: 'belt', level: 3 })).toBe(true)
  expect(await escalated(emergency)).toBe(true)
  expect(await escalated({ level: 2 })).toBe(false)
  expect(await escalated({ kind: 'silent', level: null })).toBe(false)
  await site.set('EMAIL_SENDING_TARGET', '0')
  expect(await escalated(danger)).toBe(false)
  expect(await escalated(emergency)).toBe(true)
  await site.set('EMERGENCY_RESPONSE_ALERT', '0')
  expect(await escalated(emergency)).toBe(false)
})

test('the person concerned is skipped, and a step nobody can receive is passed at once and said', async () => {
  const { leader, subLeader, base } = site.tenants.people
  await sql`update app_user set email = null where user_id = ${base.user_id}`.execute(site.context.db)
  await site.open(emergency, subLeader)
  await site.tell()
  await minutes(3)
  expect(await site.notices()).toMatchObject([
    { channel: 'none', step: 1, role: 'GroupSubLeader', user_id: null },
    { channel: 'mail', step: 2, user_id: leader.user_id },
  ])
  expect(await noticed()).toEqual(['leader'])
  await minutes(7)
  expect((await site.notices()).map(({ channel, step }) => [channel, step])).toEqual([
    ['none', 3],
    ['mail', 4],
  ])
  expect(await noticed()).toEqual(['contract'])
})

test('if nobody can be notified at all, each step says so once, and somebody who comes later is notified', async () => {
  await sql`update app_user set email = null`.execute(site.context.db)
  const alert = await site.open(emergency)
  await site.tell()
  await minutes(3)
  expect((await site.notices()).map(({ channel, step }) => [channel, step])).toEqual([
    ['none', 1],
    ['none', 2],
    ['none', 3],
    ['none', 4],
  ])
  await minutes(5)
  expect(await site.notices()).toHaveLength(4)
  await makeUser(site.context.db, 'HeadquartersAdmin', site.tenants.office, { email: 'new@example.jp' })
  await minutes(5)
  expect(await noticed()).toEqual(['new'])
  await site.context.db.deleteFrom('alert').where('alert_id', '=', alert.alert_id).execute()
})

test.each(['acknowledged', 'responding', 'closed'] as const)('%s ends it', async (handling) => {
  const alert = await site.open(emergency)
  await site.tell()
  await answer(alert, handling)
  await minutes(60)
  expect(await noticed()).toEqual([])
  expect(await site.context.db.selectFrom('escalation').selectAll().execute()).toEqual([])
})

test('what has ended is never escalated, even if its escalation row is left over', async () => {
  const ended = await site.open(danger)
  await site.tell()
  await sql`update alert set ended_at = ${site.time.now}, ending = 'recovered' where alert_id = ${ended.alert_id}`.execute(site.context.db)
  await site.record(ended, 'ended', null)
  expect(await site.context.db.selectFrom('escalation').selectAll().execute()).toEqual([])
  const answered = await site.open(emergency)
  await site.tell()
  await sql`update alert set handling = 'acknowledged' where alert_id = ${answered.alert_id}`.execute(site.context.db)
  await minutes(3)
  expect(await noticed()).toEqual([])
  expect(await site.context.db.selectFrom('escalation').selectAll().execute()).toEqual([])
})

test('what was acknowledged and grows worse calls again; what only comes back to where it was does not', async () => {
  const alert = await site.open({ level: 2 })
  await site.tell()
  await answer(alert, 'acknowledged')
  await site.move(alert, 3)
  await site.tell()
  const handling = async () => (await site.context.db.selectFrom('alert').select('handling').executeTakeFirstOrThrow()).handling
  expect(await handling()).toBe('open')
  await minutes(3)
  expect(await noticed()).toEqual(['subLeader'])
  await answer(alert, 'acknowledged')
  await site.move(alert, 2, 'lowered')
  await site.move(alert, 3)
  await minutes(10)
  expect([await handling(), await noticed()]).toEqual(['acknowledged', []])
  await sql`truncate alert cascade`.execute(site.context.db)
  const call = await site.open(emergency)
  await site.tell()
  await answer(call, 'acknowledged')
  await site.move(call, 3)
  await site.tell()
  expect(await handling()).toBe('open')
  const events = await site.context.db.selectFrom('alert_event').select('event').orderBy('event_id').execute()
  expect(events.map(({ event }) => event)).toEqual(['opened', 'acknowledged', 'raised', 'reopened'])
  await answer(call, 'responding')
  await site.move(call, 3)
  await minutes(3)
  expect([await handling(), await noticed()]).toEqual(['responding', []])
})

test('settings changed in the middle count from then on, and who was away while steps fell due takes them all', async () => {
  await site.set('MINUTES', '2,20')
  await site.set('STEPS', 'HeadquartersAdmin,GroupLeader,AdminUnitContract')
  await site.open(danger)
  await site.tell()
  await minutes(2)
  expect(await noticed()).toEqual(['base'])
  await sql`update master_setting set value = '2,4,6' where key = 'MINUTES'`.execute(site.context.db)
  await minutes(18)
  expect(await noticed()).toEqual(['leader', 'contract'])
  await minutes(5)
  expect((await noticed()).toSorted()).toEqual(['base', 'contract', 'leader'])
})

test('a changed setting repeats nothing before its time', async () => {
  await site.set('MINUTES', '2')
  await site.set('STEPS', 'HeadquartersAdmin')
  await site.open(danger)
  await site.tell()
  await minutes(2)
  expect(await site.mails()).toHaveLength(1)
  await minutes(3)
  await reviewEscalations(site.context.db, { companyId: site.tenants.office.company_id, officeId: null }, site.context.clock())
  await minutes(1)
  expect(await site.mails()).toHaveLength(1)
  await minutes(1)
  expect(await site.mails()).toHaveLength(2)
})

test('a hand-over notifies the people of the other group at once, and nobody else waits longer', async () => {
  const alert = await site.open(danger)
  await site.tell()
  await minutes(5)
  expect((await noticed()).toSorted()).toEqual(['leader', 'subLeader'])
  const { otherGroup, office } = site.tenants
  await makeUser(site.context.db, 'GroupLeader', { ...office, group_id: otherGroup.group_id }, { email: 'other@example.jp' })
  await site.context.db
    .insertInto('group_email')
    .values({ company_id: office.company_id, group_id: otherGroup.group_id, email: 'steel@example.jp' })
    .execute()
  await sql`update alert set group_id = ${otherGroup.group_id} where alert_id = ${alert.alert_id}`.execute(site.context.db)
  await site.record(alert, 'handedOver', 3)
  await site.tell()
  expect(await noticed()).toEqual(['other', 'steel'])
  await minutes(4)
  expect(await noticed()).toEqual([])
  await minutes(1)
  expect(await noticed()).toEqual(['base'])
})

test('processes that escalate at the same time notify once', async () => {
  await site.open(emergency)
  await site.tell()
  site.later(180)
  await Promise.all([site.tell(), site.tell(), site.tell()])
  expect(await noticed()).toEqual(['subLeader'])
})

test('steps and repetitions that fall due together are at most five mails to the same address, too', async () => {
  const { office, group } = site.tenants
  const someone = () => makeUser(site.context.db, 'User', { ...office, group_id: group.group_id })
  for (let n = 0; n < 4; n += 1) await site.open(danger, await someone())
  await site.tell()
  await minutes(10)
  for (let n = 0; n < 4; n += 1) await site.open(danger, await someone())
  await site.tell()
  await minutes(5)
  await noticed()
  await minutes(5)
  const toBase = (await site.mails()).filter(({ recipients }) => (recipients as { to: string[] }).to.join() === 'base@example.jp')
  expect(toBase.map(({ digest }) => digest !== null)).toEqual([false, false, false, false, false, true])
  expect(toBase.at(-1)?.subject).toContain('危険・未対応3件')
})

test('however many wait, one turn presses on for all, though some have been answered', async () => {
  const { db } = site.context
  const alert = await site.open(danger)
  await site.tell()
  await sql`
    insert into device (company_id, office_id, kind, type, serial)
    select ${alert.company_id}, ${alert.office_id}, 'heat', 1, 'W' || n from generate_series(1, 120) n`.execute(db)
  await sql`
    insert into alert (kind, company_id, office_id, device_id, company_name, base_name, level, peak_level, cause, started_at)
    select 'siteHeat', ${alert.company_id}, ${alert.office_id}, d.device_id, '会社', '東雲現場', 3, 3, 'siteHeat', ${site.time.now}
      from device d where d.office_id = ${alert.office_id}`.execute(db)
  await sql`insert into escalation (company_id, alert_id, since, due_at)
    select a.company_id, a.alert_id, ${site.time.now}, ${site.time.now} from alert a where a.kind = 'siteHeat'`.execute(db)
  await sql`update alert set handling = 'acknowledged' where alert_id = ${alert.alert_id}`.execute(db)
  await minutes(3)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from escalation e where e.due_at <= ${site.time.now}`.execute(
    db,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('minutes that are shortened act on what already waits', async () => {
  await site.open(danger)
  await site.tell()
  await minutes(2)
  expect(await noticed()).toEqual([])
  const saved = await site.askAs(site.tenants.people.contract, 'PUT', `/api/MasterSetting/Office/${site.tenants.office.office_id}`, [
    { type: 'ESCALATION_SETTING', key: 'MINUTES', value: '1,2,30,40' },
  ])
  expect(saved.status).toBe(200)
  await site.tell()
  expect((await noticed()).toSorted()).toEqual(['leader', 'subLeader'])
  await minutes(27)
  expect(await noticed()).toEqual([])
  await minutes(1)
  expect(await noticed()).toEqual(['base'])
})

test('a step whose mail cannot get anywhere is passed at once: its address refused the last one, or there is no mail server', async () => {
  const { subLeader, leader } = site.tenants.people
  await queueMail(site.context.db, {
    at: site.time.now,
    companyId: subLeader.company_id,
    recipients: { to: ['subLeader@example.jp'] },
    subject: '前のメール',
    body: '',
  })
  const refused = JSON.stringify([{ address: 'subLeader@example.jp', reason: '550' }])
  await sql`update outbox_mail set failed_at = created_at, refused = ${refused}::jsonb`.execute(site.context.db)
  await site.open(emergency)
  await site.tell()
  await minutes(3)
  expect((await site.notices()).map(({ channel, step, user_id }) => [channel, step, user_id])).toEqual([
    ['mail', 1, subLeader.user_id],
    ['none', 1, null],
    ['mail', 2, leader.user_id],
  ])
  await site.clear()
  await sql`update app_user set email = 'leader@example.jp' where user_id = ${leader.user_id}`.execute(site.context.db)
  await site.open(emergency)
  await site.tell()
  site.later(180)
  await takeTurn({ ...site.context, config: testConfig({ smtpUrl: undefined }) }, noticeJob)
  expect((await site.notices()).filter(({ channel }) => channel === 'none').map(({ step }) => step)).toEqual([1, 2, 3, 4])
})

test('a clock that was set back puts off no step and no mail', async () => {
  await site.open(emergency)
  await site.tell()
  site.later(-3_600)
  await site.tell()
  await minutes(3)
  expect(await noticed()).toEqual(['subLeader'])
  await minutes(2)
  expect(await noticed()).toEqual(['leader'])
})
