import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { registerRoutes } from '../../platform/http/register-routes.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { findSender } from '../../shared/access-keys/ingest-key.ts'
import { lockOut, signInAs } from '../../shared/organisation/test-factories.ts'
import { openConsole } from './console-subscriber.ts'
import { liveRoutes } from './routes.ts'
import { startLive } from './start-live.ts'
import { StreamPiece } from '../../platform/http/stream-piece.ts'
import { openStream } from '../../platform/http/test-stream.ts'
import { rowsOf } from './test-rows.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
let tenants: Awaited<ReturnType<typeof makeTenants>>
beforeAll(async () => {
  made = await createTestContext()
  tenants = await makeTenants(made.context.db)
})
afterAll(() => made.drop())

/** A process of its own with a quick pace. */
const serve = async () => {
  const live = startLive(made.context, undefined, { pingEveryMs: 150, beatEveryMs: 50, checkEveryMs: 100, recordEveryMs: 50 })
  const app = fastify()
  app.addHook('preClose', () => live.stop())
  registerRoutes(app, made.context, liveRoutes(live), findSender)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/live` }
}
const until = async (holds: () => boolean, withinMs = 60_000) => {
  for (const end = Date.now() + withinMs; !holds(); await new Promise((resolve) => setTimeout(resolve, 5)))
    if (Date.now() > end) throw new Error('it did not come to pass')
}
const now = new Date('2026-07-20T13:00:00+09:00')

test('pings continue, move the position, and say when the sites of the listener were last heard', async () => {
  const { people } = tenants
  const { app, url } = await serve()
  await setState(made.context.db, people.worker.user_id, new Date(now.getTime() - 60_000))
  const own = await openStream(url, (await signInAs(made.context, people.leader.user_id)).headers)
  const foreign = await openStream(url, (await signInAs(made.context, people.foreignBase.user_id)).headers)
  await until(() => own.events.length >= 3 && foreign.events.length >= 3)
  expect(own.events.at(-1)?.data).toEqual({ at: '2026-07-20T13:00:00+09:00', lastReceivedAt: '2026-07-20T12:59:00+09:00' })
  expect(foreign.events.at(-1)?.data).toMatchObject({ lastReceivedAt: null })
  await app.close()
})

test('a stream that stays open is on the log of reads once an hour', async () => {
  const { people } = tenants
  const { app, url } = await serve()
  const { headers } = await signInAs(made.context, people.contract.user_id)
  await Promise.all([1, 2].map(() => openStream(url, headers)))
  const reads = async () =>
    made.context.db
      .selectFrom('audit_log as a')
      .select(['a.at', 'a.address'])
      .where('a.resource', '=', 'liveStream')
      .where('a.user_id', '=', people.contract.user_id)
      .execute()
  await expect.poll(reads).toHaveLength(1)
  const before = made.time.now
  made.time.now = new Date(before.getTime() + 3_600_000)
  await expect.poll(reads).toEqual([
    { at: before, address: '127.0.0.1' },
    { at: made.time.now, address: '127.0.0.1' },
  ])
  await app.close()
  expect(await reads()).toHaveLength(2)
  made.time.now = before
})

test('an ended session, and a deleted account, end their streams; a locked account’s lives on', async () => {
  const { db } = made.context
  const { people } = tenants
  const { app, url } = await serve()
  const sign = (user: { user_id: number }) => signInAs(made.context, user.user_id)
  const [ended, deleted, locked] = await Promise.all([people.base, people.foreignBase, people.leader].map(sign))
  if (ended === undefined || deleted === undefined || locked === undefined) throw new Error('nobody')
  const [one, other, openStreamOfOther] = await Promise.all([ended, deleted, locked].map(({ headers }) => openStream(url, headers)))
  await until(() => [one, other, openStreamOfOther].every((stream) => (stream?.events.length ?? 0) > 0))
  await db.updateTable('session').set({ ended_at: now, ended_reason: 'logout' }).where('session.session_id', '=', ended.sessionId).execute()
  await db.updateTable('app_user').set({ deleted_at: now }).where('app_user.user_id', '=', people.foreignBase.user_id).execute()
  await lockOut(db, people.leader, now)
  await until(() => one?.isEnded === true && other?.isEnded === true)
  expect(openStreamOfOther?.isEnded).toBe(false)
  await app.close()
  await until(() => openStreamOfOther?.isEnded === true)
})

test('the stream of somebody who must set up a second factor by now ends, unless their company vouched for them', async () => {
  const { db } = made.context
  const { contract } = tenants.people
  const { app, url } = await serve()
  const [here, byProvider] = [await signInAs(made.context, contract.user_id), await signInAs(made.context, contract.user_id)]
  await db.updateTable('session').set({ by_provider: true }).where('session.session_id', '=', byProvider.sessionId).execute()
  const [stream, openStreamOfOther] = [await openStream(url, here.headers), await openStream(url, byProvider.headers)]
  await until(() => stream.events.length > 0 && openStreamOfOther.events.length > 0)
  await db
    .insertInto('master_setting')
    .values({ company_id: contract.company_id, type: 'SIGN_IN_SETTING', key: 'SECOND_FACTOR_REQUIRED', value: '1' })
    .execute()
  await until(() => stream.isEnded)
  expect(openStreamOfOther.isEnded).toBe(false)
  await app.close()
})

test('a changed role counts from the next check on', async () => {
  const { db } = made.context
  const { people, office, otherGroup } = tenants
  const { app, url } = await serve()
  const stream = await openStream(url, (await signInAs(made.context, people.subLeader.user_id)).headers)
  await until(() => stream.events.length > 0)
  await db.updateTable('app_user').set({ group_id: otherGroup.group_id }).where('app_user.user_id', '=', people.subLeader.user_id).execute()
  const change = async (heartRate: number, ...users: { user_id: number }[]) => {
    const userIds = users.map(({ user_id }) => user_id)
    for (const userId of userIds) await setState(db, userId, now, { heart_rate: heartRate })
    await announce(db, { companyId: office.company_id, officeId: office.office_id, userIds })
    return rowsOf(stream.events).map((row) => row.heartRate)
  }
  // Until the check.
  await expect.poll(() => change(91, people.neighbour)).toContain(91)
  await change(92, people.worker, people.neighbour)
  await until(() => rowsOf(stream.events).some(({ heartRate }) => heartRate === 92))
  expect(new Set(rowsOf(stream.events).map(({ userId }) => userId))).toEqual(new Set([people.neighbour.user_id]))
  await app.close()
})

test('what a client missed may be more than a slow console may leave waiting', async () => {
  let response: ServerResponse | undefined
  const server = createServer((_, answer) => {
    response = answer
    answer.writeHead(200).flushHeaders()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (incoming) => incoming.pause()).end()
  client.on('error', () => undefined)
  await until(() => response !== undefined)
  if (response === undefined) throw new Error('no response')
  const { people } = tenants
  const subscriber = openConsole(
    { response, bytesOf: ({ plain }) => plain },
    {
      actor: { ...people.base } as never,
      address: '192.0.2.1',
      narrowing: { officeId: undefined, groupId: undefined, places: false },
      resumesFrom: undefined,
    },
  )
  const megabyte = new StreamPiece('x'.repeat(1_000_000))
  // The first megabytes go into the kernel's buffers; what is missed comes on top and is let wait.
  for (let count = 0; count < 12; count += 1) subscriber.write(megabyte, true)
  expect(response.writableLength).toBeGreaterThan(2_000_000)
  expect(response.destroyed).toBe(false)
  for (let count = 0; count < 3; count += 1) subscriber.write(megabyte)
  expect(response.destroyed).toBe(true)
  subscriber.write(new StreamPiece('no more'))
  client.destroy()
  server.close()
})
