import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job, JobRow } from '@mimamori/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { finishFileJob, queueFileJob, takeFileJob } from '../../platform/jobs/file-jobs.ts'
import { FilesAway } from '../../platform/files/file-store.ts'
import { createFolderStore } from '../../platform/files/folder-store.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { makeHour } from '../../shared/monitoring/summaries/test-hours.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { createTestApp } from '../../test-app.ts'
import { forgetJobsJob } from './forget-jobs.ts'

const content = Buffer.from('PK\u0003\u0004 of a report')

const createSite = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-job-file-'))
  const source = join(folder, 'source')
  await writeFile(source, content)
  const disk = join(folder, 'disk')
  const files = createFolderStore(disk)
  const product = await createTestApp({ files })
  const { db } = product.context
  const office = await makeOffice(db)
  const other = await makeOffice(db, { company_id: office.company_id })
  const contractor = await makeUser(db, 'AdminUnitContract', office)
  const colleague = await makeUser(db, 'AdminUnitContract', office)
  return { ...product, folder, source, disk, files, db, office, other, contractor, colleague }
}
let site: Awaited<ReturnType<typeof createSite>>
beforeAll(async () => {
  site = await createSite()
})
afterEach(async () => {
  await site.db.deleteFrom('job').execute()
})
afterAll(async () => {
  await site.close()
  await rm(site.folder, { recursive: true, force: true })
})

/** A file of both sites that the contractor has started and a process has made. */
const makeFile = async () => {
  const { db, office, other, contractor, context, source, files, time } = site
  const jobId = randomUUID()
  const request = {
    about: '北の現場',
    officeIds: [office.office_id, other.office_id],
    requesterCompanyId: office.company_id,
    content: {},
  }
  const base = { companyId: office.company_id, jobId, userId: contractor.user_id, at: time.now }
  await db.transaction().execute((trx) => queueFileJob(trx, { ...base, kind: 'reportZip', fileName: 'Reports.zip', request }, sql`true`))
  const client = await context.pool.connect()
  const job = await takeFileJob(client, 'reportZip')
  if (job === undefined) throw new Error('no job could be taken')
  const key = `${jobId}-1`
  await files.put(key, source, 'application/zip')
  await finishFileJob(db, job, { key, type: 'application/zip', bytes: content.length, total: 1 }, time.now)
  client.release(true)
  return { jobId, key }
}
const fileOf = async (jobId: string, who = site.contractor) => site.ask('GET', `/api/Job/${jobId}/File`, { headers: await site.as(who) })

test('the person who started it gets the file, whole, under its name, and sees until when it is kept', async () => {
  const { jobId } = await makeFile()
  const { status, headers, body } = await fileOf(jobId)
  expect([status, body]).toEqual([200, content.toString()])
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(content.length),
    'content-disposition': 'attachment; filename="Reports.zip"',
  })
  const [row] = ((await site.askAs(site.contractor, 'GET', '/api/Job')).body as { data: JobRow[] }).data
  expect(row).toMatchObject({
    kind: 'reportZip',
    state: 'done',
    about: '北の現場',
    file: { name: 'Reports.zip', bytes: content.length, keptUntil: '2026-07-21T13:00:00+09:00' },
  })
})

test('nobody else gets it, nor somebody who no longer sees all the sites in it', async () => {
  const { jobId } = await makeFile()
  expect((await fileOf(jobId, site.colleague)).status).toBe(404)
  const narrow = { role: 'HeadquartersAdmin', office_id: site.office.office_id }
  await site.db.updateTable('app_user').set(narrow).where('app_user.user_id', '=', site.contractor.user_id).execute()
  expect((await fileOf(jobId)).status).toBe(404)
  const wide = { role: 'AdminUnitContract', office_id: null }
  await site.db.updateTable('app_user').set(wide).where('app_user.user_id', '=', site.contractor.user_id).execute()
  expect((await fileOf(jobId)).status).toBe(200)
})

test('a job that has made nothing has no file', async () => {
  const { jobId } = await makeFile()
  await site.db.updateTable('job').set({ file_key: null, file_type: null, file_bytes: null, state: 'failed' }).execute()
  expect((await fileOf(jobId)).status).toBe(404)
})

test('its file goes with the record: by hand, and a day after its end', async () => {
  const byHand = await makeFile()
  expect((await site.askAs(site.contractor, 'DELETE', `/api/Job/${byHand.jobId}`)).body).toMatchObject({ state: 'done' })
  expect(await site.files.get(byHand.key)).toBeUndefined()
  expect((await fileOf(byHand.jobId)).status).toBe(404)

  const byItself = await makeFile()
  const inHours = (count: number) => ({ ...site.context, clock: () => new Date(site.time.now.getTime() + count * 3_600_000) })
  await takeTurn(inHours(23), forgetJobsJob)
  expect((await fileOf(byItself.jobId)).status).toBe(200)
  await takeTurn(inHours(25), forgetJobsJob)
  expect((await fileOf(byItself.jobId)).status).toBe(404)
  expect(await site.files.get(byItself.key)).toBeUndefined()
})

test('it is not handed out once its time is over', async () => {
  const { jobId } = await makeFile()
  const { now } = site.time
  site.time.now = new Date(now.getTime() + 24 * 3_600_000 - 1_000)
  expect((await fileOf(jobId)).status).toBe(200)
  site.time.now = new Date(now.getTime() + 24 * 3_600_000)
  expect((await fileOf(jobId)).status).toBe(404)
  site.time.now = now
})

test('it is not handed out once somebody of its sites has withdrawn their consent, whatever day they name', async () => {
  const elsewhere = await makeOffice(site.db, { company_id: site.office.company_id })
  const before = await makeUser(site.db, 'User', site.office, { consent_withdrawn_at: new Date('2026-07-01T00:00:00Z') })
  const person = await makeUser(site.db, 'User', site.office)
  const stranger = await makeUser(site.db, 'User', elsewhere)
  const { jobId } = await makeFile()
  const withdraw = (who: { user_id: number }, at: Date | null) =>
    site.db.updateTable('app_user').set({ consent_withdrawn_at: at }).where('app_user.user_id', '=', who.user_id).execute()
  await withdraw(stranger, site.time.now)
  expect((await fileOf(jobId)).status).toBe(200)
  await withdraw(person, new Date('2026-07-10T00:00:00Z'))
  expect((await fileOf(jobId)).status).toBe(404)
  // One that is made now holds nothing of them.
  expect((await fileOf((await makeFile()).jobId)).status).toBe(200)
  expect((await fileOf(jobId)).status).toBe(404)
  await withdraw(person, null)
  // Who has moved away since, but was measured there.
  await makeHour(site.db, { ...stranger, office_id: site.other.office_id }, '2026-07-18', 9)
  expect((await fileOf(jobId)).status).toBe(404)
  for (const who of [before, stranger]) await withdraw(who, null)
})

test('those behind a file that cannot be removed are removed', async () => {
  const stuck = await makeFile()
  const { now } = site.time
  site.time.now = new Date(now.getTime() + 1_000)
  const free = await makeFile()
  site.time.now = now
  const files = {
    ...site.files,
    delete: async (key: string) => {
      if (key === stuck.key) throw new FilesAway('away')
      await site.files.delete(key)
    },
  }
  const later = { ...site.context, files, clock: () => new Date(site.time.now.getTime() + 25 * 3_600_000) }
  await expect(takeTurn(later, forgetJobsJob)).rejects.toThrow('away')
  expect([(await site.files.get(stuck.key)) === undefined, await site.files.get(free.key)]).toEqual([false, undefined])
})

test('while its file cannot be removed, its record stays too, for another try', async () => {
  const { jobId } = await makeFile()
  // Somebody pulls the disk out.
  await rename(site.disk, `${site.disk}-away`)
  await writeFile(site.disk, '')
  const { status, body } = await site.askAs(site.contractor, 'DELETE', `/api/Job/${jobId}`)
  expect([status, body]).toEqual([503, ['現在、ファイルを保存・表示できません。しばらく待ってから、もう一度お試しください。']])
  const tomorrow = { ...site.context, clock: () => new Date(site.time.now.getTime() + 25 * 3_600_000) }
  await expect(takeTurn(tomorrow, forgetJobsJob)).rejects.toThrow(FilesAway)
  expect(((await site.askAs(site.contractor, 'GET', `/api/Job/${jobId}`)).body as Job).file).not.toBeNull()
  await rm(site.disk)
  await rename(`${site.disk}-away`, site.disk)
  await takeTurn(tomorrow, forgetJobsJob)
  expect((await fileOf(jobId)).status).toBe(404)
})
