import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { makeReadKey } from '../../shared/access-keys/test-read-key.ts'
import { linesOf, startExportSite } from './test-export-site.ts'

const site = await startExportSite()
const { office, people, foreign } = site.tenants
const { db, pool } = site.context
await site.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = site.app.server.address() as AddressInfo

/** Two days of the site, whose readings lie in tables of two weeks: 2026-07-26 is a Sunday. */
for (const at of ['2026-07-26T10:00:00+09:00', '2026-07-27T10:00:00+09:00']) {
  site.time.now = new Date(Date.parse(at) + 1_000)
  await site.send([site.vital('worker', at)])
}
site.time.now = new Date('2026-07-28T00:00:00+09:00')
const headers = await site.as(people.base)
const path = (format: string, officeId: number) =>
  `/api/export/readings?officeId=${officeId}&from=2026-07-26&to=2026-07-27&format=${format}`

const ask = async (format = 'ndjson', by = headers, officeId = office.office_id): Promise<IncomingMessage> => {
  const [answer] = (await once(get({ port, path: path(format, officeId), headers: by }), 'response')) as [IncomingMessage]
  return answer
}

/** What came, and whether the client learns that it is not all. */
const textOf = async (answer: IncomingMessage): Promise<{ text: string; isCut: boolean }> => {
  let text = ''
  answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const isCut = await once(answer, 'end').then(
    () => false,
    () => true,
  )
  return { text, isCut }
}

/** Keeps everybody from the second week's readings until the function is called that it hands back. */
const holdSecondWeek = async () => {
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table reading_20260727 in access exclusive mode')
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}

/** Asks until the answer comes: one that ended just before may not have left its place yet. */
const askUntilSent = (format = 'ndjson') =>
  vi.waitFor(async () => {
    const answer = await ask(format)
    if (answer.statusCode !== 200) answer.resume()
    expect(answer.statusCode).toBe(200)
    return answer
  }, 60_000)

const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%percentile_cont%' and datname = current_database()`
const whenHeld = () => vi.waitFor(async () => expect((await pool.query(waiting)).rows).toHaveLength(1), { timeout: 60_000 })

test.each(['ndjson', 'csv'])('a %s export whose database is killed in the middle does not look whole', async (format) => {
  const release = await holdSecondWeek()
  const answer = await askUntilSent(format)
  const reading = textOf(answer)
  await whenHeld()
  await pool.query(`select pg_terminate_backend(pid) from (${waiting}) w`)
  const { text, isCut } = await reading
  await release()
  expect(isCut).toBe(true)
  expect(text).toContain('2026-07-26T10:00:00+09:00')
  if (format === 'ndjson') expect(linesOf(text)).toMatchObject({ rows: [{}], end: undefined })
})

test('one is sent to a person at a time; a client that leaves makes room for the next', async () => {
  const release = await holdSecondWeek()
  const first = await askUntilSent()
  await whenHeld()
  const second = await ask()
  expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '30'])
  second.resume()
  first.destroy()
  await release()
  const { text, isCut } = await textOf(await askUntilSent())
  expect(isCut).toBe(false)
  expect(linesOf(text)).toMatchObject({ rows: [{}, {}], end: { complete: true, rows: 2, next: null } })
  // The query of the client that left ends by itself, perhaps after the other's.
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})

test('the first key of one company takes no place from the first key of another', async () => {
  const [here, there] = [await makeReadKey(db, office.company_id), await makeReadKey(db, foreign.company_id)]
  const { rows } = await pool.query('select k.number from read_key k')
  expect(rows).toEqual([{ number: 1 }, { number: 1 }])
  const release = await holdSecondWeek()
  const first = await ask('ndjson', here.headers)
  await whenHeld()
  const second = await ask('ndjson', there.headers, foreign.office_id)
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  await release()
  expect((await textOf(first)).isCut).toBe(false)
  expect((await textOf(second)).isCut).toBe(false)
})

test('what is refused before the first byte takes no place', async () => {
  await pool.query(`alter table audit_log add constraint away check (action <> 'export') not valid`)
  const refused = await ask()
  refused.resume()
  await pool.query('alter table audit_log drop constraint away')
  expect(refused.statusCode).toBe(500)
  expect(linesOf((await textOf(await ask())).text).end).toMatchObject({ complete: true, rows: 2 })
})
