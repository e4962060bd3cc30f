import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sealLogJob } from '../../src/features/audit-log/seal-job.ts'
import { recordEvents } from '../../src/features/alerts/episodes/record-events.ts'
import { noticeJob } from '../../src/features/alerts/notices/notice-job.ts'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, signInAs } from '../../src/shared/organisation/test-factories.ts'
import { sendMails } from '../../src/features/outbox/test-mailing.ts'
import { startSmtp } from '../../src/features/outbox/test-smtp.ts'
import { takeTurn } from '../../src/platform/database/recurring.ts'
import { multipart } from '../../src/platform/exchange/test-upload.ts'
import { createFolderStore } from '../../src/platform/files/folder-store.ts'
import { testConfig } from '../../src/platform/test-context.ts'
import { reportFilesJob } from '../../src/features/report/jobs/report-files-job.ts'
import { createTestApp } from '../../src/test-app.ts'

/** Everything that names the worker of these tests, like nothing else. */
export const worker = {
  fullName: '綾小路　千代松',
  furigana: 'アヤノコウジ　チヨマツ',
  userName: 'xyzzy-worker-31',
  workerCode: 'PLUGH-0031',
  email: 'chiyomatsu@xyzzy.example.jp',
  phoneNumber: '090-9182-7364',
  dateOfBirth: '1963-11-27',
  affiliation1: '綾小路組',
  password: 'Mimamori-31x',
}
/** And the administrator. */
export const administrator = {
  fullName: '勅使河原　伊右衛門',
  furigana: 'テシガワラ　イエモン',
  email: 'iemon@xyzzy.example.jp',
  phoneNumber: '080-7364-9182',
  password: 'Mimamori-32x',
}
export const formerName = '花筏　千代松'
export const browser = 'XyzzyBrowser'
export const network = '203.0.113.77'

/** What must be found nowhere once both are erased; spaces do not matter. */
export const traces = [
  '綾小路',
  '花筏',
  '千代松',
  'アヤノコウジ',
  'あやのこうじ',
  'チヨマツ',
  '勅使河原',
  '伊右衛門',
  'テシガワラ',
  'イエモン',
  'xyzzy',
  'PLUGH-0031',
  '9182-?7364',
  '7364-?9182',
  '1963-11-27',
  network.replaceAll('.', String.raw`\.`),
]

type Product = Awaited<ReturnType<typeof createTestApp>>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const ok = async (pending: Promise<{ status: number; body: unknown }>) => {
  const answer = await pending
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** A site with its people, and the product under it. */
const startSite = async () => {
  const folder = join(tmpdir(), `mimamori-erasure-${randomUUID()}`)
  const smtp = await startSmtp()
  const config = testConfig({ smtpUrl: smtp.url, publicUrl: 'https://mimamori.example.jp', mailFrom: 'mimamori@example.jp' })
  const product = await createTestApp({ files: createFolderStore(folder), config })
  const { db } = product.context
  const office = await makeOffice(db)
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const service = await makeUser(db, 'AdminUnitService')
  const colleague = await makeUser(db, 'User', office, { full_name: '同僚　三郎' })
  const close = async () => {
    await product.close()
    await smtp.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { product, folder, db, office, contract, service, colleague, close }
}

type Site = Awaited<ReturnType<typeof startSite>>

const call = async ({ product }: Site, actor: { user_id: number }, method: Method, url: string, payload?: object, more: object = {}) => {
  const headers = { ...(await product.as(actor)), ...more }
  return ok(product.ask(method, url, { headers, remoteAddress: '192.0.2.1', ...(payload === undefined ? {} : { payload }) }))
}

/** Signs in with the password, as people do, from a browser of their own. */
const signIn = async ({ product }: Site, userName: string, password: string) => {
  const from = { headers: { 'user-agent': browser }, remoteAddress: network }
  for (const typed of ['wrong', password]) {
    const { body } = await product.ask('POST', '/api/Authenticate/Login', { ...from, payload: { username: userName, password: typed } })
    const { token } = body as { token?: string }
    if (token !== undefined) return { ...from, headers: { ...from.headers, authorization: `Bearer ${token}` } }
  }
  throw new Error(`${userName} could not sign in`)
}

const registerPeople = async (site: Site) => {
  const { office, contract } = site
  const place = { companyId: office.company_id, officeId: office.office_id }
  const of = ({ password, ...form }: { password: string; fullName: string }) => ({ ...form, password, confirmPassword: password, ...place })
  const made = (await call(
    site,
    contract,
    'POST',
    '/api/UserRole',
    { ...of({ ...worker, fullName: formerName }), role: 'User', gender: 1, metabolicClass: 2 },
    { 'idempotency-key': 'made-once' },
  )) as { userId: number }
  await call(site, contract, 'PUT', `/api/UserRole/${made.userId}`, { fullName: worker.fullName, phoneNumber: '090-9182-7360' })
  await call(site, contract, 'PUT', `/api/UserRole/${made.userId}`, { phoneNumber: worker.phoneNumber })
  const base = (await call(site, contract, 'POST', '/api/UserRole', { ...of(administrator), role: 'HeadquartersAdmin' })) as {
    userId: number
    userName: string
  }
  await site.db.updateTable('app_user').set({ must_change_password: false }).execute()
  return { workerId: made.userId, baseId: base.userId, baseLogin: base.userName }
}

type People = Awaited<ReturnType<typeof registerPeople>>

/** The worker heads a group, wears a device, presses its button, and is answered; mails, notices and notes follow. */
const haveAlerts = async (site: Site, { workerId, baseId }: People) => {
  const { product, db, office, contract, colleague } = site
  const tag = await makeDevice(db, 'vital', office.office_id, { serial: '31', type: 1 })
  await call(site, contract, 'PUT', `/api/UserRole/${workerId}`, { meditagId: tag.serial, meditagType: '1' })
  const group = await makeGroup(db, { office_id: office.office_id, name: '足場班' })
  const version = group.version
  await call(site, contract, 'PUT', '/api/Group', {
    id: group.group_id,
    officeId: office.office_id,
    groupName: group.name,
    groupCode: group.code,
    leaderId: [workerId],
    listSubleader: [],
    listMember: [colleague.user_id],
    listEmailAlert: [{ email: 'gate@example.jp' }],
    version,
  })
  const { bearer } = await makeIngestKey(db, office.office_id)
  const reading = (at: string, more: object) => ({
    kind: 'vital',
    device: tag.serial,
    at: `2026-07-20T${at}+09:00`,
    heartRate: 171,
    ...more,
  })
  await ok(
    product.ask('POST', '/api/ingest', {
      headers: { authorization: bearer },
      payload: { readings: [reading('12:58:00', {}), reading('12:59:00', { call: true })] },
    }),
  )
  for (const user of [baseId, contract.user_id]) {
    const { sessionId: session_id } = await signInAs(product.context, user)
    const company_id = office.company_id
    await db
      .insertInto('push_subscription')
      .values({ company_id, session_id, endpoint: `https://push.example/${user}`, p256dh: 'p', auth: 'a', created_at: product.time.now })
      .execute()
  }
  const setting = { company_id: office.company_id, office_id: office.office_id, type: 'EMAIL_ALERT_SETTING' }
  await db
    .insertInto('master_setting')
    .values({ ...setting, key: 'TO', value: 'site@example.jp' })
    .execute()
  // At first the worker is notified as the leader, then the administrators.
  for (const minutes of [0, 4, 6, 10]) {
    product.time.now = new Date(product.time.now.getTime() + minutes * 60_000)
    await takeTurn(product.context, noticeJob)
    await sendMails(product.context, product.context.config.smtpUrl)
  }
  const { data } = (await call(site, contract, 'GET', '/api/HealthCondition/Alert?allTime=1')) as { data: { id: number; userId: number }[] }
  const alerts = data.filter(({ userId }) => userId === workerId)
  for (const { id } of alerts) {
    await call(site, contract, 'POST', `/api/Alert/${id}/Note`, { note: '綾小路さんは日陰で休んでいる' })
    await call(site, contract, 'GET', `/api/Alert/${id}`)
    await call(site, contract, 'GET', `/api/Alert/${id}/Download`)
    await call(site, { user_id: baseId }, 'POST', `/api/Alert/${id}/Close`, { outcome: 'rested', note: '千代松さんは午後に復帰' })
  }
  return { alerts, group }
}

/** What others wrote down that names them. */
const writeTexts = async (site: Site, { baseId, workerId }: People) => {
  const { product, db, office, contract, colleague } = site
  const { company_id, office_id } = office
  const alert = await db
    .insertInto('alert')
    .values({
      kind: 'siteSilent',
      company_id,
      office_id,
      company_name: '会社',
      base_name: '拠点',
      cause: 'siteSilent',
      reason: JSON.stringify({ kind: 'siteSilent', names: [colleague.full_name, worker.fullName], userIds: [colleague.user_id, workerId] }),
      started_at: product.time.now,
      ended_at: product.time.now,
      handling: 'closed',
      handled_by: baseId,
      handled_by_name: administrator.fullName,
      note: `${worker.fullName}の電話 09091827364 にかけた`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const event = { companyId: company_id, alertId: alert.alert_id, officeId: office_id, at: product.time.now, event: 'noted' as const }
  await db
    .transaction()
    .execute((trx) =>
      recordEvents(trx, [{ ...event, userId: baseId, userName: administrator.fullName, note: '勅使河原伊右衛門が電話した' }]),
    )
  await sql`update office set procedures = '熱中症の責任者：勅使河原 伊右衛門' where office_id = ${office_id}`.execute(db)
  await sql`update device set location_name = '綾小路千代松の席' where company_id = ${company_id} and serial = '31'`.execute(db)
  await db.insertInto('named_place').values({ company_id, office_id, name: 'あやのこうじ ちよまつ 詰所' }).execute()
  await db
    .insertInto('site_map')
    .values({ company_id, office_id, position: 0, location_name: '1号棟', image_name: '綾小路 千代松.png' })
    .execute()
  await sql`
    insert into outbox_mail (company_id, recipients, subject, body, html, sent_at, delivered_to, refused, error) values
      (${company_id}, ${JSON.stringify({ to: [worker.email, 'a@example.jp'] })}::jsonb, '連絡', '綾小路千代松さん', '<p>綾小路千代松</p>', now(),
       array[${worker.email}, 'a@example.jp'], '[]', ${`${worker.email}: 4.2.1 try again`}),
      (${company_id}, ${JSON.stringify({ to: [worker.email] })}::jsonb, '連絡', '本文', null, null, '{}', '[]', null)`.execute(db)
  await call(site, contract, 'POST', `/api/Office/${office_id}/IngestKey`, { name: '綾小路千代松のタブレット' })
}

/** What the administrator did, signed in with their password. */
const actAsBase = async (site: Site, { baseLogin, baseId, workerId }: People) => {
  const { product, db, office, contract, colleague } = site
  const signedIn = await signIn(site, baseLogin, administrator.password)
  const own = (method: Method, url: string, payload?: object) =>
    ok(product.ask(method, url, { ...signedIn, ...(payload === undefined ? {} : { payload }) }))
  await own('POST', `/api/Office/${office.office_id}/WallboardLink`, { name: '事務所' })
  await own('GET', `/api/HealthCondition/${workerId}/0`)
  await own('GET', `/api/HealthCondition/${colleague.user_id}/0`)
  await own('GET', '/api/UserRole/Download?worker=1')
  const belt = await makeDevice(db, 'belt', office.office_id, { serial: '77' })
  await own('PUT', `/api/SmartSafetyBeltSetting?officeId=${office.office_id}&smartSafetyBeltId=${belt.serial}`, {
    officeId: office.office_id,
    smartSafetyBeltId: belt.serial,
    onWaitingTime: 2,
    settingAltitude: 250,
    heightAltitude: 200,
  })
  await db
    .insertInto('passkey')
    .values({
      company_id: office.company_id,
      user_id: baseId,
      credential_id: 'c',
      name: '伊右衛門のiPhone',
      public_key: Buffer.from('k'),
      counter: 0,
      transports: [],
      created_at: product.time.now,
    })
    .execute()
  await db
    .insertInto('identity_subject')
    .values({ company_id: office.company_id, user_id: baseId, issuer: 'i', subject: 'xyzzy' })
    .execute()
  await call(site, contract, 'POST', '/api/Report', {
    officeId: office.office_id,
    reportType: 4,
    period: 1,
    requestDate: '2026-07',
    workers: [workerId],
  })
  await signIn(site, worker.userName, worker.password)
}

/** A file that is imported with faults in it, and one of a report that lies ready. */
const makeFiles = async (site: Site, { workerId }: People) => {
  const { product, db, office, contract } = site
  const headings = String(await call(site, contract, 'GET', '/api/UserRole/Template?role=User'))
    .replace('\uFEFF', '')
    .trim()
  const row = headings.split(',').map((cell) => ({ '"ログインID"': worker.userName, '"氏名"': worker.fullName })[cell] ?? '')
  const { headers, payload } = multipart(['file', [headings, row.join(',')].join('\r\n'), '綾小路千代松.csv'], ['role', 'User'])
  await product.ask('POST', `/api/UserRole/Import/${office.office_id}`, {
    headers: { ...headers, ...(await product.as(contract)) },
    payload,
  })
  await db
    .insertInto('job')
    .values({
      company_id: office.company_id,
      job_id: randomUUID(),
      user_id: contract.user_id,
      kind: 'workers',
      file_name: '綾小路千代松.csv',
      state: 'failed',
      messages: JSON.stringify({ 2: [`作業者コード：綾小路　千代松（${worker.userName}）が使っています。`] }),
      error: null,
      created_at: product.time.now,
      ended_at: product.time.now,
    })
    .execute()
  await db
    .insertInto('hourly_summary')
    .values({
      company_id: office.company_id,
      office_id: office.office_id,
      user_id: workerId,
      hour: new Date('2026-07-20T10:00:00+09:00'),
      readings: 60,
      connected_minutes: 60,
      heart_rate_max: 171,
    })
    .execute()
  await call(site, contract, 'POST', '/api/Report/Job', {
    OfficeId: [office.office_id],
    ReportTypeZip: [4],
    startTime: '2026-07-20',
    endTime: '2026-07-20',
  })
  await takeTurn(product.context, reportFilesJob)
}

/**
 * A product in which a worker and a base administrator went through everything it does: alerts, mails, notices, looks, files,
 * changes, texts of others. Half of the log is sealed.
 */
export const leaveTraces = async () => {
  const site = await startSite()
  const people = await registerPeople(site)
  const { alerts, group } = await haveAlerts(site, people)
  await takeTurn(site.product.context, sealLogJob)
  await actAsBase(site, people)
  await writeTexts(site, people)
  await takeTurn(site.product.context, sealLogJob)
  await makeFiles(site, people)
  return { ...site, ...people, alerts, group }
}

/** Every row of every table that shows one of the traces, as table: row. */
export const findTraces = async ({ db }: Pick<Product['context'], 'db'>): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
       -- From where wrong passwords came within the last minutes, whosever they were.
       and c.relname <> 'login_failure' order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ said: string }>`
      select to_jsonb(t)::text as said from ${sql.table(name)} t where to_jsonb(t)::text ~* ${traces.join('|')}`.execute(db)
    found.push(...rows.map(({ said }) => `${name}: ${said}`))
  }
  return found
}
