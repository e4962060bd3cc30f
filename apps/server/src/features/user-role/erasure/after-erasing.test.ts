import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeChannel } from '../../../shared/channels/test-channel-row.ts'
import { makeAlert, makeUser } from '../../../shared/organisation/test-factories.ts'
import type { BackupSettings } from '../../../platform/config/config.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { FilesAway, type FileStore } from '../../../platform/files/file-store.ts'
import { createFolderStore } from '../../../platform/files/folder-store.ts'
import { testConfig } from '../../../platform/test-context.ts'
import { createTestApp } from '../../../test-app.ts'
import { addPeople } from '../test-people.ts'
import { sweepErasuresJob } from './erasures-job.ts'
import { replayErasures } from './replay-erasures.ts'

const folder = join(tmpdir(), `mimamori-after-erasing-${randomUUID()}`)
let isAway = false
let backup: BackupSettings | undefined
const disk = createFolderStore(folder)
const files: FileStore = {
  ...disk,
  put: async (...given) => {
    if (isAway) throw new FilesAway('nobody answers')
    return disk.put(...given)
  },
}
const people = await addPeople(
  await createTestApp({
    files,
    config: {
      ...testConfig(),
      get backup() {
        return backup
      },
    },
  }),
)
afterAll(() => people.close())
const { db, office, contract, context, time } = people
const start = time.now

let worker: Awaited<ReturnType<typeof makeUser>>
beforeEach(async () => {
  isAway = false
  backup = undefined
  time.now = start
  worker = await makeUser(db, 'User', office, { full_name: '綾小路　千代松', email: 'chiyomatsu@example.jp', created_at: start })
})

const erase = () => people.call(contract, 'POST', `/api/UserRole/${worker.user_id}/Erase`, { userName: worker.login_id })
const ledger = async (): Promise<string> => readFile(join(folder, 'mimamori-erasures.json'), 'utf8')
const erasureOf = () => db.selectFrom('erasure').selectAll().where('user_id', '=', worker.user_id).executeTakeFirstOrThrow()
const later = (minutes: number) => {
  time.now = new Date(start.getTime() + minutes * 60_000)
}
const sweep = () => takeTurn(context, sweepErasuresJob)

test('what a call under way writes down meanwhile goes as well, and then nobody knows the name any more', async () => {
  await erase()
  const alert = await makeAlert(db, worker, { handling: 'closed', ended_at: start })
  const write = () =>
    sql`
    update alert set full_name = '綾小路　千代松', note = '綾小路さんと電話 chiyomatsu@example.jp' where alert_id = ${alert.alert_id}`.execute(
      db,
    )
  const jobText = async () => {
    const row = await db.selectFrom('alert').select(['full_name', 'note']).where('alert_id', '=', alert.alert_id).executeTakeFirstOrThrow()
    return `${row.full_name} ${row.note}`
  }
  await write()
  await sweep()
  expect(await jobText()).toContain('綾小路')
  later(1)
  await sweep()
  expect(await jobText()).toBe(`消去済み（${worker.user_id}） 消去済み（${worker.user_id}）さんと電話 （消去済み）`)
  // As an import does that took an hour.
  await write()
  later(64)
  await sweep()
  expect(await jobText()).toContain('綾小路')
  expect(String((await erasureOf()).marks)).not.toContain('綾小路')
  later(65)
  await sweep()
  expect(await jobText()).not.toContain('綾小路')
  expect(await erasureOf()).toMatchObject({ marks: null, sweeps: 2 })
})

test('where the files are away the ledger is copied once they are back', async () => {
  isAway = true
  expect((await erase()).status).toBe(200)
  await expect(ledger().catch(() => '')).resolves.not.toContain((await erasureOf()).erasure_id)
  isAway = false
  await sweep()
  expect(await ledger()).toContain((await erasureOf()).erasure_id)
  expect((await erasureOf()).copied).toBe(true)
})

test('a ledger that was lost is written again from the database', async () => {
  await erase()
  await disk.delete('mimamori-erasures.json')
  expect(await replayErasures(context)).toBe(0)
  expect(await ledger()).toContain((await erasureOf()).erasure_id)
})

test('where backups are made by schedule their ledger has an erasure at once, or once their place is back', async () => {
  const place = await mkdtemp(join(tmpdir(), 'mimamori-ledger-beside-'))
  const known = async () => readFile(join(place, 'mimamori-erasures.json'), 'utf8').catch(() => '')
  backup = { place, key: undefined, hour: 3, days: 14, weeks: 8 }
  await erase()
  const first = (await erasureOf()).erasure_id
  expect(await known()).toContain(first)
  await sweep()

  await writeFile(join(place, 'mimamori-erasures.json'), 'no ledger')
  worker = await makeUser(db, 'User', office)
  expect((await erase()).status).toBe(200)
  await replayErasures(context)
  expect(await erasureOf()).toMatchObject({ copied: false })
  expect(await known()).toBe('no ledger')
  await rm(join(place, 'mimamori-erasures.json'))
  await sweep()
  expect(await known()).toContain((await erasureOf()).erasure_id)
  expect(await erasureOf()).toMatchObject({ copied: true })
  await rm(place, { recursive: true })
})

test('a file of a report with the person in it is gone, and says why', async () => {
  const { company_id, office_id } = office
  const job = async (workers: number[] | undefined, state: 'done' | 'running') => {
    const job_id = randomUUID()
    const request = { about: '', officeIds: [office_id], requesterCompanyId: company_id, content: { officeId: [office_id], workers } }
    const file = state === 'done' ? { file_key: `${job_id}-1`, file_type: 'application/zip', file_bytes: 1, ended_at: start } : {}
    const row = { company_id, job_id, user_id: contract.user_id, kind: 'reportZip', file_name: 'Reports.zip', state, attempts: 1 }
    await db
      .insertInto('job')
      .values({ ...row, ...file, request: JSON.stringify(request), created_at: start })
      .execute()
    return job_id
  }
  const colleague = await makeUser(db, 'User', office)
  const ofAll = await job(undefined, 'done')
  const ofOthers = await job([colleague.user_id], 'done')
  const underWay = await job([worker.user_id], 'running')
  await erase()
  const stateOf = async (jobId: string) =>
    db.selectFrom('job').select(['state', 'error', 'file_key']).where('job_id', '=', jobId).executeTakeFirstOrThrow()
  expect(await stateOf(ofAll)).toMatchObject({ state: 'failed', error: expect.stringContaining('もう一度作ってください'), file_key: null })
  expect(await stateOf(ofOthers)).toMatchObject({ state: 'done', file_key: `${ofOthers}-1` })
  expect(await stateOf(underWay)).toMatchObject({ state: 'waiting' })
})

test('who holds something outside is named before and after: receivers of mails and notices, who took files', async () => {
  const alert = await makeAlert(db, worker, { handling: 'closed', ended_at: start })
  const { company_id } = office
  const { mail_id } = await db
    .insertInto('outbox_mail')
    .values({
      company_id,
      alert_id: alert.alert_id,
      recipients: JSON.stringify({ to: ['a@example.jp', 'b@example.jp', worker.email] }),
      subject: '緊急',
      body: '綾小路',
      sent_at: start,
      delivered_to: ['a@example.jp', worker.email ?? ''],
    })
    .returning('mail_id')
    .executeTakeFirstOrThrow()
  const notice = { company_id, alert_id: alert.alert_id, at: start, occasion: 'opened' }
  const channel_id = await makeChannel(db, office, { with_names: true })
  const sent = { company_id, channel_id, alert_id: alert.alert_id, created_at: start, next_try_at: start, sent_at: start }
  const { delivery_id } = await db
    .insertInto('channel_delivery')
    .values({ ...sent, message: JSON.stringify({ form: 'message', person: '綾小路', urgency: '緊急' }) })
    .returning('channel_delivery.delivery_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('alert_notice')
    .values([
      { ...notice, channel: 'channel', channel_name: '安全管理', delivery_id },
      { ...notice, channel: 'mail', mail_id },
      { ...notice, channel: 'push', user_id: contract.user_id, user_name: contract.full_name },
      { ...notice, channel: 'push', user_id: worker.user_id, user_name: worker.full_name },
    ])
    .execute()
  await people.call(contract, 'GET', '/api/UserRole/Download?worker=1')
  const at = '2026-07-20T13:00:00+09:00'
  const outside = [
    { kind: 'mail', who: 'a@example.jp', what: null, count: 1, lastAt: at },
    { kind: 'push', who: contract.full_name, what: null, count: 1, lastAt: at },
    { kind: 'channel', who: '安全管理', what: null, count: 1, lastAt: at },
    { kind: 'file', who: `${contract.full_name}（${contract.login_id}）`, what: '利用者', count: 1, lastAt: at },
  ]
  const before = (await people.call(contract, 'GET', `/api/UserRole/${worker.user_id}/Erasure`)).body as { outside: { who: string }[] }
  expect(before.outside.filter(({ who }) => who !== worker.email)).toEqual(outside)
  expect((await erase()).body).toMatchObject({ outside })
  const deliveries = await db.selectFrom('channel_delivery').select('channel_delivery.message').execute()
  expect(JSON.stringify(deliveries)).not.toContain('綾小路')
})
