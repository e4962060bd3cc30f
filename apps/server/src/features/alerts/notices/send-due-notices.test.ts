import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { giveVital, setState } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice } from '../../../shared/organisation/test-factories.ts'
import { startNotifiedSite } from './test-site.ts'

const site = await startNotifiedSite()

beforeEach(async () => {
  await site.clear()
  await site.set('TO', 'gate@example.jp')
})

const subjects = async () => (await site.mails()).map(({ subject }) => subject)

test('an alert is one mail to the addresses of the site and the group, its first line saying urgency, place, group and time', async () => {
  const { company_id, group_id } = site.tenants.people.worker
  await site.set('CC', 'Boss@example.jp,gate@example.jp')
  await site.set('BCC', 'doctor@example.jp,boss@example.jp', 'company')
  await site.context.db
    .insertInto('group_email')
    .values({ company_id, group_id: group_id ?? 0, email: 'steel@example.jp' })
    .execute()
  const alert = await site.open({ heart_rate: 151 })
  await site.tell()
  await site.tell()
  const [mail, ...others] = await site.mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    subject: '【警戒】東雲現場 北棟 3階・鉄骨班 13:00',
    alert_id: alert.alert_id,
    office_id: alert.office_id,
    recipients: { to: ['gate@example.jp', 'steel@example.jp'], cc: ['Boss@example.jp'], bcc: ['doctor@example.jp'] },
  })
  expect(mail?.body.split('\n')[0]).toBe(mail?.subject)
  expect(mail?.body).toContain(
    `https://mimamori.example.jp/physical-condition/detail?UserId=${alert.user_id}&dayAlert=2026-07-20&timeAlert=13%3A00`,
  )
  expect(mail?.body).toContain(`氏名：${alert.full_name}`)
  expect(mail?.subject).not.toContain(alert.full_name)
  for (const suppressionText of [mail?.body, mail?.html]) {
    // Names of tests are numbered.
    expect(suppressionText?.replaceAll(alert.full_name ?? '', '')).not.toMatch(/151|120/)
    expect(suppressionText).toContain('心拍が継続心拍の限度を超えています')
  }
  expect(await site.notices()).toMatchObject([
    {
      alert_id: alert.alert_id,
      channel: 'mail',
      occasion: 'opened',
      level: 2,
      mail_id: mail?.mail_id,
      addresses: ['gate@example.jp', 'steel@example.jp', 'Boss@example.jp', 'doctor@example.jp'],
    },
  ])
})

test('age and vital signs are said where they are chosen, and nothing that is not', async () => {
  await sql`update app_user set date_of_birth = '1968-01-01', phone_number = '09011112222' where user_id = ${site.tenants.people.worker.user_id}`.execute(
    site.context.db,
  )
  for (const item of ['AGE', 'HEART_BEATS', 'CONTACT_ADDRESS'] as const)
    await site.set(item, '1', 'office', 'EMAIL_ALERT_DISPLAY_ITEM_SETTING')
  for (const item of ['FULL_NAME', 'LEADER_NAME'] as const) await site.set(item, '0', 'office', 'EMAIL_ALERT_DISPLAY_ITEM_SETTING')
  const alert = await site.open({ heart_rate: 151, excess: 1.24, wbgt: 29.4, wbgt_point: '<北棟> & 屋上' })
  await site.tell()
  const [mail] = await site.mails()
  for (const line of [
    '年齢：58歳',
    '心拍：151 bpm',
    '連絡先：09011112222',
    'WBGT超過：+1.2℃',
    'WBGT：29.4℃',
    'WBGT測定場所：<北棟> & 屋上',
    '理由：継続心拍 120 を 5分超過',
  ])
    expect(mail?.body.split('\n')).toContain(line)
  expect(mail?.body).not.toContain(alert.full_name)
  expect(mail?.body).not.toContain('職長：')
  expect(mail?.html).toContain('&lt;北棟&gt; &amp; 屋上')
  expect(mail?.html).not.toContain('<北棟>')
})

test('battery and signal are said as steps of their own scales', async () => {
  for (const item of ['BATTERY', 'RADIO_FIELD_STRENGTH'] as const) await site.set(item, '1', 'office', 'EMAIL_ALERT_DISPLAY_ITEM_SETTING')
  await setState(site.context.db, site.tenants.people.worker.user_id, site.time.now, { battery: 5, signal: 4 })
  await site.open()
  await site.tell()
  const [mail] = await site.mails()
  expect(mail?.body).toMatch(/：5\/5$/m)
  expect(mail?.body).toMatch(/：4\/4$/m)
})

test('a mail about a belt says the batteries of the belt, not of the tag', async () => {
  for (const item of ['BATTERY', 'RADIO_FIELD_STRENGTH'] as const) await site.set(item, '1', 'office', 'EMAIL_ALERT_DISPLAY_ITEM_SETTING')
  const { worker } = site.tenants.people
  await setState(site.context.db, worker.user_id, site.time.now, { battery: 5, signal: 4 })
  const belt = await makeDevice(site.context.db, 'belt', worker.office_id ?? 0)
  const state = { company_id: worker.company_id, device_id: belt.device_id, battery: 2, slave_battery: 1, signal: 3 }
  await site.context.db
    .insertInto('device_state')
    .values(state)
    .onConflict((known) => known.columns(['company_id', 'device_id']).doUpdateSet({ battery: 2, slave_battery: 1, signal: 3 }))
    .execute()
  await site.open({ kind: 'belt', level: 3, device_id: belt.device_id })
  await site.tell()
  const [mail] = await site.mails()
  expect(mail?.body).toContain('電池：安全帯 2/5、子機 1/5')
  expect(mail?.body).toMatch(/：3\/4$/m)
})

test('names cannot begin another header', async () => {
  await site.open({ base_name: 'A\r\nBcc: thief@example.com', group_name: `${'班'.repeat(300)}\u202e` })
  await site.tell()
  const [mail] = await site.mails()
  expect(mail?.subject).toMatch(/^[^\p{Cc}\p{Cf}]{1,200}$/u)
  expect(mail?.subject).toContain('A Bcc: thief@example.com')
})

test('the target level, the switches and what is never mailed', async () => {
  const device = { device_id: null, user_id: site.tenants.people.worker.user_id }
  const kinds = ['condition', 'emergency', 'belt', 'noHeartRate', 'silent', 'siteSilent', 'battery', 'clock'] as const
  const notified = async () => {
    for (const kind of kinds)
      await site.open({
        kind,
        ...device,
        level: kind === 'condition' ? 2 : kind === 'emergency' || kind === 'belt' ? 3 : null,
        cause: kind,
        reason: null,
      })
    await site.tell()
    const { rows } = await sql<{ kind: string }>`
      select a.kind from alert_notice n join alert a on a.company_id = n.company_id and a.alert_id = n.alert_id order by n.notice_id`.execute(
      site.context.db,
    )
    await site.clear()
    await site.set('TO', 'gate@example.jp')
    return rows.map(({ kind }) => kind)
  }
  expect(await notified()).toEqual(['condition', 'emergency', 'belt', 'noHeartRate', 'silent', 'siteSilent'])
  await site.set('EMAIL_SENDING_TARGET', '3')
  expect(await notified()).toEqual(['emergency', 'belt', 'noHeartRate', 'silent', 'siteSilent'])
  await site.set('EMAIL_SENDING_TARGET', '0')
  expect(await notified()).toEqual(['emergency', 'noHeartRate', 'silent', 'siteSilent'])
  await site.set('EMERGENCY_RESPONSE_ALERT', '0')
  expect(await notified()).toEqual(['condition', 'belt', 'noHeartRate', 'silent', 'siteSilent'])
  await site.set('ALIVE_MONITORING_ALERT', '0', 'company')
  expect(await notified()).toEqual(['condition', 'emergency', 'belt'])
})

test('nobody is notified of what was late, withdrawn, over by the time it came or closed before a notice', async () => {
  await site.open({ late: true, ended_at: site.time.now })
  await site.open({ kind: 'noHeartRate', ended_at: site.time.now })
  const withdrawn = await site.open({ kind: 'belt' })
  await sql`update alert set withdrawn = true where alert_id = ${withdrawn.alert_id}`.execute(site.context.db)
  const closed = await site.open({ kind: 'emergency', level: 3 })
  await sql`update alert set handling = 'closed', ended_at = started_at where alert_id = ${closed.alert_id}`.execute(site.context.db)
  await site.tell()
  expect(await subjects()).toEqual([])
})

test('nobody is notified of a rise that was withdrawn before the notice', async () => {
  const alert = await site.open({ level: 2 })
  await site.tell()
  await site.move(alert, 3)
  await sql`update alert set level = 2, peak_level = 2`.execute(site.context.db)
  await site.tell()
  expect(await subjects()).toEqual(['【警戒】東雲現場 北棟 3階・鉄骨班 13:00'])
})

test('a rise is notified, the same again within the pause is not, and a call always is', async () => {
  const first = await site.open({ level: 1 })
  await site.tell()
  expect(await subjects()).toEqual([])
  await site.move(first, 2)
  await site.move(first, 3)
  await site.tell()
  expect(await subjects()).toEqual(['【警戒に上昇】東雲現場 北棟 3階・鉄骨班 13:00', '【危険に上昇】東雲現場 北棟 3階・鉄骨班 13:00'])
  await site.move(first, 2, 'lowered')
  await site.move(first, 3)
  await sql`update alert set ended_at = now(), handling = 'closed'`.execute(site.context.db)
  await site.open({ level: 3 })
  await site.tell()
  expect(await subjects()).toHaveLength(2)
  // Of somebody else, and of another kind.
  await site.open({ level: 2 }, site.tenants.people.neighbour)
  await site.open({ kind: 'belt', level: 3 })
  const emergency = await site.open({ kind: 'emergency', level: 3 })
  await site.move(emergency, 3)
  await site.tell()
  expect((await site.notices()).map(({ occasion }) => occasion)).toEqual(['raised', 'raised', 'opened', 'opened', 'opened', 'called'])
  site.later(30 * 60 + 1)
  await sql`update alert set ended_at = now(), handling = 'closed'`.execute(site.context.db)
  await sql`truncate escalation`.execute(site.context.db)
  await site.open({ level: 3 })
  await site.tell()
  expect(await subjects()).toHaveLength(7)
})

test('the people of another place are notified of what those of the former one were notified of', async () => {
  const { sibling, people } = site.tenants
  await site.set('BCC', 'headquarters@example.jp', 'company')
  await site.open()
  await site.tell()
  await sql`update alert set ended_at = now(), handling = 'closed'`.execute(site.context.db)
  const there = { ...people.worker, office_id: sibling.office_id, group_id: null }
  await site.open({ base_name: '豊洲現場', group_name: null }, there)
  await site.tell()
  expect(await subjects()).toEqual(['【警戒】東雲現場 北棟 3階・鉄骨班 13:00', '【警戒】豊洲現場 北棟 3階 13:00'])
  await sql`update alert set ended_at = now(), handling = 'closed'`.execute(site.context.db)
  await site.open({ base_name: '豊洲現場', group_name: null }, there)
  await site.tell()
  expect(await subjects()).toHaveLength(2)
})

test('a pause of 0 holds back nothing', async () => {
  await site.set('BLOCK_SEND_ALERT_AFTER_PERIOD_TIME', '0')
  const alert = await site.open()
  await site.tell()
  await site.record(alert, 'raised', 2)
  await site.tell()
  expect(await subjects()).toHaveLength(2)
})

test('two processes at once notify once, and one that dies in the middle has notified nobody', async () => {
  for (let n = 0; n < 4; n += 1)
    await site.open({}, { ...site.tenants.people.worker, user_id: Object.values(site.tenants.people)[n + 1]?.user_id ?? 0 })
  await sql`alter table alert_notice add constraint broken check (false) not valid`.execute(site.context.db)
  await site.tell()
  expect(await subjects()).toEqual([])
  expect(await site.context.db.selectFrom('alert_due').selectAll().execute()).toHaveLength(4)
  await sql`alter table alert_notice drop constraint broken`.execute(site.context.db)
  await Promise.all([site.tell(), site.tell(), site.tell()])
  await site.tell()
  expect(await subjects()).toHaveLength(4)
})

test('one company is not notified of the other, and its failure does not delay the other', async () => {
  await site.open({}, site.tenants.people.foreign)
  await site.tell()
  expect(await subjects()).toEqual([])
  expect(await site.notices()).toEqual([])
})

test('a drill says so first', async () => {
  await site.open({ kind: 'emergency', level: 3, drill: true, user_id: null, full_name: null, cause: 'drill', reason: null })
  await site.tell()
  const [mail] = await site.mails()
  expect(mail?.subject).toMatch(/^【訓練】【緊急/)
  expect(mail?.body).toContain('これは訓練です。')
})

test('the person in danger reads that others were notified only if somebody was reached', async () => {
  const { worker, leader } = site.tenants.people
  const toWorker = async () => {
    await sql`truncate alert, outbox_push cascade`.execute(site.context.db)
    await site.open({ kind: 'emergency', level: 3 }, worker)
    await site.tell()
    const pushes = await site.context.db.selectFrom('outbox_push').select('payload').orderBy('push_id').execute()
    return (pushes.at(-1)?.payload as { body: string } | undefined)?.body
  }
  await site.giveBrowser(worker)
  expect(await toWorker()).toContain('を知らせました')
  await sql`delete from master_setting`.execute(site.context.db)
  expect(await toWorker()).toBe('緊急です。119か現場の責任者に電話してください。')
  await site.giveBrowser(leader)
  expect(await toWorker()).toContain('を知らせました')
  await sql`update push_subscription k set paused_until = ${new Date(site.time.now.getTime() + 60_000)}`.execute(site.context.db)
  expect(await toWorker()).toBe('緊急です。119か現場の責任者に電話してください。')
})

test('the person in danger reads it in their language, and those who answer in Japanese', async () => {
  const { worker, leader } = site.tenants.people
  await sql`truncate alert, outbox_push cascade`.execute(site.context.db)
  await sql`update app_user u set language = 'vi' where u.user_id in (${worker.user_id}, ${leader.user_id})`.execute(site.context.db)
  await site.giveBrowser(worker)
  await site.giveBrowser(leader)
  await site.open({ kind: 'emergency', level: 3 }, worker)
  await site.tell()
  const rows = await site.context.db.selectFrom('outbox_push').select('payload').orderBy('push_id').execute()
  const notices = rows.map(({ payload }) => payload as { title: string; body: string })
  expect(notices.filter(({ title }) => title.startsWith('[Khẩn cấp]'))).toMatchObject([
    { body: 'Đã báo tình trạng khẩn cấp của bạn. Đừng di chuyển, hãy chờ người đến.' },
  ])
  expect(notices.filter(({ title }) => title.startsWith('【緊急'))).toHaveLength(1)
})

test('the wearer reads in their language what their device judged', async () => {
  const { worker } = site.tenants.people
  await sql`update app_user u set language = 'vi' where u.user_id = ${worker.user_id}`.execute(site.context.db)
  await site.giveBrowser(worker)
  for (const kind of ['fall', 'noMotion', 'deviceHeat', 'help'] as const) await site.open({ kind, level: 3 }, worker)
  await site.tell()
  const rows = await site.context.db.selectFrom('outbox_push').select('payload').orderBy('push_id').execute()
  const titles = rows.map(({ payload }) => (payload as { title: string }).title.replace(/\].*/, ']'))
  expect(titles.toSorted()).toEqual([
    '[Khẩn cấp: không cử động]',
    '[Khẩn cấp: kêu cứu]',
    '[Khẩn cấp: ngã]',
    '[Khẩn cấp: thiết bị báo nóng]',
  ])
})

test('a position is said where it is of now, and left out where the person may be elsewhere', async () => {
  const { worker } = site.tenants.people
  await site.set('LOCATION_INTELLIGENCE', '1', 'office', 'EMAIL_ALERT_DISPLAY_ITEM_SETTING')
  await setState(site.context.db, worker.user_id, site.time.now, { latitude: 35.6, longitude: 139.8 })
  const device = await giveVital(site.context.db, worker)
  await sql`select ensure_reading_partition(${site.time.now})`.execute(site.context.db)
  const suppressionText = async (minutesAgo: number) => {
    await sql`truncate alert, outbox_mail, reading cascade`.execute(site.context.db)
    const at = new Date(site.time.now.getTime() - minutesAgo * 60_000)
    const place = { company_id: worker.company_id, device_id: device.device_id, office_id: worker.office_id ?? 0, user_id: worker.user_id }
    await site.context.db
      .insertInto('reading')
      .values({ ...place, at, received_at: at, latitude: 35.65432, longitude: 139.81234 })
      .execute()
    await site.open()
    await site.tell()
    return (await site.mails())[0]?.body
  }
  expect(await suppressionText(4)).toContain('35.65432, 139.81234')
  expect(await suppressionText(6)).not.toContain('139.8')
})
