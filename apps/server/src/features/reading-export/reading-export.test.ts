import { byteOrderMark, ExportedMinute } from '@mimamori/contract'
import { parse } from 'csv-parse/sync'
import { beforeEach, expect, test } from 'vitest'
import { writeReadKeyUses } from '../../shared/access-keys/read-key-uses.ts'
import { makeReadKey } from '../../shared/access-keys/test-read-key.ts'
import { japan, linesOf, startExportSite } from './test-export-site.ts'

const site = await startExportSite()
const { db, tenants, time, send, vital, heat, read, askExport } = site
const { people, office, group, otherGroup } = tenants
const minuteMs = 60_000

beforeEach(async () => {
  time.now = new Date('2026-07-20T13:00:00+09:00')
  await site.context.pool.query(
    'truncate reading, hourly_summary, summary_due, heat_summary, heat_due, worker_state, alert, erasure, audit_log cascade',
  )
  await db.updateTable('app_user').set({ consent_withdrawn_at: null }).execute()
})

const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}
const highest = (values: readonly (number | null)[]): number | null =>
  values.reduce((most, value) => (most === null || (value !== null && value > most) ? value : most), null)

/** What an export of the site says, worked out from each stored reading. */
const recomputed = async (): Promise<ExportedMinute[]> => {
  const rows = await db.selectFrom('reading').selectAll().where('user_id', 'is not', null).execute()
  const groups = Map.groupBy(rows, ({ at, user_id: userId }) => `${japan(Math.floor(at.getTime() / minuteMs) * minuteMs)} ${userId}`)
  const codes = new Map([
    [people.worker.user_id, 'W-2'],
    [people.neighbour.user_id, 'W-1'],
  ])
  const codeOfGroup = new Map([group, otherGroup].map(({ group_id: id, code }) => [id, code]))
  return [...groups]
    .map(([key, minute]): ExportedMinute => {
      const [at = '', userId = ''] = key.split(' ')
      const hottest = minute.toSorted((a, b) => (b.wbgt ?? -99) - (a.wbgt ?? -99) || b.at.getTime() - a.at.getTime())[0]
      return {
        at,
        userId: Number(userId),
        workerCode: codes.get(Number(userId)) ?? null,
        groupCode: codeOfGroup.get(minute[0]?.group_id ?? 0) ?? null,
        heartRate: median(minute.flatMap(({ heart_rate: bpm }) => bpm ?? [])),
        level: highest(minute.map((row) => row.total_level)),
        personalLevel: highest(minute.map((row) => row.heart_level)),
        wbgt: hottest?.wbgt ?? null,
        wbgtSource: (hottest?.wbgt_source ?? null) as ExportedMinute['wbgtSource'],
        excess: highest(minute.map((row) => row.excess)),
      }
    })
    .toSorted((a, b) => a.at.localeCompare(b.at) || (a.workerCode ?? '').localeCompare(b.workerCode ?? ''))
}

/** Two people in the heat: one of them each 20 seconds, the other each minute, with what goes missing on the way. */
const work = async (from: string, minutes: number) => {
  const start = Date.parse(from)
  for (let minute = 0; minute < minutes; minute++) {
    const at = start + minute * minuteMs
    time.now = new Date(at + 59_000)
    await send([
      ...(minute % 5 === 0 ? [heat(japan(at), 27 + (minute % 4) / 2)] : []),
      ...[5, 25, 45].map((second) => vital('worker', japan(at + second * 1_000), { heartRate: 90 + ((minute * 7 + second) % 60) })),
      ...(minute % 7 === 3 ? [] : [vital('neighbour', japan(at + 30_000), minute % 11 === 5 ? {} : { heartRate: 80 + (minute % 50) })]),
    ])
  }
}

const day = 'from=2026-07-20&to=2026-07-20'

test('each minute holds what is worked out from the readings, while its hour runs, and after it was summed up', async () => {
  await work('2026-07-20T10:20:00+09:00', 70)
  time.now = new Date('2026-07-20T13:00:00+09:00')
  const expected = await recomputed()
  expect(expected.length).toBeGreaterThan(120)
  expect(new Set(expected.map(({ level }) => level)).size).toBeGreaterThan(1)
  expect(await read(day)).toEqual({ rows: expected, end: { complete: true, rows: expected.length, next: '2026-07-20T13:00:00+09:00' } })
  await site.keepSummaries()
  expect((await db.selectFrom('hourly_summary').selectAll().execute()).length).toBe(4)
  expect((await read(day)).rows).toEqual(expected)

  const csv = (await askExport(people.contract, `${day}&format=csv`)).body as string
  expect(csv.startsWith(byteOrderMark)).toBe(true)
  const [header, ...lines] = parse(csv, { bom: true, record_delimiter: '\r\n' })
  expect(header).toEqual(Object.keys(ExportedMinute.shape))
  expect(lines).toEqual(expected.map((row) => Object.values(row).map((value) => (value === null ? '' : String(value)))))
})

test('an export that was cut anywhere and continued from its last minute equals the whole one', async () => {
  await work('2026-07-20T10:00:00+09:00', 20)
  time.now = new Date('2026-07-20T13:00:00+09:00')
  const whole = await read(day)
  for (const lines of [1, 2, 3, 10, whole.rows.length - 1, whole.rows.length]) {
    const got = whole.rows.slice(0, lines)
    const last = got.at(-1)?.at ?? ''
    const rest = await read(`from=${encodeURIComponent(last)}&to=2026-07-20`)
    expect([...got.filter(({ at }) => at < last), ...rest.rows]).toEqual(whole.rows)
    expect(rest.end).toMatchObject({ complete: true, next: '2026-07-20T13:00:00+09:00' })
  }
})

test('a span that is not over says from where to continue, and nothing is said of the running minute', async () => {
  time.now = new Date('2026-07-20T10:05:40+09:00')
  await send([vital('worker', '2026-07-20T10:04:10+09:00'), vital('worker', '2026-07-20T10:05:10+09:00')])
  const first = await read('from=2026-07-20T10:00:00%2B09:00&to=2026-07-20T12:00:00%2B09:00')
  expect(first.rows.map(({ at }) => at)).toEqual(['2026-07-20T10:04:00+09:00'])
  expect(first.end).toEqual({ complete: true, rows: 1, next: '2026-07-20T10:05:00+09:00' })
  time.now = new Date('2026-07-20T12:00:00+09:00')
  const second = await read(`from=${encodeURIComponent(first.end?.next ?? '')}&to=2026-07-20T12:00:00%2B09:00`)
  expect(second.rows.map(({ at }) => at)).toEqual(['2026-07-20T10:05:00+09:00'])
  expect(second.end).toEqual({ complete: true, rows: 1, next: null })
  expect(await read('from=2026-07-21&to=2026-07-22')).toEqual({
    rows: [],
    end: { complete: true, rows: 0, next: '2026-07-21T00:00:00+09:00' },
  })
})

test('days begin at midnight in Japan, across the end of a month, and an instant at the end is left out', async () => {
  for (const at of ['2026-07-31T23:59:59+09:00', '2026-08-01T00:00:00+09:00', '2026-08-01T23:59:00+09:00', '2026-08-02T00:00:00+09:00']) {
    time.now = new Date(Date.parse(at) + 1_000)
    await send([vital('worker', at)])
  }
  time.now = new Date('2026-08-03T00:00:00+09:00')
  const minutes = async (query: string) => (await read(query)).rows.map(({ at }) => at.slice(5, 16))
  expect(await minutes('from=2026-07-31&to=2026-07-31')).toEqual(['07-31T23:59'])
  expect(await minutes('from=2026-08-01&to=2026-08-01')).toEqual(['08-01T00:00', '08-01T23:59'])
  expect(await minutes('from=2026-07-31&to=2026-08-02')).toEqual(['07-31T23:59', '08-01T00:00', '08-01T23:59', '08-02T00:00'])
  expect(await minutes('from=2026-07-31T15:00:00Z&to=2026-08-01T14:59:00Z')).toEqual(['08-01T00:00'])
  // The minute has begun: what is asked for begins with the next one.
  expect(await minutes('from=2026-08-01T00:00:01%2B09:00&to=2026-08-01')).toEqual(['08-01T23:59'])
})

test('readings that come late are there when it is read once more', async () => {
  time.now = new Date('2026-07-20T10:01:00+09:00')
  await send([vital('worker', '2026-07-20T10:00:30+09:00')])
  await site.keepSummaries()
  expect((await read(day)).rows).toHaveLength(1)
  time.now = new Date('2026-07-20T15:00:00+09:00')
  await send([vital('worker', '2026-07-20T11:00:30+09:00'), vital('worker', '2026-07-20T12:30:00+09:00')])
  expect((await read(day)).rows.map(({ at }) => at.slice(11, 16))).toEqual(['10:00', '11:00', '12:30'])
})

test('who withdrew consent or was erased is left out, who left the site or was deleted is not', async () => {
  time.now = new Date('2026-07-20T10:01:00+09:00')
  await send([vital('worker', '2026-07-20T10:00:30+09:00'), vital('neighbour', '2026-07-20T10:00:40+09:00')])
  await site.keepSummaries()
  const codes = async () => (await read(day)).rows.map(({ workerCode }) => workerCode)
  const change = (userId: number) => db.updateTable('app_user').where('user_id', '=', userId)
  await change(people.worker.user_id).set({ office_id: tenants.sibling.office_id, group_id: null, group_role: null }).execute()
  await change(people.neighbour.user_id).set({ deleted_at: time.now, group_id: null, group_role: null }).execute()
  expect(await codes()).toEqual(['W-1', 'W-2'])
  await change(people.worker.user_id).set({ consent_withdrawn_at: time.now }).execute()
  expect(await codes()).toEqual(['W-1'])
  const salt = Buffer.alloc(16)
  const erased = { company_id: office.company_id, user_id: people.neighbour.user_id, salt, account: salt }
  await db
    .insertInto('erasure')
    .values({ ...erased, erasure_id: crypto.randomUUID(), erased_at: time.now, noted_at: time.now })
    .execute()
  expect(await codes()).toEqual([])
})

test('it is for administrators of the site, and on the log before it is answered', async () => {
  expect((await askExport(people.foreignContract, day)).status).toBe(404)
  expect((await askExport(people.foreignBase, day)).status).toBe(404)
  expect((await askExport(people.leader, day)).status).toBe(403)
  expect((await askExport(people.worker, day)).status).toBe(403)
  expect((await askExport(people.service, day)).status).toBe(200)
  expect(await site.recordedOf('readingExport')).toMatchObject([
    {
      action: 'export',
      resource_id: `readings-${office.office_id}-20260720T0000.ndjson`,
      company_id: office.company_id,
      office_id: office.office_id,
      after: { officeName: office.name, from: '2026-07-20', to: '2026-07-20', format: 'ndjson' },
    },
  ])
})

test('a read key gets the sites and values of its scopes, and how much it read is known', async () => {
  time.now = new Date('2026-07-20T10:01:00+09:00')
  await send([vital('worker', '2026-07-20T10:00:30+09:00', { heartRate: 97 })])
  time.now = new Date('2026-07-20T13:00:00+09:00')
  const by = async (values: Parameters<typeof makeReadKey>[2], companyId = office.company_id) => {
    const { headers } = await makeReadKey(db, companyId, values)
    const { status, body } = await site.ask('GET', `/api/export/readings?officeId=${office.office_id}&${day}`, { headers })
    return status === 200 ? linesOf(body as string).rows.map(({ heartRate, level }) => ({ heartRate, level })) : status
  }
  expect(await by({ name: '集計', scopes: ['condition', 'vitals'] })).toEqual([{ heartRate: 97, level: 0 }])
  expect(await by({ name: '掲示', scopes: ['condition'], office_ids: [office.office_id] })).toEqual([{ heartRate: null, level: 0 }])
  expect(await by({ scopes: ['reports', 'vitals'] })).toBe(403)
  expect(await by({ scopes: ['condition'], office_ids: [tenants.sibling.office_id] })).toBe(404)
  expect(await by({ scopes: ['condition'] }, tenants.foreign.company_id)).toBe(404)
  expect(await by({ scopes: ['condition'], ends_at: time.now })).toBe(401)
  expect((await site.recordedOf('readingExport')).map(({ user_name: name }) => name)).toEqual([
    expect.stringMatching(/^トークン「集計」/),
    expect.stringMatching(/^トークン「掲示」/),
  ])
  await writeReadKeyUses(site.context.pool, (error) => {
    throw error
  })
  const { body } = await site.askAs(people.contract, 'GET', '/api/ApiToken/Reads?result=given')
  expect(body).toMatchObject({ data: [{ path: '/api/export/readings', count: 1 }, { count: 1 }] })
})

test.each([
  ['from=2026-07-20&to=2026-07-19', '終了：開始より後を指定してください。'],
  ['from=2026-06-19&to=2026-07-20', '終了：1回に書き出せるのは31日分までです。'],
  ['from=2025-06-01&to=2025-06-02', '開始：2025-06-16以降を指定してください。それより前の測定値は残っていません。'],
])('%s is refused', async (query, words) => expect(await askExport(people.base, query)).toEqual({ status: 400, body: [words] }))

test('31 days are answered', async () => expect((await read('from=2026-06-20&to=2026-07-20')).rows).toEqual([]))
