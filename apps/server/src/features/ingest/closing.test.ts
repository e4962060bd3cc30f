import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endEpisodes } from '../alerts/episodes/end.ts'
import { makeDevice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { createCrew, minutes } from '../../test-crew.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
beforeAll(async () => {
  crew = await createCrew()
})
afterAll(() => crew.close())

// Each test continues from the time of the clock.
const now = () => Math.round((crew.time.now.getTime() - crew.at(0).getTime()) / 60_000)

/** Somebody whose heart rate is past the sustained limit since six minutes ago: an open condition of level 1. */
const inTrouble = async () => {
  const { user, tag } = await crew.makeWearer()
  const t = now() + 7
  const pulse = (from: number, to: number, heartRate: number | null) =>
    crew.send(
      tag,
      minutes(t + from, t + to).map((minute) => ({ minute, heartRate })),
    )
  await pulse(-6, 0, 150)
  const rows = () => crew.alertsOf(user.user_id)
  const [alert] = await rows()
  expect(alert).toMatchObject({ kind: 'condition', level: 1, ended_at: null })
  return { user, tag, t, pulse, rows, alert }
}

const closed = (minute: number) => ({ handling: 'closed', outcome: 'sentHome', ending: 'closed', ended_at: crew.at(minute) })
const open = { handling: 'open', outcome: null, ending: null, ended_at: null }

describe('a condition that a person closes while it holds', () => {
  it('ends with its outcome, and opens again where it rises', async () => {
    const { t, pulse, rows, alert } = await inTrouble()
    expect((await crew.closeAlert(alert?.alert_id, t + 1)).status).toBe(200)
    await pulse(1, 3, 150)
    expect(await rows()).toMatchObject([closed(t + 1)])
    await pulse(4, 8, 185)
    expect(await rows()).toMatchObject([closed(t + 1), { ...open, level: 3 }])
    const [, reopened] = await rows()
    expect(reopened?.started_at.getTime()).toBeGreaterThan(crew.at(t + 3).getTime())
    expect((await crew.eventsOf(reopened?.alert_id))[0]).toEqual({ event: 'opened', note: '対応を終えたあとで悪化しました' })
    expect((await crew.eventsOf(alert?.alert_id)).map(({ event }) => event)).toEqual(['opened', 'closed'])
  })

  it('opens again after a quarter of an hour of further readings, once', async () => {
    const { t, pulse, rows, alert } = await inTrouble()
    await crew.closeAlert(alert?.alert_id, t + 0.5)
    // Its level rises by its length, to 2, only after a quarter of an hour.
    await pulse(1, 7, 150)
    expect(await rows()).toHaveLength(1)
    await pulse(8, 40, 150)
    const [first, reopened, ...more] = await rows()
    expect(first).toMatchObject(closed(t + 0.5))
    expect(reopened).toMatchObject(open)
    expect(more).toEqual([])
  })

  it('is over where its tag has stopped, however long ago', async () => {
    const { t, pulse, rows, alert } = await inTrouble()
    await crew.closeAlert(alert?.alert_id, t + 3)
    crew.time.now = crew.at(t + 230)
    const conditions = async () => (await rows()).filter(({ kind }) => kind === 'condition')
    expect(await conditions()).toMatchObject([closed(t + 3)])
    await pulse(231, 250, 80)
    expect(await conditions()).toMatchObject([{ ...closed(t + 3), still_held: false }])
  })

  it('is not held by readings without a heart rate', async () => {
    const { t, pulse, rows, alert } = await inTrouble()
    await crew.closeAlert(alert?.alert_id, t + 1)
    await pulse(1, 40, null)
    expect((await rows()).filter(({ kind }) => kind === 'condition')).toMatchObject([closed(t + 1)])
  })

  it('opens again like any other once it has ended', async () => {
    const { t, pulse, rows, alert } = await inTrouble()
    await crew.closeAlert(alert?.alert_id, t + 1)
    await pulse(1, 30, 80)
    expect(await rows()).toMatchObject([{ ...closed(t + 1), still_held: false }])
    await pulse(31, 37, 150)
    expect(await rows()).toMatchObject([closed(t + 1), open])
  })

  it('is notified from one batch as from many', async () => {
    const { tag, t, rows, alert } = await inTrouble()
    await crew.closeAlert(alert?.alert_id, t + 1)
    const rates = [...minutes(1, 3).map(() => 150), ...minutes(4, 8).map(() => 185), ...minutes(9, 40).map(() => 80)]
    await crew.send(
      tag,
      rates.map((heartRate, index) => ({ minute: t + 1 + index, heartRate })),
      true,
    )
    const [first, reopened, ...more] = await rows()
    expect(first).toMatchObject({ ...closed(t + 1), still_held: false })
    expect(reopened).toMatchObject({ peak_level: 3, ending: 'recovered', handling: 'open' })
    expect(more).toEqual([])
  })

  it('is closed once: the other tab gets that answer, and the outcome stays', async () => {
    const { t, rows, alert } = await inTrouble()
    const other = await makeUser(crew.db, 'HeadquartersAdmin', crew.office)
    const path = `/api/Alert/${alert?.alert_id ?? 0}/Close`
    const answers = await Promise.all([
      crew.closeAlert(alert?.alert_id, t + 1),
      crew.askAs(other, 'POST', path, { outcome: 'sentHome', note: '' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const again = await crew.closeAlert(alert?.alert_id, t + 2, 'falseAlarm')
    expect(again).toMatchObject({ status: 400, body: ['このアラートの対応は、すでに終わっています。'] })
    expect(await rows()).toMatchObject([closed(t + 1)])
    expect((await crew.eventsOf(alert?.alert_id)).filter(({ event }) => event === 'closed')).toHaveLength(1)
  })

  it('loses no rise that comes in at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { t, pulse, rows, alert } = await inTrouble()
      await pulse(1, 2, 185)
      await Promise.all([crew.closeAlert(alert?.alert_id, t + 3), pulse(3, 3, 185)])
      // Closed after the rise it was closed at level 2; closed before it, the rise has opened a new one.
      const [first, reopened] = await rows()
      expect(first).toMatchObject({ handling: 'closed', outcome: 'sentHome', ending: 'closed' })
      if (reopened === undefined) expect(first).toMatchObject({ level: 2, held_level: 2, still_held: true })
      else expect(reopened).toMatchObject({ ...open, level: 2 })
    }
  })
})

it('opens what holds and of which nothing is open, however it ended', async () => {
  const { user, t, pulse, rows, alert } = await inTrouble()
  await endEpisodes(crew.db, user.company_id, sql`a.alert_id = ${alert?.alert_id ?? 0}`, 'lost', crew.at(t))
  await pulse(1, 1, null)
  expect(await rows()).toMatchObject([{ ending: 'lost' }])
  await pulse(2, 3, 150)
  expect(await rows()).toMatchObject([{ ending: 'lost' }, { ...open, started_at: crew.at(t + 2) }])
})

describe('what else a person closes while it holds opens again after a quarter of an hour, and not before', () => {
  type Device = { device_id: number; serial: string; kind: string; office_id: number }
  const opensAgain = async (device: Device, values: object, before: object[] = [], barometer?: Device) => {
    const t = now() + 20
    const read = async (list: readonly number[], some: object) => {
      for (const minute of list) {
        if (barometer !== undefined) await crew.send(barometer, [{ minute: t + minute, pressure: 100_800, temperature: 30 }])
        await crew.send(device, [{ minute: t + minute, ...some }])
      }
    }
    for (const some of before) await read([-10], some)
    await read(minutes(-9, 0), values)
    const all = () =>
      crew.db
        .selectFrom('alert')
        .selectAll()
        .where('alert.office_id', '=', device.office_id)
        .where('alert.started_at', '>=', crew.at(t - 10))
        .where('alert.kind', '<>', 'condition')
        .orderBy('alert.alert_id')
        .execute()
    const [alert, ...others] = await all()
    expect(others).toEqual([])
    expect(alert).toMatchObject({ ended_at: null })
    expect((await crew.closeAlert(alert?.alert_id, t + 0.5)).status).toBe(200)
    await read(minutes(1, 15), values)
    expect(await all()).toMatchObject([closed(t + 0.5)])
    await read([16, 17], values)
    expect(await all()).toMatchObject([closed(t + 0.5), { ...open, kind: alert?.kind, started_at: crew.at(t + 16) }])
    return alert?.kind
  }

  it('no heart rate', async () => {
    const { tag } = await crew.makeWearer()
    expect(await opensAgain(tag, { heartRate: null }, [{ heartRate: 80 }])).toBe('noHeartRate')
  })

  it('site heat', async () => {
    const watcher = await makeDevice(crew.db, 'heat', crew.office.office_id)
    expect(await opensAgain(watcher, { wbgt: 30 })).toBe('siteHeat')
  })

  it('a low battery', async () => {
    const { tag } = await crew.makeWearer()
    expect(await opensAgain(tag, { heartRate: 80, battery: 1 })).toBe('battery')
  })

  it('a belt', async () => {
    const { user } = await crew.makeWearer()
    const barometer = await makeDevice(crew.db, 'barometer', crew.office.office_id)
    const belt = await makeDevice(crew.db, 'belt', crew.office.office_id, { linked_device_id: barometer.device_id })
    await makeWear(crew.db, user.user_id, belt.device_id, { slot: 'belt' })
    expect(await opensAgain(belt, { hook: 0, pressure: 100_750 }, [], barometer)).toBe('belt')
  })
})
