import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Job } from '@mimamori/contract'
import { sql } from 'kysely'
import { fromBufferPromise } from 'yauzl'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { createFolderStore } from '../../../platform/files/folder-store.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { createTestApp } from '../../../test-app.ts'
import { reportFilesJob } from './report-files-job.ts'

const createSite = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-report-jobs-'))
  const disk = join(folder, 'disk')
  const product = await createTestApp({ files: createFolderStore(disk) })
  const { db } = product.context
  const office = await makeOffice(db, { name: '東雲' })
  const other = await makeOffice(db, { company_id: office.company_id, name: '有明' })
  const worker = await makeUser(db, 'User', office)
  const second = await makeUser(db, 'User', office)
  for (const { user_id } of [worker, second])
    await db
      .insertInto('hourly_summary')
      .values({
        company_id: office.company_id,
        office_id: office.office_id,
        user_id,
        hour: new Date('2026-07-20T10:00:00+09:00'),
        readings: 60,
        wbgt_max: 29.5,
        wbgt_sum: 1_740,
        wbgt_count: 60,
        excess_count: 0,
        connected_minutes: 60,
      })
      .execute()
  return { ...product, db, folder, disk, office, other, worker, second }
}
let site: Awaited<ReturnType<typeof createSite>>
let contractor: Awaited<ReturnType<typeof makeUser>>
beforeAll(async () => {
  site = await createSite()
})
beforeEach(async () => {
  contractor = await makeUser(site.db, 'AdminUnitContract', site.office)
})
afterEach(async () => {
  await site.db.deleteFrom('job').execute()
})
afterAll(async () => {
  await site.close()
  await rm(site.folder, { recursive: true, force: true })
})

const request = (more: object = {}) => ({
  OfficeId: [site.office.office_id],
  ReportTypeZip: [1, 5],
  startTime: '2026-07-19',
  endTime: '2026-07-20',
  ...more,
})
const post = (more: object = {}) => site.askAs(contractor, 'POST', '/api/Report/Job', request(more))
const start = async (more: object = {}): Promise<string> => {
  const { status, body } = await post(more)
  expect(status).toBe(200)
  return (body as { jobId: string }).jobId
}
const jobOf = async (jobId: string) => (await site.askAs(contractor, 'GET', `/api/Job/${jobId}`)).body as Job
const turn = (stopping?: AbortSignal) => takeTurn(site.context, reportFilesJob, stopping)
const storedFiles = () => readdir(site.disk).catch(() => [])
const temporary = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(`mimamori-import-${process.pid}-`))

const isAtWork = async (jobId: string) => {
  while ((await jobOf(jobId)).state === 'waiting') await after(20)
  expect((await jobOf(jobId)).state).toBe('running')
}

/** Makes readers of summaries wait while the work lasts. */
const whileNothingCanBeRead = async (work: () => Promise<void>) => {
  const client = await site.context.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table hourly_summary in access exclusive mode')
    await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('what was asked for waits, says what it is, is made in its turn, and holds what the ZIP holds', async () => {
  const jobId = await start({ OfficeId: [site.office.office_id, site.other.office_id] })
  const about = '東雲、有明　2026年7月19日〜2026年7月20日　WBGT・接続時間　全員'
  expect(await jobOf(jobId)).toMatchObject({ kind: 'reportZip', state: 'waiting', about, file: null })
  await turn()
  const job = await jobOf(jobId)
  expect(job).toMatchObject({ state: 'done', done: 2, total: 2, file: { name: 'Reports.zip' } })
  const response = await site.app.inject({ url: `/api/Job/${jobId}/File`, headers: await site.as(contractor) })
  expect(response.rawPayload).toHaveLength(job.file?.bytes ?? 0)
  const zip = await fromBufferPromise(response.rawPayload, { lazyEntries: true })
  const names: string[] = []
  for await (const entry of zip.eachEntry()) names.push(entry.fileName)
  expect(names.filter((name) => name.includes(site.worker.full_name)).length).toBeGreaterThan(0)
  expect(names).toContain('一覧.csv')
  expect(await temporary()).toEqual([])
})

test('days that cannot be are refused at once, and so are a site and a worker elsewhere', async () => {
  expect((await post({ endTime: '2026-07-21' })).body).toEqual(['終了日：今日までの日を選んでください。'])
  expect((await post({ startTime: '2026-07-20', endTime: '2026-07-19' })).body).toEqual(['終了日：開始日以降の日を選んでください。'])
  expect((await post({ startTime: '2026-04-01' })).body).toEqual(['終了日：開始日から92日以内の日を選んでください。'])
  const elsewhere = await makeOffice(site.db)
  expect((await post({ OfficeId: [site.office.office_id, elsewhere.office_id] })).status).toBe(404)
  const stranger = await makeUser(site.db, 'User', elsewhere)
  expect((await post({ Workers: [site.worker.user_id, stranger.user_id] })).status).toBe(404)
  expect((await site.askAs(contractor, 'GET', '/api/Job')).body).toMatchObject({ count: 0 })
})

test('a sixth one that is not made yet is refused in words', async () => {
  for (let n = 0; n < 5; n++) await start()
  const { status, body } = await post()
  expect(status).toBe(429)
  expect(body).toEqual(['作っている途中のファイルが5件あります。できるまで待つか、中止してから、もう一度お試しください。'])
})

test('somebody with twenty files ready is asked to remove some', async () => {
  await start()
  await turn()
  await sql`
    insert into job (company_id, job_id, user_id, kind, file_name, state, request, created_at, ended_at, file_key, file_type, file_bytes)
    select j.company_id, gen_random_uuid(), j.user_id, j.kind, j.file_name, j.state, j.request, j.created_at, j.ended_at, 'of ' || n, j.file_type, j.file_bytes
      from job j, generate_series(1, 19) n`.execute(site.db)
  const { status, body } = await post()
  expect([status, body]).toEqual([429, ['作ったファイルが20件残っています。いらないファイルを削除してから、もう一度お試しください。']])
  const [one] = await site.db.selectFrom('job').select('job.job_id').execute()
  await site.askAs(contractor, 'DELETE', `/api/Job/${one?.job_id}`)
  expect((await post()).status).toBe(200)
})

test('where there is nothing to put out, the job says so', async () => {
  const before = await storedFiles()
  const jobId = await start({ startTime: '2026-07-01', endTime: '2026-07-02' })
  await turn()
  expect(await jobOf(jobId)).toMatchObject({ state: 'failed', error: '出力するデータがありません。', file: null })
  expect([await storedFiles(), await temporary()]).toEqual([before, []])
})

test('it is made within the rights that the person who asked has by then', async () => {
  const set = (values: object) => site.db.updateTable('app_user').set(values).where('app_user.user_id', '=', contractor.user_id).execute()
  const failed = async (values: object) => {
    const jobId = await start()
    await set(values)
    await turn()
    const job = await site.db.selectFrom('job').select(['job.state', 'job.error']).where('job.job_id', '=', jobId).executeTakeFirst()
    await set({ role: 'AdminUnitContract', office_id: null, deleted_at: null })
    return job
  }
  const noRight = { state: 'failed', error: 'この操作はできません。権限を管理者に確認してください。' }
  expect(await failed({ role: 'User', office_id: site.office.office_id })).toEqual(noRight)
  expect(await failed({ deleted_at: new Date() })).toEqual(noRight)
  expect(await failed({ role: 'HeadquartersAdmin', office_id: site.other.office_id })).toEqual({
    state: 'failed',
    error: '見つかりません。削除されたか、見る権限がありません。',
  })
})

test('cancelled while it waits, it is never begun', async () => {
  const jobId = await start()
  expect((await site.askAs(contractor, 'DELETE', `/api/Job/${jobId}`)).body).toMatchObject({ state: 'cancelled' })
  await turn()
  expect(await jobOf(jobId)).toMatchObject({ state: 'cancelled', file: null })
})

test('cancelled while it runs, it stops at once, whatever it waits for, and nothing is stored', async () => {
  const before = await storedFiles()
  const jobId = await start()
  await whileNothingCanBeRead(async () => {
    const working = turn()
    await isAtWork(jobId)
    expect((await site.askAs(contractor, 'DELETE', `/api/Job/${jobId}`)).body).toMatchObject({ state: 'cancelled' })
    await working
  })
  expect([await storedFiles(), await temporary()]).toEqual([before, []])
  expect(await jobOf(jobId)).toMatchObject({ state: 'cancelled', file: null })
})

test('a process that stops leaves it to the next one', async () => {
  const jobId = await start()
  await whileNothingCanBeRead(async () => {
    const stopping = new AbortController()
    const working = turn(stopping.signal)
    await isAtWork(jobId)
    stopping.abort(new Error('the process stops'))
    await working
  })
  expect(await jobOf(jobId)).toMatchObject({ state: 'waiting' })
  await turn()
  expect(await jobOf(jobId)).toMatchObject({ state: 'done' })
})

test('where files cannot be kept, the job says so', async () => {
  const jobId = await start()
  // Somebody pulls the disk out.
  await rename(site.disk, `${site.disk}-away`)
  await writeFile(site.disk, '')
  await turn()
  await rm(site.disk)
  await rename(`${site.disk}-away`, site.disk)
  expect(await jobOf(jobId)).toMatchObject({
    state: 'failed',
    error: '現在、ファイルを保存・表示できません。しばらく待ってから、もう一度お試しください。',
  })
  expect(await temporary()).toEqual([])
})
