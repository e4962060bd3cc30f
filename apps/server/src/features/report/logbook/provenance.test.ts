import { describe, expect, it } from 'vitest'
import { storePublicSlots } from '../../../shared/monitoring/summaries/public-slots.ts'
import { makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { startBookSite, minutesBetween } from './test-book.ts'

const site = await startBookSite()

const now = '2026-07-20T13:00:00+09:00'

/** A site of the first company with a base administrator of its own, and what its book says. */
const place = async (values: { public_wbgt_station?: string } = {}) => {
  const office = await makeOffice(site.db, { company_id: site.tenants.office.company_id, ...values })
  const base = await makeUser(site.db, 'HeadquartersAdmin', office)
  const query = (from: string, to: string, more: string) => `?officeId=${office.office_id}&from=${from}&to=${to}&limit=1000${more}`
  return {
    office,
    base,
    book: async (from: string, to = from, more = '') => (await site.read(base, query(from, to, more))).data,
    gaps: async (from: string, to = from) => {
      const { data } = await site.read(base, query(from, to, ''))
      return data.filter(({ source }) => source === 'gap').map(({ at, until, device }) => [at.slice(0, 16), until?.slice(0, 16), device])
    },
    watchers: async (from: string, to = from) =>
      (await site.askBook(base, `/Watcher?officeId=${office.office_id}&from=${from}&to=${to}`)).body as {
        data: { device: string; place: string; hasLeft: boolean }[]
        count: number
      },
    send: (device: string, from: string, to: string, wbgt = 25) =>
      site.send(
        office.office_id,
        device,
        minutesBetween(from, to).map((at) => ({ at, wbgt })),
      ),
  }
}

describe('which site a watcher was at', () => {
  it('is that of the time: one that moved is missed at neither while it was at the other', async () => {
    const [one, other] = [await place(), await place()]
    const watcher = await site.makeWatcher('000301', one.office.office_id, '正門')
    await one.send('000301', '2026-07-18T08:00', '2026-07-18T10:00')
    const move = (to: number, location: string | null) =>
      site.db.updateTable('device').set({ office_id: to, location_name: location }).where('device_id', '=', watcher.device_id).execute()
    await move(other.office.office_id, '裏門')
    await other.send('000301', '2026-07-18T11:00', '2026-07-19T10:00')
    await move(one.office.office_id, '屋上')
    await one.send('000301', '2026-07-19T12:00', '2026-07-19T12:30')
    await site.keepSummaries()

    expect(await one.gaps('2026-07-18')).toEqual([])
    expect(await other.gaps('2026-07-18', '2026-07-19')).toEqual([])
    expect(await one.gaps('2026-07-18', '2026-07-19')).toEqual([['2026-07-19T12:29', '2026-07-20T00:00', '000301']])
    expect((await one.book('2026-07-18')).length).toBe(120)
    expect((await other.book('2026-07-18')).length).toBe(13 * 60)
    expect((await one.book('2026-07-19'))[0]).toMatchObject({ at: '2026-07-19T12:00:00+09:00', place: '屋上' })
    expect((await other.book('2026-07-18'))[0]).toMatchObject({ device: '000301', place: '（撤去済み）' })
    expect(await other.watchers('2026-07-18')).toEqual({
      data: [{ device: '000301', place: '（撤去済み）', hasLeft: true }],
      count: 1,
    })
  })

  it('is known of a deleted one, which nobody misses any more', async () => {
    const { office, send, book, gaps, watchers } = await place()
    const watcher = await site.makeWatcher('000302', office.office_id)
    await send('000302', '2026-07-18T08:00', '2026-07-18T09:00')
    await send('000302', '2026-07-18T10:00', '2026-07-18T11:00')
    await site.keepSummaries()
    await site.db.deleteFrom('device').where('device_id', '=', watcher.device_id).execute()
    expect(await gaps('2026-07-18')).toEqual([['2026-07-18T08:59', '2026-07-18T10:00', '000302']])
    expect(await book('2026-07-18')).toHaveLength(121)
    expect((await watchers('2026-07-18')).data).toEqual([{ device: '000302', place: '（撤去済み）', hasLeft: true }])
    expect((await watchers('2026-07-19')).data).toEqual([])
    expect(await gaps('2026-07-19')).toEqual([])
  })

  it('is known before the first summary of it is computed', async () => {
    const { office, send, book, watchers } = await place()
    const watcher = await site.makeWatcher('000303', office.office_id)
    await send('000303', '2026-07-20T12:40', '2026-07-20T12:58')
    await site.db.deleteFrom('device').where('device_id', '=', watcher.device_id).execute()
    expect(await book('2026-07-20')).toHaveLength(18)
    expect((await watchers('2026-07-20')).data).toMatchObject([{ device: '000303', hasLeft: true }])
  })
})

describe('a watcher that is still at the site', () => {
  it('and was heard long ago is missed all day, up to now, unless it is put away', async () => {
    const { office, send, gaps } = await place()
    const watcher = await site.makeWatcher('000304', office.office_id)
    await send('000304', '2026-07-10T08:00', '2026-07-10T09:00')
    await site.keepSummaries()
    expect(await gaps('2026-07-09')).toEqual([])
    expect(await gaps('2026-07-18', '2026-07-19')).toEqual([['2026-07-18T00:00', '2026-07-20T00:00', '000304']])
    expect(await gaps('2026-07-20')).toEqual([['2026-07-20T00:00', now.slice(0, 16), '000304']])
    await site.db.updateTable('device').set({ installation_status: 0 }).where('device_id', '=', watcher.device_id).execute()
    expect(await gaps('2026-07-20')).toEqual([])
  })

  it('and was never heard is in the choice alone', async () => {
    const { office, book, watchers } = await place()
    await site.makeWatcher('000305', office.office_id, '資材置場')
    expect(await book('2026-07-20')).toEqual([])
    expect((await watchers('2026-07-20')).data).toEqual([{ device: '000305', place: '資材置場', hasLeft: false }])
  })
})

it('a value of a wrong clock is at the right time and says so', async () => {
  const { office, book } = await place()
  await site.makeWatcher('000306', office.office_id)
  await site.send(office.office_id, '000306', [{ at: '2026-07-20T13:25:00+09:00', wbgt: 27 }])
  expect(await book('2026-07-20')).toMatchObject([
    { at: now, wbgt: 27, remark: '時計のずれを直しました（計器の時刻 2026/07/20 13:25:00）' },
  ])
})

describe('the public station', () => {
  it('says whether a value was measured or estimated, and where hours are missing', async () => {
    const { office, base, book, watchers } = await place({ public_wbgt_station: '44132' })
    const value = (clock: string, kind: string, wbgt: number) => ({ station: '44132', at: `2026-07-19T${clock}:00+09:00`, kind, wbgt })
    await site.db
      .insertInto('public_wbgt')
      .values([
        value('09:00', 'estimated', 26),
        value('09:00', 'measured', 26.5),
        value('10:00', 'estimated', 27),
        value('10:00', 'forecast', 35),
        value('13:00', 'measured', 29),
      ])
      .execute()
    await storePublicSlots(site.context.pool, '44132', site.time.now)
    const own = { device: null, place: '環境省 44132' }
    const gap = { ...own, source: 'gap', at: '2026-07-19T10:00:00+09:00', until: '2026-07-19T13:00:00+09:00' }
    expect(await book('2026-07-19')).toMatchObject([
      { ...own, source: 'public', wbgt: 26.5, until: null },
      { ...own, source: 'publicEstimated', wbgt: 27 },
      gap,
      { ...own, source: 'public', wbgt: 29 },
      { ...own, source: 'gap', at: '2026-07-19T13:00:00+09:00', until: '2026-07-20T00:00:00+09:00' },
    ])
    expect(await book('2026-07-19', '2026-07-19', '&unit=hour&device=public')).toMatchObject([
      { source: 'public', at: '2026-07-19T09:00:00+09:00', until: '2026-07-19T10:00:00+09:00', wbgt: 26.5, wbgtMean: 26.5, count: 1 },
      { source: 'publicEstimated', wbgt: 27 },
      gap,
      { source: 'public', wbgt: 29 },
      { source: 'gap' },
    ])
    // Months without a value are no fault of the record.
    expect(await book('2026-07-01', '2026-07-18')).toEqual([])
    expect((await watchers('2026-07-19')).data).toEqual([{ device: 'public', place: '環境省 44132', hasLeft: false }])
    await site.makeWatcher('000307', office.office_id)
    await site.send(office.office_id, '000307', [{ at: '2026-07-19T09:00:00+09:00', wbgt: 24 }])
    const both = await site.read(base, `?officeId=${office.office_id}&from=2026-07-19&to=2026-07-19&limit=2`)
    expect(both.data.map(({ device, wbgt }) => [device, wbgt])).toEqual([
      ['000307', 24],
      ['000307', null],
    ])
  })
})

it('ten minutes that lost their readings are shown by their summary, and as no gap', async () => {
  const { office, send, book, gaps } = await place()
  await site.makeWatcher('000309', office.office_id)
  await send('000309', '2026-07-18T08:00', '2026-07-18T12:00', 27)
  await site.keepSummaries()
  const lost = "delete from reading where office_id = $1 and at >= '2026-07-18T09:00+09:00' and at < '2026-07-18T11:00+09:00'"
  await site.context.pool.query(lost, [office.office_id])
  await send('000309', '2026-07-19T08:00', '2026-07-19T08:01')
  expect(await gaps('2026-07-18')).toEqual([['2026-07-18T11:59', '2026-07-19T00:00', '000309']])
  const sources = (lines: Awaited<ReturnType<typeof book>>) =>
    lines.filter(({ source }) => source !== 'gap').map(({ at, source }) => `${at.slice(11, 16)} ${source}`)
  const byValue = await book('2026-07-18')
  expect(sources(byValue).slice(59, 73)).toEqual([
    '08:59 measured',
    ...minutesBetween('2026-07-18T09:00', '2026-07-18T11:00', 10).map((at) => `${at.slice(11, 16)} summary`),
    '11:00 measured',
  ])
  expect(byValue[60]).toMatchObject({ until: '2026-07-18T09:10:00+09:00', wbgt: 27, count: 10 })
  expect(sources(await book('2026-07-18', '2026-07-18', '&unit=hour'))).toEqual([
    '08:00 measured',
    '09:00 summary',
    '10:00 summary',
    '11:00 measured',
  ])
  const bySlot = sources(await book('2026-07-18', '2026-07-18', '&unit=slot'))
  expect(bySlot.filter((line) => line.endsWith('summary'))).toHaveLength(12)
  expect(bySlot).toHaveLength(24)
})

describe('past the retention', () => {
  it('ten minutes replace their values, and a gap over the bound is one', async () => {
    const { office, send, book, gaps } = await place()
    await site.makeWatcher('000308', office.office_id)
    await send('000308', '2026-06-14T22:00', '2026-06-15T06:05', 24)
    await send('000308', '2026-06-15T10:00', '2026-06-15T10:30', 31)
    await send('000308', '2026-06-15T11:30', '2026-06-15T12:00', 33)
    await site.keepSummaries()
    const before = { byHour: await book('2026-06-14', '2026-06-15', '&unit=hour'), gaps: await gaps('2026-06-15') }
    // The week from Monday, midnight in UTC: nine in the morning of the 15th in Japan.
    await site.context.pool.query('drop table reading_20260608')
    const lines = await book('2026-06-15')
    const inPast = lines.filter(({ at, source }) => source !== 'gap' && at < '2026-06-15T09')
    expect(inPast).toHaveLength(37)
    expect(inPast[36]).toMatchObject({
      source: 'summary',
      at: '2026-06-15T06:00:00+09:00',
      until: '2026-06-15T06:10:00+09:00',
      wbgt: 24,
      wbgtMean: 24,
      count: 5,
    })
    expect(lines.filter(({ source }) => source === 'measured')).toHaveLength(60)
    // Ten minutes that had a value are not listed as missing.
    expect(before.gaps[0]).toEqual(['2026-06-15T06:04', '2026-06-15T10:00', '000308'])
    expect(await gaps('2026-06-15')).toEqual([['2026-06-15T06:10', '2026-06-15T10:00', '000308'], ...before.gaps.slice(1)])
    const valued = (hours: typeof lines) => hours.filter(({ source }) => source !== 'gap').map(({ at, wbgt, count }) => [at, wbgt, count])
    const byHour = await book('2026-06-14', '2026-06-15', '&unit=hour')
    expect(valued(byHour)).toEqual(valued(before.byHour))
    expect(byHour[0]).toMatchObject({ source: 'summary' })
  })
})
