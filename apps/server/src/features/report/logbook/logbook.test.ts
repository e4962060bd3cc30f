import type { LogbookLine } from '@mimamori/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startBookSite, japan, minutesBetween, type Sent } from './test-book.ts'

const site = await startBookSite()

const isReadable = ({ wbgt }: Sent) => wbgt !== undefined && wbgt >= -10 && wbgt <= 50

/** The gaps of a watcher computed from all it ever sent; up to now if it is still there. */
const expectedGaps = (sent: readonly Sent[], now: string): [from: number, to: number][] => {
  const times = sent.filter(isReadable).map(({ at }) => Date.parse(at))
  return [...times.slice(1), Date.parse(now)].flatMap((next, index): [number, number][] => {
    const last = times[index] as number
    const spacings = times.slice(Math.max(0, index - 9), index + 1).flatMap((at, n, own) => (n === 0 ? [] : [at - (own[n - 1] as number)]))
    const sorted = spacings.toSorted((one, other) => one - other)
    const median = Math.min(sorted[Math.floor(sorted.length / 2)] ?? 0, 15 * 60_000)
    const limit = Math.max(5 * 60_000, sorted.length < 3 ? 0 : 2.5 * median)
    return next - last > limit ? [[last, next]] : []
  })
}

type Short = Pick<LogbookLine, 'at' | 'until' | 'device' | 'source' | 'wbgt' | 'temperature'>

const expectedDay = (device: string, sent: readonly Sent[], day: string, now: string): Short[] => {
  const begin = Date.parse(`${day}T00:00:00+09:00`)
  const end = begin + 24 * 3_600_000
  const values = sent
    .filter(({ at }) => Date.parse(at) >= begin && Date.parse(at) < end)
    .map((one): Short => ({
      at: one.at,
      until: null,
      device,
      source: 'measured',
      wbgt: one.wbgt ?? null,
      temperature: one.temperature ?? null,
    }))
  const gaps = expectedGaps(sent, now)
    .filter(([from, to]) => from < end && to > begin)
    .map(([from, to]): Short => ({
      at: japan(Math.max(from, begin)),
      until: japan(Math.min(to, end)),
      device,
      source: 'gap',
      wbgt: null,
      temperature: null,
    }))
  return [...values, ...gaps]
}

const short = ({ at, until, device, source, wbgt, temperature }: LogbookLine): Short => ({ at, until, device, source, wbgt, temperature })
const inOrder = (lines: readonly Short[]) =>
  lines.toSorted(
    (a, b) =>
      Date.parse(a.at) - Date.parse(b.at) ||
      String(a.device).localeCompare(String(b.device)) ||
      Number(a.source === 'gap') - Number(b.source === 'gap'),
  )

const now = '2026-07-20T13:00:00+09:00'
const wbgtAt = (at: string) => 20 + ((Date.parse(at) / 60_000) % 97) / 8
const isOut = (at: string) => ['19T03', '19T14:2', '19T23:5', '20T00:0'].some((hole) => at.slice(8).startsWith(hole))

/** Each minute with holes, a broken sensor from six to seven, and one value that no instrument can read. */
const often = minutesBetween('2026-07-18T22:00', '2026-07-20T12:58')
  .filter((at) => !isOut(at))
  .map((at): Sent => {
    if (at.startsWith('2026-07-19T06')) return { at, temperature: 30 }
    return { at, wbgt: at.startsWith('2026-07-19T09:17') ? 55 : wbgtAt(at), temperature: 31.5, humidity: 60, globe: 40 }
  })
/** Each twelve minutes: twenty-five minutes of silence are no gap of it, thirty-six are. */
const seldom = minutesBetween('2026-07-18T20:00', '2026-07-20T09:00', 12)
  .filter((at) => !['19T10:48', '19T15:12', '19T15:24'].some((hole) => at.slice(8).startsWith(hole)))
  .map((at): Sent => ({ at, wbgt: wbgtAt(at) }))

describe('the book of a site by value', () => {
  beforeAll(async () => {
    const { office } = site.tenants
    await site.makeWatcher('000101')
    await site.makeWatcher('000102')
    await site.send(office.office_id, '000101', often)
    await site.send(office.office_id, '000102', seldom)
    await site.keepSummaries()
  })

  it('has each reading and each gap of each day, as worked out from what was sent', async () => {
    const { people, office } = site.tenants
    for (const day of ['2026-07-18', '2026-07-19', '2026-07-20']) {
      const { data, count } = await site.read(people.base, `?officeId=${office.office_id}&from=${day}&to=${day}&limit=1000`)
      const expected = inOrder([...expectedDay('000101', often, day, now), ...expectedDay('000102', seldom, day, now)])
      expect(data.map(short)).toEqual(expected.slice(0, 1000))
      expect(count).toBe(expected.length)
    }
  })

  it('has the same lines page by page, whatever the page', async () => {
    const { people, office } = site.tenants
    const query = `?officeId=${office.office_id}&from=2026-07-18&to=2026-07-20`
    const expected = inOrder(
      ['2026-07-18', '2026-07-19', '2026-07-20'].flatMap((day) => [
        ...expectedDay('000101', often, day, now),
        ...expectedDay('000102', seldom, day, now),
      ]),
    )
    // A gap over midnight is one in a book of several days.
    const whole = await site.read(people.base, `${query}&limit=1000`)
    const rest = await site.read(people.base, `${query}&limit=1000&offset=1000`)
    const last = await site.read(people.base, `${query}&limit=1000&offset=2000`)
    const all = [...whole.data, ...rest.data, ...last.data]
    expect(all).toHaveLength(whole.count)
    expect(all.filter(({ source }) => source === 'measured').map(short)).toEqual(expected.filter(({ source }) => source === 'measured'))
    for (const [offset, limit] of [
      [0, 20],
      [59, 2],
      [61, 130],
      [1_234, 7],
      [whole.count - 3, 20],
    ] as const) {
      const page = await site.read(people.base, `${query}&offset=${offset}&limit=${limit}`)
      expect(page.data).toEqual(all.slice(offset, offset + limit))
    }
    expect(await site.read(people.base, `${query}&offset=${whole.count}`)).toEqual({ data: [], count: whole.count })
  })

  it('says what to look at where a value is no plain one', async () => {
    const { people, office } = site.tenants
    const { data } = await site.read(people.base, `?officeId=${office.office_id}&from=2026-07-19&to=2026-07-19&device=000101&limit=1000`)
    expect(data.find(({ at }) => at.includes('T06:00'))).toMatchObject({ wbgt: null, temperature: 30, remark: 'WBGTの値がありません' })
    expect(data.find(({ at }) => at.includes('T09:17'))).toMatchObject({ wbgt: 55, remark: '測れる範囲（-10〜50℃）にない値です' })
    expect(data.find(({ at }) => at.includes('T09:18'))).toMatchObject({ humidity: 60, globe: 40, place: '現場北', remark: null })
    expect(data.every(({ device }) => device === '000101')).toBe(true)
  })

  it('has the same as stretches of ten minutes and of an hour, with the same gaps', async () => {
    const { people, office } = site.tenants
    for (const [unit, minutes] of [
      ['slot', 10],
      ['hour', 60],
    ] as const) {
      const { data, count } = await site.read(
        people.base,
        `?officeId=${office.office_id}&from=2026-07-19&to=2026-07-19&device=000101&limit=1000&unit=${unit}`,
      )
      const inDay = often.filter(({ at }) => at.startsWith('2026-07-19'))
      const expected = [...Map.groupBy(inDay, ({ at }) => Math.floor(Date.parse(at) / 60_000 / minutes))].map(([begin, inside]) => {
        const values = inside.filter(isReadable).map(({ wbgt }) => wbgt as number)
        const sum = values.reduce((total, value) => total + value, 0)
        return {
          at: japan(begin * minutes * 60_000),
          until: japan((begin + 1) * minutes * 60_000),
          source: 'measured',
          wbgt: values.length === 0 ? null : expect.closeTo(Math.max(...values), 3),
          wbgtMean: values.length === 0 ? null : Math.round((sum / values.length) * 10) / 10,
          count: values.length,
          temperature: Math.max(...inside.map(({ temperature }) => temperature ?? 0)),
        }
      })
      expect(data.filter(({ source }) => source !== 'gap')).toMatchObject(expected)
      const gaps = expectedDay('000101', often, '2026-07-19', now).filter(({ source }) => source === 'gap')
      expect(data.filter(({ source }) => source === 'gap').map(short)).toEqual(gaps)
      expect(count).toBe(expected.length + gaps.length)
    }
  })

  it('lists a gap that lasts up to now, and none in the future', async () => {
    const { people, office } = site.tenants
    const { data } = await site.read(people.base, `?officeId=${office.office_id}&from=2026-07-20&to=2026-07-20&device=000102&limit=1000`)
    expect(data.at(-1)).toMatchObject({ source: 'gap', at: '2026-07-20T08:48:00+09:00', until: now })
  })
})

describe('a month ends at midnight in Japan', () => {
  it('and a reading or a gap belongs to the side it lies on', async () => {
    const { people, sibling } = site.tenants
    await site.makeWatcher('000201', sibling.office_id)
    const june = minutesBetween('2026-06-30T22:00', '2026-06-30T23:40')
    const july = minutesBetween('2026-07-01T00:20', '2026-07-01T01:00')
    await site.send(
      sibling.office_id,
      '000201',
      [...june, ...july].map((at) => ({ at, wbgt: 25 })),
    )
    const month = async (from: string, to: string) =>
      (await site.read(people.contract, `?officeId=${sibling.office_id}&from=${from}&to=${to}&limit=1000`)).data.map(short)
    const [last, first] = [await month('2026-06-01', '2026-06-30'), await month('2026-07-01', '2026-07-01')]
    expect(last).toHaveLength(june.length + 1)
    expect(last.at(-1)).toMatchObject({ source: 'gap', at: '2026-06-30T23:39:00+09:00', until: '2026-07-01T00:00:00+09:00' })
    expect(first[0]).toMatchObject({ source: 'gap', at: '2026-07-01T00:00:00+09:00', until: '2026-07-01T00:20:00+09:00' })
    expect(first).toHaveLength(july.length + 2)
    expect(first.at(-1)).toMatchObject({ source: 'gap', at: '2026-07-01T00:59:00+09:00', until: '2026-07-02T00:00:00+09:00' })
  })
})
