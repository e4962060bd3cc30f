import { afterAll, describe, expect, it } from 'vitest'
import { createHeatSites } from './test-heat-site.ts'

const sites = await createHeatSites()
afterAll(() => sites.close())
const { db } = sites.context

/** A site of one worker, whose meter gives no WBGT unless it is among the values. */
const siteOfMeter = async () => {
  const made = await sites.site()
  const { user, pulse } = await made.worker()
  const meter = (minutes: number, values: object = {}) => ({
    kind: 'heat',
    device: made.watcher.serial,
    at: sites.at(minutes).toISOString(),
    temperature: 33,
    humidity: 60,
    globe: 46,
    ...values,
  })
  const readings = () =>
    db
      .selectFrom('reading')
      .select(['wbgt', 'wbgt_source', 'temperature', 'humidity', 'globe'])
      .where('device_id', '=', made.watcher.device_id)
      .orderBy('at')
      .execute()
  const sources = async () => (await readings()).map(({ wbgt, wbgt_source }) => [wbgt, wbgt_source])
  const state = () =>
    db.selectFrom('device_state').select(['wbgt', 'wbgt_estimated']).where('device_id', '=', made.watcher.device_id).executeTakeFirst()
  const judgedWith = async () => {
    const rows = await db.selectFrom('reading').select(['wbgt', 'wbgt_source']).where('user_id', '=', user.user_id).orderBy('at').execute()
    return rows.map(({ wbgt, wbgt_source }) => [wbgt, wbgt_source])
  }
  return { ...made, user, pulse, meter, readings, sources, state, judgedWith }
}

describe('a meter that gives temperature, humidity and globe', () => {
  it('has a WBGT that is estimated, by which people and place are judged', async () => {
    const site = await siteOfMeter()
    await site.post(site.meter(-1, { wbgt: null }), site.pulse(0))
    expect(await site.readings()).toEqual([
      { wbgt: expect.closeTo(32.7, 3), wbgt_source: 'estimated', temperature: 33, humidity: 60, globe: 46 },
    ])
    expect(await site.state()).toEqual({ wbgt: expect.closeTo(32.7, 3), wbgt_estimated: true })
    expect(await site.judgedWith()).toEqual([[expect.closeTo(32.7, 3), 'estimated']])
    expect(await site.alerts()).toMatchObject([{ level: 3, reason: { kind: 'heat', isEstimated: true } }])
  })

  it('has another one where it measures wind and sun', async () => {
    const site = await siteOfMeter()
    await site.post(site.meter(-1), site.meter(0, { windSpeed: 3, solarRadiation: 900 }))
    const [[still], [windy]] = (await site.sources()) as [[number], [number]]
    expect(windy).toBeLessThan(still - 0.2)
  })

  it('is never touched where it measures WBGT', async () => {
    const site = await siteOfMeter()
    await site.post(site.meter(-2, { wbgt: 24.3 }), site.pulse(-1))
    expect(await site.sources()).toEqual([[expect.closeTo(24.3, 3), null]])
    expect(await site.state()).toEqual({ wbgt: expect.closeTo(24.3, 3), wbgt_estimated: false })
    expect(await site.judgedWith()).toEqual([[expect.closeTo(24.3, 3), 'measured']])
  })

  it.each([{ globe: undefined }, { humidity: null }, { humidity: 0 }, { globe: 0 }])('has none with %o', async (values) => {
    const site = await siteOfMeter()
    await site.post(site.meter(0, values))
    expect(await site.sources()).toEqual([[null, null]])
    expect(await site.state()).toEqual({ wbgt: null, wbgt_estimated: false })
  })

  it('keeps what its last value was while it says nothing of heat', async () => {
    const site = await siteOfMeter()
    await site.post(site.meter(-2))
    await site.post(site.meter(0, { globe: null }))
    expect(await site.state()).toEqual({ wbgt: expect.closeTo(32.7, 3), wbgt_estimated: true })
    await site.post(site.meter(1, { wbgt: 32 }))
    expect(await site.state()).toEqual({ wbgt: 32, wbgt_estimated: false })
  })
})

it('a reading that comes again is known by what the meter sent, not by the estimate', async () => {
  const site = await siteOfMeter()
  const sent = [site.meter(-2, { windSpeed: 3, solarRadiation: 900 }), site.meter(-1)]
  await site.post(...sent)
  expect(await site.send(...sent)).toEqual({ accepted: 0, duplicates: 2, rejected: [], warnings: [] })
  expect(await site.sources()).toHaveLength(2)
})

it('measured and estimated values of one meter are one series: each counts, and a step waits for the next', async () => {
  const site = await siteOfMeter()
  await site.post(site.meter(-6, { wbgt: 31.5 }), site.pulse(-5.5))
  await site.post(site.meter(-4), site.pulse(-3.5))
  await site.post(site.meter(-2, { wbgt: 20 }), site.pulse(-1.5))
  await site.post(site.meter(0, { wbgt: 20.2 }), site.pulse(0))
  expect(await site.judgedWith()).toEqual([
    [31.5, 'measured'],
    [expect.closeTo(32.7, 3), 'estimated'],
    [expect.closeTo(32.7, 3), 'estimated'],
    [expect.closeTo(20.2, 3), 'measured'],
  ])
})

it('readings that come late find that the value of their time was estimated', async () => {
  const site = await siteOfMeter()
  await site.post(site.meter(-200))
  await site.post(...[-100, -60, -20, 0].map((minutes) => site.meter(minutes, { wbgt: 25 })))
  await site.post(site.pulse(-199))
  await site.post(site.pulse(-20))
  expect(await site.judgedWith()).toEqual([
    [expect.closeTo(32.7, 3), 'estimated'],
    [25, 'measured'],
  ])
})
