import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestContext } from '../../../platform/test-context.ts'
import { readAnnouncedAlerts, readPublicAlerts, readPublicAlertsByStation } from './read.ts'
import { storeAnnouncements } from './test-alerts.ts'

const { context, drop } = await createTestContext()
const { db, pool } = context
afterAll(drop)

const tokyo = '44132'
const days = ['2026-07-21', '2026-07-22']
const at = (time: string) => new Date(`${time}:00+09:00`)
const noon = at('2026-07-22T12:00')
const mainland = { code: '460100', name: '鹿児島県（奄美地方除く）', prefix: '88' }
const amami = { code: '460040', name: '奄美地方', prefix: '88' }
const sorachi = { code: '016000', name: '石狩・空知・後志地方', prefix: '14' }

beforeEach(async () => void (await pool.query('delete from public_alert')))

const read = (station: string | null = tokyo, now = noon) => readPublicAlerts(db, station, days, now)

describe('what is announced for a station', () => {
  it('is of its area and of the days that are wanted, the special one apart', async () => {
    await storeAnnouncements(
      db,
      { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00' },
      { day: '2026-07-21', flag: 3, at: '2026-07-20T14:00' },
      { day: '2026-07-23', flag: 1, at: '2026-07-22T10:00' },
      { day: '2026-07-22', flag: 3, at: '2026-07-21T14:00', area: { code: '270000', name: '大阪府', prefix: '62' } },
    )
    expect(await read()).toEqual([
      { day: '2026-07-21', level: 'special', area: '東京都', announcedAt: '2026-07-20T14:00:00+09:00' },
      { day: '2026-07-22', level: 'alert', area: '東京都', announcedAt: '2026-07-21T17:00:00+09:00' },
    ])
  })

  it.each([
    [[1, 1], { level: 'alert', announcedAt: '2026-07-22T05:00:00+09:00' }],
    [[1, 3], { level: 'special', announcedAt: '2026-07-22T05:00:00+09:00' }],
    [[0, 1], { level: 'alert' }],
    [[1, 0], undefined],
    [[3, 2], undefined],
    [[2], undefined],
  ] as const)('is what the later announcement says: %s', async ([first, second], expected) => {
    await storeAnnouncements(db, { day: '2026-07-22', flag: first, at: '2026-07-21T17:00' })
    if (second !== undefined) await storeAnnouncements(db, { day: '2026-07-22', flag: second, at: '2026-07-22T05:00' })
    expect(await read()).toEqual(expected === undefined ? [] : [expect.objectContaining(expected)])
  })

  it('does not hold before it is announced', async () => {
    await storeAnnouncements(db, { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00' })
    expect(await read(tokyo, at('2026-07-21T16:59'))).toEqual([])
    expect(await read(tokyo, at('2026-07-21T17:00'))).toHaveLength(1)
  })

  it('is read of several stations at once, of each for its own area alone', async () => {
    await storeAnnouncements(
      db,
      { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00' },
      { day: '2026-07-22', flag: 3, at: '2026-07-21T14:00', area: { code: '270000', name: '大阪府', prefix: '62' } },
      { day: '2026-07-21', flag: 1, at: '2026-07-20T17:00', area: amami },
      { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00', area: mainland },
    )
    const stations = [tokyo, '62078', '88836', '88317', '11016']
    const byStation = await readPublicAlertsByStation(db, stations, days, noon)
    for (const station of stations) expect(byStation.get(station)).toEqual(await read(station))
    expect(stations.map((station) => byStation.get(station)?.map(({ area }) => area))).toEqual([
      ['東京都'],
      ['大阪府'],
      ['奄美地方'],
      ['鹿児島県（奄美地方除く）'],
      [],
    ])
  })

  it('is nothing without a station', async () => {
    await storeAnnouncements(db, { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00' })
    expect(await read(null)).toEqual([])
  })
})

describe('the record', () => {
  const recorded = async (...flags: readonly (0 | 1 | 2 | 3)[]) => {
    const times = ['2026-07-21T14:00', '2026-07-21T17:00', '2026-07-22T05:00', '2026-07-22T10:00']
    for (const [index, flag] of flags.entries())
      await storeAnnouncements(db, { day: '2026-07-22', flag, at: times[index] ?? '2026-07-22T14:00' })
    const record = await readAnnouncedAlerts(db, tokyo, days, noon)
    return record.map(({ level, announcedAt, withdrawnAt }) => [level, announcedAt.slice(8, 16), withdrawnAt?.slice(8, 16)])
  }

  it('says when each level was announced first', async () => {
    expect(await recorded(0, 1, 1)).toEqual([['alert', '21T17:00', undefined]])
  })
  it('says both levels where an alert became a special one', async () => {
    expect(await recorded(1, 1, 3)).toEqual([
      ['alert', '21T14:00', undefined],
      ['special', '22T05:00', undefined],
    ])
  })
  it('says when a level was withdrawn', async () => {
    expect(await recorded(2, 3, 1, 0)).toEqual([
      ['special', '21T17:00', '22T05:00'],
      ['alert', '22T05:00', '22T10:00'],
    ])
  })
  it('keeps what was withdrawn and announced again as one', async () => {
    expect(await recorded(1, 0, 1)).toEqual([['alert', '21T14:00', undefined]])
  })
  it('has nothing of days without any', async () => {
    expect(await recorded(0, 2, 0)).toEqual([])
  })
})

describe('a prefix of several areas', () => {
  it.each([
    ['88317', '鹿児島県（奄美地方除く）'],
    ['88706', '鹿児島県（奄美地方除く）'],
    ['88736', '奄美地方'],
    ['88837', '奄美地方'],
  ])('station %s lies in %s', async (station, area) => {
    await storeAnnouncements(
      db,
      { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00', area: mainland },
      { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00', area: amami },
    )
    expect(await read(station)).toMatchObject([{ area }])
  })

  it('shows all of them by name where the codes do not distinguish them, each level by itself', async () => {
    const [one, other, third] = ['a', 'b', 'c'].map((code) => ({ code, name: `区域${code}`, prefix: '88' }))
    if (one === undefined || other === undefined || third === undefined) throw new Error('three areas')
    await storeAnnouncements(
      db,
      { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00', area: one },
      { day: '2026-07-22', flag: 3, at: '2026-07-21T14:00', area: other },
      { day: '2026-07-22', flag: 1, at: '2026-07-22T05:00', area: third },
    )
    expect(await read('88317')).toEqual([
      { day: '2026-07-22', level: 'special', area: '区域b', announcedAt: '2026-07-21T14:00:00+09:00' },
      { day: '2026-07-22', level: 'alert', area: '区域a・区域c', announcedAt: '2026-07-22T05:00:00+09:00' },
    ])
  })

  it('of Hokkaido finds an area by each of its numbers', async () => {
    await storeAnnouncements(db, { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00', area: sorachi })
    expect(await read('14163')).toHaveLength(1)
    expect(await read('15241')).toMatchObject([{ area: '石狩・空知・後志地方' }])
    expect(await read('17091')).toEqual([])
  })
})
