import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Job, type JobRow, message } from '@mimamori/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { createFreeSpace } from '../../platform/files/free-space.ts'
import { multipart } from '../../platform/exchange/test-upload.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { createTestApp } from '../../test-app.ts'
import { forgetJobsJob } from './forget-jobs.ts'

const createSite = async () => {
  const product = await createTestApp()
  const { db } = product.context
  const office = await makeOffice(db)
  const elsewhere = await makeOffice(db)
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const service = await makeUser(db, 'AdminUnitService')
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  const colleague = await makeUser(db, 'HeadquartersAdmin', office)
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = product.app.server.address() as AddressInfo
  const template = (await product.askAs(base, 'GET', '/api/ReferenceBarometer/Template')).body as string
  return {
    ...product,
    db,
    office,
    elsewhere,
    contract,
    service,
    base,
    colleague,
    port,
    headings: template.replace('\uFEFF', '').trim().split(','),
  }
}
let site: Awaited<ReturnType<typeof createSite>>
beforeAll(async () => {
  site = await createSite()
})
beforeEach(async () => {
  await site.db.deleteFrom('job').execute()
  await site.db.deleteFrom('device').execute()
})
afterAll(() => site.close())

/** A file of barometers; a column that nobody reads makes it long. */
const fileOf = (ids: readonly string[], filler = '') =>
  [[...site.headings, '余白'], ...ids.map((id) => [...site.headings.map((heading) => (heading === '"ID"' ? id : '')), filler])]
    .map((cells) => cells.join(','))
    .map((line) => `${line}\r\n`)
    .join('')
const longFile = (prefix: string, ids: readonly string[] = []) =>
  fileOf([...Array.from({ length: 1_000 }, (_, n) => `${prefix}${n}`), ...ids], 'x'.repeat(300))

const path = (office = site.office) => `/api/ReferenceBarometer/Import/${office.office_id}`
const upload = async (content: string, who = site.base, office = site.office) => {
  const { headers, payload } = multipart(['file', content, '気圧.csv'])
  return site.ask('POST', path(office), { headers: { ...headers, ...(await site.as(who)) }, payload })
}
const start = async (content: string) => {
  const { status, body } = await upload(content)
  expect(status).toBe(202)
  return (body as { jobId: string }).jobId
}
const list = async (who = site.base) => (await site.askAs(who, 'GET', '/api/Job')).body as { data: JobRow[]; count: number }
const jobOf = async (jobId: string, method: 'GET' | 'DELETE' = 'GET', who = site.base) => {
  const { status, body } = await site.askAs(who, method, `/api/Job/${jobId}`)
  return { status, ...(body as Job) }
}
const ended = (jobId: string) =>
  vi.waitFor(
    async () => {
      const job = await jobOf(jobId)
      expect(job.state).not.toBe('running')
      return job
    },
    { timeout: 80_000, interval: 50 },
  )
const barometers = async () => (await site.db.selectFrom('device').select('serial').execute()).length

/** Holds every import of the site up while the work lasts. */
const whileSiteIsLocked = async (work: () => Promise<void>) => {
  const client = await site.context.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from office o where o.office_id = $1 for no key update', [site.office.office_id])
    await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('what somebody started is listed, the newest first, and nobody else sees it', { timeout: 300_000 }, async () => {
  const good = await start(longFile('a'))
  await ended(good)
  site.time.now = new Date(site.time.now.getTime() + 60_000)
  const bad = await start(longFile('b', ['b1']))
  await ended(bad)
  const about = { kind: 'importBarometers', officeId: site.office.office_id, fileName: '気圧.csv' }
  expect(await list()).toMatchObject({
    count: 2,
    data: [
      { ...about, jobId: bad, state: 'failed', hasMessages: true },
      {
        ...about,
        jobId: good,
        state: 'done',
        done: 1_000,
        total: 1_000,
        result: { created: 1_000, updated: 0, deleted: 0, unchanged: 0 },
        hasMessages: false,
        endedAt: expect.stringContaining('+09:00'),
      },
    ],
  })
  expect(JSON.stringify((await list()).data)).not.toContain('行目と同じ')
  expect((await jobOf(bad)).messages).toEqual({ 1002: ['ID：3行目と同じです。'] })
  expect(await list(site.colleague)).toEqual({ data: [], count: 0 })
  expect((await jobOf(bad, 'DELETE', site.colleague)).status).toBe(404)
  expect((await list()).count).toBe(2)
})

test('a running one is cancelled: nothing of it is kept, whatever its process was at', async () => {
  let jobId = ''
  await whileSiteIsLocked(async () => {
    jobId = await start(longFile('c'))
    expect(await jobOf(jobId, 'DELETE')).toMatchObject({ status: 200, state: 'cancelled' })
  })
  // The site is free for the next file once the cancelled one has released it.
  expect((await upload(fileOf(['next']))).body).toMatchObject({ created: 1 })
  expect(await jobOf(jobId)).toMatchObject({ state: 'cancelled' })
  expect(await barometers()).toBe(1)
})

test('one during which the disk runs full is broken off in words, and nothing of it is kept', async () => {
  // Room when the file was let in, and none from then on: no disk has as much as that floor.
  const full = createFreeSpace({ ...site.context.config, diskFloorMegabytes: 1_000_000_000 })
  const { promise: looked, resolve: onLook } = Promise.withResolvers<void>()
  const isBelowFloor = () => full.isBelowFloor().finally(onLook)
  const app = await buildApp({ ...site.context, space: { ...site.context.space, isBelowFloor } })
  let jobId = ''
  await whileSiteIsLocked(async () => {
    const { headers, payload } = multipart(['file', longFile('f'), '気圧.csv'])
    const answer = await app.inject({ method: 'POST', url: path(), headers: { ...headers, ...(await site.as(site.base)) }, payload })
    expect(answer.statusCode).toBe(202)
    jobId = answer.json<{ jobId: string }>().jobId
    await looked
  })
  expect(await ended(jobId)).toMatchObject({ state: 'failed', error: message('diskLow') })
  expect(await barometers()).toBe(0)
  await app.close()
})

test('cancelled within moments of its end, it is either all there or not at all', { timeout: 300_000 }, async () => {
  for (let round = 0; round < 6; round++) {
    await site.db.deleteFrom('device').execute()
    const jobId = await start(longFile(`r${round}-`))
    await new Promise((resolve) => setTimeout(resolve, 60 * round))
    const { state } = await jobOf(jobId, 'DELETE')
    await upload(fileOf([`after${round}`]))
    expect([state, await barometers()]).toEqual(state === 'done' ? ['done', 1_001] : ['cancelled', 1])
  }
})

test('one that has ended is removed, and answers once more how it ended', async () => {
  const jobId = await start(longFile('d'))
  await ended(jobId)
  expect(await jobOf(jobId, 'DELETE')).toMatchObject({ state: 'done', result: { created: 1_000 } })
  expect((await jobOf(jobId)).status).toBe(404)
  expect((await list()).count).toBe(0)
})

test('what the answer itself says leaves no job', async () => {
  expect((await upload(fileOf(['s1']))).body).toMatchObject({ created: 1 })
  expect((await upload(fileOf(['s2', 's2']))).status).toBe(400)
  expect((await list()).count).toBe(0)
})

test('somebody who left before the answer came finds the outcome among the jobs', async () => {
  const { headers, payload } = multipart(['file', fileOf(['left']), '気圧.csv'])
  const auth = await site.as(site.base)
  await whileSiteIsLocked(async () => {
    const connected = once(site.app.server, 'connection') as Promise<[Socket]>
    const sending = request({ port: site.port, method: 'POST', path: path(), headers: { ...headers, ...auth }, agent: false })
    sending.on('error', () => undefined)
    sending.end(payload)
    await expect.poll(async () => (await list()).count).toBe(1)
    sending.destroy()
    // Until the server has heard of it.
    const [socket] = await connected
    await expect.poll(() => socket.destroyed).toBe(true)
  })
  await expect.poll(async () => (await list()).data).toMatchObject([{ state: 'done', result: { created: 1 } }])
})

test('of a company one file is imported at a time: the next sees whose it waits for, and other companies continue', async () => {
  let jobId = ''
  await whileSiteIsLocked(async () => {
    jobId = await start(longFile('f'))
    expect(await upload(fileOf(['second']), site.contract)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(new RegExp(`^${site.base.full_name}さんが\\d\\d:\\d\\dから取り込んでいます。`)) },
    })
    expect(await upload(fileOf(['own']), site.base)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^あなたが、/) } })
    expect((await list(site.contract)).count).toBe(0)
    expect(await upload(fileOf(['elsewhere']), site.service, site.elsewhere)).toMatchObject({ status: 200, body: { created: 1 } })
  })
  expect(await ended(jobId)).toMatchObject({ state: 'done', result: { created: 1_000 } })
  expect((await upload(fileOf(['second']), site.contract)).body).toMatchObject({ created: 1 })
})

test('an import whose process died holds up nobody', async () => {
  const died = { company_id: site.office.company_id, user_id: site.colleague.user_id, kind: 'importWorkers', file_name: 'a.csv' }
  const job_id = '0190a0a0-0000-7000-8000-000000000002'
  await site.db
    .insertInto('job')
    .values({ ...died, job_id, state: 'running', created_at: site.time.now })
    .execute()
  expect((await upload(fileOf(['after']))).body).toMatchObject({ created: 1 })
  expect(await jobOf(job_id, 'GET', site.colleague)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('1行も取り込まれていません'),
  })
})

test.each([
  ['the account', { deleted_at: new Date() }],
  ['the use of the account', { disabled_at: new Date() }],
  ['the role', { role: 'User' as const, worker_code: 'W' }],
])('somebody who loses %s during their import imports nothing', async (_, change) => {
  const leaver = await makeUser(site.db, 'HeadquartersAdmin', site.office)
  await whileSiteIsLocked(async () => {
    expect((await upload(longFile('g'), leaver)).status).toBe(202)
    await site.db.updateTable('app_user').set(change).where('user_id', '=', leaver.user_id).execute()
  })
  const jobs = () => site.db.selectFrom('job').select(['state', 'error']).execute()
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: expect.not.stringContaining('running') }]), { timeout: 80_000 })
  expect(await jobs()).toEqual([{ state: 'failed', error: expect.stringContaining('権限が変わった') }])
  expect(await barometers()).toBe(0)
})

test('jobs are forgotten a day after their end', async () => {
  const jobId = await start(longFile('e'))
  await ended(jobId)
  const hours = (count: number) => () => new Date(site.time.now.getTime() + count * 3_600_000)
  await takeTurn({ ...site.context, clock: hours(23) }, forgetJobsJob)
  expect((await list()).count).toBe(1)
  await takeTurn({ ...site.context, clock: hours(25) }, forgetJobsJob)
  expect((await list()).count).toBe(0)
})
