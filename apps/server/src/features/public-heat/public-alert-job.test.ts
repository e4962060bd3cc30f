import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { testConfig } from '../../platform/test-context.ts'
import { readPublicAlerts } from '../../shared/monitoring/public-alerts/read.ts'
import { makeOffice } from '../../shared/organisation/test-factories.ts'
import { createTestApp } from '../../test-app.ts'
import { publicAlertJobWith } from './public-alert-job.ts'
import { alertFile, startTestService } from './test-service.ts'

type Line = { level: number; msg: string; path?: string; state?: string }

const warn = 40
const service = await startTestService()
const lines: Line[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
const at = (time: string) => new Date(`${time}:00+09:00`)
const pathOf = (name: string) => `/alert/dl/${name.slice(0, 4)}/alert_${name}.csv`
const days = ['2026-07-21', '2026-07-22']

let made: Awaited<ReturnType<typeof createTestApp>>
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  made = await createTestApp({ config: testConfig({ wbgtServiceUrl: `${service.base}/` }), log })
  office = await makeOffice(made.context.db, { public_wbgt_station: '44132' })
})
afterAll(async () => {
  await made.close()
  await service.close()
})

const setStation = (station: string | null) =>
  made.context.db.updateTable('office').set({ public_wbgt_station: station }).where('office_id', '=', office.office_id).execute()

beforeEach(async () => {
  service.answers.clear()
  service.calls.length = 0
  lines.length = 0
  made.time.now = at('2026-07-21T17:00')
  await made.context.pool.query('delete from public_alert')
  await made.context.pool.query('delete from public_alert_file')
  await setStation('44132')
})

const run = (stopping?: AbortSignal, timeoutMs = 10_000) =>
  takeTurn(made.context, publicAlertJobWith({ timeoutMs, maxBytes: 100_000 }), stopping)
const calls = () => service.calls.map(({ pathname }) => pathname)
const alertsNow = () => readPublicAlerts(made.context.db, '44132', days, made.time.now)
const warnings = () => lines.filter(({ level, path }) => level === warn && path !== undefined)
const states = async () =>
  (await made.context.db.selectFrom('public_alert_file').select(['state', 'tries']).orderBy('file_at', 'desc').execute()).map(
    ({ state, tries }) => `${state} ${tries}`,
  )

const evening = { reported: '2026/07/21 17:00', first: '2026/07/21', second: '2026/07/22' }
const announced = alertFile(evening, { first: 9, second: 1 })

describe('a site with a station', () => {
  it('has what was announced for its area, from each file asked for once', async () => {
    service.answers.set(pathOf('20260721_17'), announced)
    await run()
    expect(await alertsNow()).toEqual([{ day: '2026-07-22', level: 'alert', area: '東京都', announcedAt: '2026-07-21T17:00:00+09:00' }])
    expect(calls()).toEqual(['21_17', '21_14', '21_10', '21_05', '20_17', '20_14', '20_10', '20_05'].map((name) => pathOf(`202607${name}`)))
    service.calls.length = 0
    made.time.now = at('2026-07-22T04:59')
    await run()
    expect(calls()).toEqual([])
    made.time.now = at('2026-07-22T05:00')
    await run()
    expect(calls()).toEqual([pathOf('20260722_05')])
    expect(warnings()).toEqual([])
  })

  it('has it in winter too, within its first turn', async () => {
    made.time.now = at('2026-11-27T19:00')
    const winter = { reported: '2026/11/27 17:00', first: '2026/11/27', second: '2026/11/28' }
    service.answers.set(pathOf('20261127_17'), alertFile(winter, { first: 1, second: 3 }))
    await run()
    expect(await readPublicAlerts(made.context.db, '44132', ['2026-11-27', '2026-11-28'], made.time.now)).toMatchObject([
      { day: '2026-11-27', level: 'alert' },
      { day: '2026-11-28', level: 'special' },
    ])
  })

  it('loses nothing to a later file that is outside its hours, and follows one that says otherwise', async () => {
    service.answers.set(pathOf('20260721_17'), announced)
    await run()
    const morning = { reported: '2026/07/22 05:00', first: '2026/07/22', second: '2026/07/23' }
    service.answers.set(pathOf('20260722_05'), alertFile(morning, { first: 9, second: 9 }))
    made.time.now = at('2026-07-22T05:00')
    await run()
    expect(await alertsNow()).toMatchObject([{ day: '2026-07-22', announcedAt: '2026-07-21T17:00:00+09:00' }])
    service.answers.set(pathOf('20260722_10'), alertFile({ ...morning, reported: '2026/07/22 10:00' }, { first: 0, second: 2 }))
    made.time.now = at('2026-07-22T10:00')
    await run()
    expect(await alertsNow()).toEqual([])
    expect(await readPublicAlerts(made.context.db, '44132', days, at('2026-07-22T09:00'))).toHaveLength(1)
  })

  it('is asked for at once when its station is set, whatever was missing before', async () => {
    await run()
    service.calls.length = 0
    service.answers.set(pathOf('20260721_17'), announced)
    await run()
    expect(calls()).toEqual([])
    await setStation('44166')
    await run()
    expect(await alertsNow()).toHaveLength(1)
  })
})

describe('what costs nothing', () => {
  it('an archived site', async () => {
    const setArchived = (archived_at: Date | null) =>
      made.context.db.updateTable('office').set({ archived_at }).where('office_id', '=', office.office_id).execute()
    await setArchived(made.time.now)
    await run()
    await setArchived(null)
    expect(service.calls).toEqual([])
  })

  it('no station, or no service', async () => {
    await setStation(null)
    await run()
    await setStation('44132')
    await takeTurn({ ...made.context, config: testConfig() }, publicAlertJobWith({ timeoutMs: 1, maxBytes: 1 }))
    expect(service.calls).toEqual([])
  })

  it('a season without files, which nobody is warned of', async () => {
    await run()
    expect(await states()).toEqual(Array.from({ length: 8 }, () => 'missing 1'))
    made.time.now = at('2026-07-21T17:01')
    await run()
    expect((await states())[0]).toBe('missing 2')
    expect(calls()).toHaveLength(9)
    expect(warnings()).toEqual([])
  })

  it.each([
    ['a broken file', '<html>メンテナンス中</html>', 'unreadable'],
    ['half a file', announced.slice(0, announced.indexOf('東京,13') + 6), 'incomplete'],
    ['a file of another year', announced.replaceAll('2026/', '2025/'), 'unreadable'],
    ['too large a file', 'x'.repeat(100_001), 'unreachable'],
    ['a refusal', 500, 'unreachable'],
  ])('%s, logged once and replaced when it is whole', async (_, answer, state) => {
    service.answers.set(pathOf('20260721_17'), answer)
    await run()
    made.time.now = at('2026-07-21T17:01')
    await run()
    expect(await alertsNow()).toEqual([])
    expect(warnings()).toMatchObject([{ state }])
    service.answers.set(pathOf('20260721_17'), announced)
    made.time.now = at('2026-07-21T17:02')
    await run()
    expect(await alertsNow()).toHaveLength(1)
    expect((await states())[0]).toBe('read 3')
  })

  it('a file of fewer areas than the one before: what it says counts, and it is read again', async () => {
    const osaka = { area: '大阪府', prefix: '62', code: '270000' }
    const noon = { ...evening, reported: '2026/07/21 14:00' }
    service.answers.set(pathOf('20260721_14'), alertFile(noon, { first: 0, second: 0 }, { ...osaka, first: 0, second: 0 }))
    made.time.now = at('2026-07-21T14:00')
    await run()
    service.answers.set(pathOf('20260721_17'), announced)
    made.time.now = at('2026-07-21T17:00')
    await run()
    expect(await alertsNow()).toHaveLength(1)
    expect((await states())[0]).toBe('incomplete 1')
  })

  it('an exercise', async () => {
    service.answers.set(pathOf('20260721_17'), alertFile({ ...evening, status: '訓練' }, { first: 1, second: 3 }))
    await run()
    expect(await alertsNow()).toEqual([])
    expect((await states())[0]).toBe('read 1')
  })

  it('a service that does not answer: no further file is asked for', async () => {
    service.answers.set('/alert/', () => undefined)
    await run(undefined, 2_000)
    expect(calls()).toHaveLength(1)
    expect(await states()).toEqual(['unreachable 1'])
  })

  it('a process that stops', async () => {
    const stopping = new AbortController()
    service.answers.set('/alert/', () => stopping.abort())
    // Far longer than a test may take.
    await run(stopping.signal, 600_000)
    expect(calls()).toHaveLength(1)
    expect(warnings()).toEqual([])
    expect(await states()).toEqual([])
  })
})

it('completes the record after an interruption, in portions', async () => {
  service.answers.set(pathOf('20260721_17'), announced)
  await run()
  made.time.now = at('2026-07-28T12:00')
  service.answers.set(
    pathOf('20260724_17'),
    alertFile({ reported: '2026/07/24 17:00', first: '2026/07/24', second: '2026/07/25' }, { first: 1, second: 1 }),
  )
  service.calls.length = 0
  for (let turn = 0; turn < 4; turn++) await run()
  expect(calls()).toHaveLength(6 * 4 + 2)
  expect(await readPublicAlerts(made.context.db, '44132', ['2026-07-25'], made.time.now)).toHaveLength(1)
})
