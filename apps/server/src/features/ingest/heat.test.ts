import { afterAll, describe, expect, it } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { summaryJob } from '../../shared/monitoring/summaries/summary-job.ts'
import { makeOffice } from '../../shared/organisation/test-factories.ts'
import { createHeatSites } from './test-heat-site.ts'

const sites = await createHeatSites()
afterAll(() => sites.close())

/** A site with one worker, and the WBGT that each of their readings was judged with. */
const siteOfOne = async (values: Parameters<typeof sites.site>[0] = {}) => {
  const made = await sites.site(values)
  const { user, pulse } = await made.worker()
  const used = async () => {
    const rows = await sites.context.db.selectFrom('reading').select('wbgt').where('user_id', '=', user.user_id).orderBy('at').execute()
    return rows.map(({ wbgt }) => wbgt)
  }
  return { ...made, pulse, used }
}

const minutes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const wbgtAt = (m: number) => 25 + ((m + 600) % 40) / 10
/** A value counts for readings up to a minute older, and a watcher speaks each minute. */
const usedAt = (m: number) => expect.closeTo(wbgtAt(Math.min(m + 1, 0)), 3)

describe('the first reading of a worker', () => {
  const shownOf = async (office: { office_id: number }) => {
    const { rows } = await sites.context.pool.query<{ level: number | null }>(
      `select ws.total_level as level from worker_state ws join app_user u on u.company_id = ws.company_id and u.user_id = ws.user_id
        where u.office_id = $1`,
      [office.office_id],
    )
    return rows.map(({ level }) => level)
  }

  it('shows at once where the heart rate is below every limit, and by heat whatever the heart rate is', async () => {
    const calm = await siteOfOne()
    await calm.post(calm.pulse(0))
    expect(await shownOf(calm.office)).toEqual([0])
    const hot = await siteOfOne()
    await hot.post(hot.heat(0, 31), { ...hot.pulse(0), heartRate: 185 })
    expect(await shownOf(hot.office)).toEqual([expect.any(Number)])
  })

  it('is none where the heart rate is above a limit and nobody knows how often the device reads, 0 where it says so', async () => {
    for (const [interval, level] of [
      [undefined, null],
      [1, 0],
    ] as const) {
      const { post, pulse, office } = await siteOfOne()
      await post({ ...pulse(0), heartRate: 150, interval })
      expect(await shownOf(office)).toEqual([level])
    }
  })
})

describe('readings that come late', () => {
  it('find the WBGT of their own time in the stored readings, from a gateway that was away for three hours', async () => {
    const { post, pulse, heat, used } = await siteOfOne()
    await post(...minutes(-190, -100).map((m) => heat(m, wbgtAt(m))))
    await post(...minutes(-99, 0).map((m) => heat(m, wbgtAt(m))))
    await post(...minutes(-180, -90).map((m) => pulse(m)))
    await post(...minutes(-89, 0).map((m) => pulse(m)))
    expect(await used()).toEqual(minutes(-180, 0).map((m) => usedAt(m)))
  })

  it('find it where watcher and worker were away together, in one message or in two', async () => {
    for (const messages of [1, 2]) {
      const { post, pulse, heat, used } = await siteOfOne()
      const [heats, pulses] = [minutes(-190, 0).map((m) => heat(m, wbgtAt(m))), minutes(-180, 0).map((m) => pulse(m))]
      await (messages === 1 ? post(...pulses, ...heats) : post(...heats).then(() => post(...pulses)))
      expect(await used()).toEqual(minutes(-180, 0).map((m) => usedAt(m)))
    }
  })

  it('find it however old they are', async () => {
    const { post, pulse, heat, used } = await siteOfOne()
    const day = -60 * 24 * 60
    for (const days of [60, 30, 1]) await post(heat(-days * 24 * 60, 20 + days / 10))
    await post(heat(0, 31))
    await post(pulse(day + 5), pulse(day / 2 + 15), pulse(day / 2 + 16), pulse(-24 * 60), pulse(0))
    expect(await used()).toEqual([26, 23, null, expect.closeTo(20.1, 3), 31])
  })

  it('take no value that jumped and was not confirmed', async () => {
    const { post, pulse, heat, used } = await siteOfOne()
    await post(...minutes(-200, 0).map((m) => heat(m, m === -100 ? 45 : m > -60 ? 33 : 25)))
    await post(pulse(-100), pulse(-99), pulse(-59), pulse(-58))
    // A value up to a minute newer counts: that of minute -58 confirms the jump.
    expect(await used()).toEqual([25, 25, 33, 33])
  })

  it('take the values of a watcher that came late themselves, of one batch first', async () => {
    const { post, pulse, heat, used } = await siteOfOne()
    await post(heat(0, 30))
    await post(pulse(-20), heat(-20, 26), heat(-21, 26))
    await post(pulse(-19))
    expect(await used()).toEqual([26, 26])
  })

  it('leave the watchers of other sites aside', async () => {
    const [one, other] = [await siteOfOne(), await siteOfOne()]
    for (const m of [-120, -60, 0]) await other.post(other.heat(m, 33))
    await one.post(one.heat(0, 20))
    await one.post(one.pulse(-120))
    expect(await one.used()).toEqual([null])
  })

  it('find the public value of their time', async () => {
    const { post, pulse, used } = await siteOfOne({ public_wbgt_station: '44132' })
    const values = [
      { station: '44132', at: sites.at(-300), kind: 'estimated', wbgt: 24 },
      { station: '44132', at: sites.at(-300), kind: 'measured', wbgt: 24.5 },
      { station: '44132', at: sites.at(-300), kind: 'forecast', wbgt: 35 },
      { station: '44132', at: sites.at(-60), kind: 'measured', wbgt: 29 },
    ]
    await sites.context.db.insertInto('public_wbgt').values(values).execute()
    await post(pulse(-302), pulse(-301), pulse(-300), pulse(-210), pulse(-209), pulse(-60), pulse(-1))
    expect(await used()).toEqual([null, 24.5, 24.5, 24.5, null, 29, 29])
  })
})

describe('a watcher that is dead', () => {
  const lostOf = async (office: { office_id: number }) => {
    const { rows } = await sites.context.pool.query<{ lost: boolean; level: number | null }>(
      `select ws.lost_wbgt as lost, ws.total_level as level from worker_state ws
         join app_user u on u.company_id = ws.company_id and u.user_id = ws.user_id where u.office_id = $1`,
      [office.office_id],
    )
    return rows
  }

  it('is shown as lost WBGT, also at level 0 and hours later', async () => {
    const { post, pulse, heat, office } = await siteOfOne()
    await post(heat(-300, 20), pulse(-299))
    expect(await lostOf(office)).toEqual([{ lost: false, level: 0 }])
    await post(pulse(-1))
    expect(await lostOf(office)).toEqual([{ lost: true, level: 0 }])
  })

  it('that has left the site is missed there for 30 days', async () => {
    const { post, pulse, heat, office, watcher } = await siteOfOne()
    const { context } = sites
    const [{ office_id: elsewhere }, day] = [await makeOffice(context.db, { company_id: office.company_id }), 24 * 60]
    await post(heat(-29 * day, 20))
    await takeTurn(context, summaryJob)
    await context.db.updateTable('device').set({ office_id: elsewhere }).where('device_id', '=', watcher.device_id).execute()
    await post(pulse(-1))
    expect(await lostOf(office)).toEqual([{ lost: true, level: 0 }])
    sites.time.now = sites.at(day + 60)
    await post(pulse(-1))
    expect(await lostOf(office)).toEqual([{ lost: false, level: 0 }])
  })

  it('is none where the site never had one', async () => {
    const { post, pulse, office } = await siteOfOne()
    await post(pulse(-1))
    expect(await lostOf(office)).toEqual([{ lost: false, level: 0 }])
  })
})

describe('a jump', () => {
  it('is taken at once after a pause of fifteen minutes, as on the next morning', async () => {
    const { post, pulse, heat, used } = await siteOfOne()
    await post(heat(-900, 33))
    await post(heat(-5, 24))
    await post(pulse(-4))
    expect(await used()).toEqual([24])
  })

  it('counts from the second reading on while the value before it is fresh', async () => {
    const { post, pulse, heat, used } = await siteOfOne()
    for (const [m, wbgt] of [
      [-10, 25],
      [-8, 33],
      [-6, 33],
    ] as const) {
      await post(heat(m, wbgt))
      await post(pulse(m + 1))
    }
    expect(await used()).toEqual([25, 25, 33])
  })
})
