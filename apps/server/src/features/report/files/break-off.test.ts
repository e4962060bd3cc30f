import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeHour } from '../../../shared/monitoring/summaries/test-hours.ts'
import { makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { createTestContext } from '../../../platform/test-context.ts'
import { whileWaitedFor } from '../../../platform/traffic/while-waited-for.ts'
import { findReportWorkers } from '../table/workers.ts'
import { fillZip, type ZipRequest } from './fill-zip.ts'
import { openZip } from './open-zip.ts'
import { zipWriter } from '../../../platform/exchange/zip-writer.ts'

const { context, time, drop } = await createTestContext()
const { db } = context
const people = 12
const day = '2026-07-18'
const span = { from: day, to: day }
const zipRequest: ZipRequest = { ...span, types: [1, 2], statistic: 'max' }

let actor: Actor
let officeId: number

beforeAll(async () => {
  const office = await makeOffice(db)
  officeId = office.office_id
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  actor = {
    userId: admin.user_id,
    loginId: admin.login_id,
    fullName: admin.full_name,
    role: 'HeadquartersAdmin',
    companyId: office.company_id,
    officeId,
    groupId: null,
    sessionId: '',
  }
  for (let n = 0; n < people; n++) await makeHour(db, await makeUser(db, 'User', office), day, 9)
})
afterAll(drop)

/** Fills a ZIP and breaks it off once the files of the first person are in. */
const fillUntilFirst = async (breakOff: (zip: ReturnType<typeof zipWriter>) => void) => {
  const zip = zipWriter(time.now)
  zip.stream.resume()
  let [done, broken] = [0, false]
  const workers = await findReportWorkers(context, actor, { officeIds: [officeId], ...span })
  const filling = fillZip(context, zip, workers, zipRequest, { printedBy: '', printedAt: time.now }, () => {
    done += 1
    if (!broken) breakOff(zip)
    broken = true
  })
  return { filling, done: () => done, zip }
}

test('no more is read and drawn once the reader has left', async () => {
  const { filling, done } = await fillUntilFirst((zip) => zip.stream.destroy())
  await expect(filling).rejects.toMatchObject({ name: 'AbortError' })
  expect(done()).toBe(1)
  // Every connection is back.
  await expect.poll(() => context.pool.totalCount - context.pool.idleCount).toBe(0)
})

test('nothing continues while nobody reads', async () => {
  const zip = zipWriter(time.now)
  const bytes = new Uint8Array(1_000_000)
  crypto.getRandomValues(bytes.subarray(0, 65_536))
  const first = zip.put(
    '大きい',
    bytes.map((_, index) => (index * 7_919) ^ (index >> 3)),
  )
  const state = await Promise.race([first.then(() => 'taken'), once(zip.stream, 'readable').then(() => 'waiting')])
  expect(state).toBe('waiting')
  zip.stream.resume()
  await first
  zip.end()
  await once(zip.stream, 'end')
})

test('the person who asked may stop it, and its stream breaks off with their reason', async () => {
  const stopping = new AbortController()
  const request = { officeId: [officeId], reportTypeZip: [1 as const], startTime: day, endTime: day, statistic: 'max' as const }
  const aborting: [number, number][] = []
  const onProgress = (done: number, total: number) => {
    aborting.push([done, total])
    stopping.abort()
  }
  const stream = await openZip(context, actor, request, { stopping: stopping.signal, onProgress })
  const sink = stream.pipe(new PassThrough())
  sink.resume()
  await expect(once(stream, 'end')).rejects.toMatchObject({ name: 'AbortError' })
  expect(aborting).toEqual([[1, people]])
  await expect(openZip(context, actor, request, { stopping: stopping.signal, onProgress })).rejects.toMatchObject({ name: 'AbortError' })
})

test('work that fails breaks the stream off, so that no half of a ZIP looks whole', async () => {
  const request = { officeId: [officeId], reportTypeZip: [1 as const], startTime: day, endTime: day, statistic: 'max' as const }
  const onProgress = () => {
    throw new Error('disk full')
  }
  const stream = await openZip(context, actor, request, { stopping: new AbortController().signal, onProgress })
  stream.resume()
  await expect(once(stream, 'end')).rejects.toThrow('disk full')
})

test('work for a client that has left before is aborted at once', async () => {
  const app = Fastify()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: aborting, resolve: reportAborted } = Promise.withResolvers<boolean>()
  app.get('/', async (_, reply) => {
    const gone = once(reply.raw, 'close')
    begin()
    await gone
    await whileWaitedFor(reply, async (leaving) => reportAborted(leaving.aborted))
    return reply
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = new AbortController()
  const asking = fetch(address, { signal: client.signal })
  await begun
  client.abort()
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  expect(await aborting).toBe(true)
  await app.close()
})

test('a client that leaves stops the work for its answer', async () => {
  const app = Fastify()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  app.get('/', async (_, reply) => {
    const work = whileWaitedFor(reply, async (leaving) => {
      begin()
      await once(leaving, 'abort')
      leaving.throwIfAborted()
    })
    await work.then(() => end('quietly'))
    return reply
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = new AbortController()
  const asking = fetch(address, { signal: client.signal })
  await begun
  client.abort()
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  expect(await ended).toBe('quietly')
  await app.close()
})
