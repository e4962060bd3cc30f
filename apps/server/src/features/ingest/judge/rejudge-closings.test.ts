import { afterAll, describe, expect, it } from 'vitest'
import { createLateSite, steady } from './test-late-site.ts'

const { askAs, admin, at, clockTo, worker, alertsOf, episodesOf, levelsOf, stateOf, close } = await createLateSite()
afterAll(close)

describe('an episode that a person closed while its condition held', () => {
  const closedOne = async () => {
    const one = await worker()
    clockTo(21)
    await one.send(steady(0, 20, 150).filter(({ minute }) => minute !== 7))
    const [alert] = await alertsOf(one)
    expect((await askAs(admin, 'POST', `/api/Alert/${alert?.alert_id}/Close`, { outcome: 'rested', note: '' })).status).toBe(200)
    const conditions = async () => (await alertsOf(one)).filter(({ kind }) => kind === 'condition')
    return { one, conditions }
  }

  it('keeps its outcome and its end, and what continues opens a new one in its time', async () => {
    const { one, conditions } = await closedOne()
    clockTo(50)
    await one.send([{ minute: 7, heartRate: 150 }])
    const closed = { handling: 'closed', outcome: 'rested', ending: 'closed', ended_at: at(21) }
    expect(await conditions()).toMatchObject([closed])
    await one.send(steady(22, 30, 150))
    await one.send([{ minute: 21.5, heartRate: 150 }])
    expect(await conditions()).toMatchObject([closed])
    await one.send(steady(31, 40, 150))
    expect(await conditions()).toMatchObject([closed, { handling: 'open', ended_at: null }])
  })

  it('is not held by what the right order does not show', async () => {
    const { one, conditions } = await closedOne()
    clockTo(50)
    await one.send(steady(22, 29, 150).filter(({ minute }) => minute !== 25))
    await one.send(steady(0, 28, 90).map((pulse) => ({ ...pulse, minute: pulse.minute + 0.5 })))
    expect(await conditions()).toMatchObject([{ handling: 'closed', still_held: false }])
  })
})

describe('emergencies', () => {
  it('that late readings show are notified', async () => {
    const one = await worker()
    clockTo(90)
    await one.send([...steady(0, 10, 90), ...steady(45, 75, 90)])
    await one.send(steady(11, 40, 190))
    expect(await episodesOf(one)).toEqual([expect.stringMatching(/^condition 13–.*late$/), 'emergency 30–, peak 3'])
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: { cause: 'accumulated' } } })
  })

  it('that a person has closed stay closed, whatever comes late', async () => {
    const one = await worker()
    clockTo(40)
    await one.send(steady(0, 30, 190).filter(({ minute }) => minute !== 7))
    const emergency = (await alertsOf(one)).find(({ kind }) => kind === 'emergency')
    expect((await askAs(admin, 'POST', `/api/Alert/${emergency?.alert_id}/Close`, { outcome: 'rested', note: '' })).status).toBe(200)
    clockTo(42)
    await one.send([{ minute: 7, heartRate: 190 }])
    const after = (await alertsOf(one)).filter(({ kind }) => kind === 'emergency')
    expect(after).toMatchObject([{ handling: 'closed', outcome: 'rested' }])
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: null } })
  })

  it('stay open though the right order does not show them, until a person closes them', async () => {
    const one = await worker()
    clockTo(60)
    await one.send(steady(0, 20, 190).filter(({ minute }) => minute % 4 === 0))
    expect((await alertsOf(one)).map(({ kind }) => kind)).toContain('emergency')
    await one.send(steady(0, 20, 90).filter(({ minute }) => minute % 4 !== 0))
    const left = (await alertsOf(one)).find(({ kind }) => kind === 'emergency')
    expect(left).toMatchObject({ ended_at: null, handling: 'open', withdrawn: false })
    expect((await askAs(admin, 'POST', `/api/Alert/${left?.alert_id}/Close`, { outcome: 'other', note: '' })).status).toBe(200)
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: null } })
  })

  it('begin with a press that comes hours late, and once', async () => {
    const one = await worker()
    clockTo(230)
    await one.send([...steady(0, 59, 90), ...steady(61, 200, 90)])
    const press = { minute: 60, heartRate: 90, call: true }
    await one.send([press])
    expect(await episodesOf(one)).toEqual(['emergency 60–, peak 3'])
    await one.send([{ minute: 30.5, heartRate: 90 }])
    const [called] = await alertsOf(one)
    expect((await askAs(admin, 'POST', `/api/Alert/${called?.alert_id}/Close`, { outcome: 'rested', note: '' })).status).toBe(200)
    clockTo(232)
    await one.send([{ minute: 31.5, heartRate: 90 }])
    expect(await alertsOf(one)).toMatchObject([{ handling: 'closed', called_at: at(60) }])
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: null } })
    // Another press, from before the closing but not known then, is a call all the same.
    await one.send([{ minute: 100.5, heartRate: 90, call: true }])
    expect((await alertsOf(one)).map(({ handling }) => handling)).toEqual(['closed', 'open'])
  })

  it.each([
    ['alone', []],
    ['together with another late one', [{ minute: 150.5, heartRate: 90 }]],
  ])('begin with a press from before all that is known, %s', async (_, others) => {
    const one = await worker()
    clockTo(230)
    await one.send(steady(100, 200, 90))
    await one.send([{ minute: -100, heartRate: 90, call: true }, ...others])
    expect(await alertsOf(one)).toMatchObject([{ kind: 'emergency', called_at: at(-100), ended_at: null }])
    expect((await levelsOf(one))[0]).toMatchObject({ at: -100, total_level: 0 })
    await one.send([{ minute: 120.5, heartRate: 90 }])
    expect(await episodesOf(one)).toEqual(['emergency -100–, peak 3'])
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: { cause: 'call' } } })
  })
})
