import type { AlertEpisode } from '@mimamori/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { createCrew, minutes } from '../../test-crew.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
beforeAll(async () => {
  crew = await createCrew()
})
afterAll(() => crew.close())

// Each test continues from the time of the clock.
const now = () => Math.ceil((crew.time.now.getTime() - crew.at(0).getTime()) / 60_000)
const setClock = (minute: number) => {
  crew.time.now = crew.at(minute)
}
const save = async (userId: number, form: object) => {
  const { status, body } = await crew.askAs(crew.base, 'PUT', `/api/UserRole/${userId}`, form)
  expect({ status, body }).toMatchObject({ status: 200 })
}
const makeWorker = () =>
  makeUser(crew.db, 'User', { ...crew.office, group_id: null }, { full_name: '着用　者', gender: 1, date_of_birth: '1986-01-01' })

describe('a belt', () => {
  const hung = async () => {
    const { db, office } = crew
    const user = await makeWorker()
    const barometer = await makeDevice(db, 'barometer', office.office_id)
    const belt = await makeDevice(db, 'belt', office.office_id, { linked_device_id: barometer.device_id })
    await makeWear(db, user.user_id, belt.device_id, { slot: 'belt' })
    const t = now() + 5
    /** Unhooked or hooked, 50 Pa less than at the reference: a good four metres up. */
    const reads = async (minute: number, hook: 0 | 1, pressure = 100_750) => {
      await crew.send(barometer, [{ minute: t + minute, pressure: 100_800, temperature: 30 }])
      await crew.send(belt, [{ minute: t + minute, hook, pressure }])
    }
    const alerts = () => crew.alertsAbout(belt.device_id)
    /** What the list says is lost, by the number of the alert. */
    const lostOf = async () => {
      const ids = (await alerts()).map(({ alert_id }) => alert_id)
      const { body } = await crew.askAs(crew.base, 'GET', '/api/HealthCondition/Alert?allTime=1&kind=belt')
      const { data } = body as { data: AlertEpisode[] }
      return Object.fromEntries(data.filter(({ id }) => ids.includes(id)).map(({ id, lost }) => [id, lost]))
    }
    /** Given to somebody else on the worker form, at that minute. */
    const giveTo = async (next: { user_id: number } | null, from: { user_id: number }, minute: number) => {
      setClock(t + minute)
      await save(from.user_id, { safetyBeltId: null })
      if (next !== null) await save(next.user_id, { safetyBeltId: belt.serial, safetyBeltType: '2' })
    }
    return { user, belt, t, reads, alerts, lostOf, giveTo }
  }

  it('that is handed over while it alerts alerts for the new wearer with their first reading; the old alert stays', async () => {
    const { user, t, reads, alerts, lostOf, giveTo } = await hung()
    await reads(0, 0)
    await reads(1, 0)
    const next = await makeWorker()
    await giveTo(next, user, 1.5)
    const of = (wearer: { user_id: number }) => ({ kind: 'belt', user_id: wearer.user_id })
    expect(await alerts()).toMatchObject([{ ...of(user), ended_at: null }])
    await reads(2, 0)
    expect(await alerts()).toMatchObject([
      { ...of(user), ended_at: null },
      { ...of(next), started_at: crew.at(t + 2), ended_at: null },
    ])
    await reads(3, 1)
    const [old, own] = await alerts()
    expect(await lostOf()).toEqual({ [old?.alert_id ?? 0]: ['signal'], [own?.alert_id ?? 0]: [] })
    expect(own).toMatchObject({ ended_at: crew.at(t + 3), ending: 'recovered' })
    expect(old).toMatchObject({ ended_at: null, handling: 'open' })
    await crew.closeAlert(old?.alert_id, t + 4, 'other')
    expect((await alerts())[0]).toMatchObject({ ending: 'closed', outcome: 'other' })
    await reads(5, 0)
    await reads(6, 0)
    expect(await alerts()).toMatchObject([{ ending: 'closed' }, { ending: 'recovered' }, { ...of(next), ended_at: null }])
  })

  it('that is hooked when the new wearer takes it alerts for nobody', async () => {
    const { user, reads, alerts, giveTo } = await hung()
    await reads(0, 0)
    await reads(1, 0)
    await giveTo(await makeWorker(), user, 1.5)
    await reads(2, 1)
    await reads(3, 0)
    expect(await alerts()).toMatchObject([{ user_id: user.user_id, ended_at: null }])
  })

  it('that comes back to its first wearer ends their open episodes', async () => {
    const { user, t, reads, alerts, giveTo } = await hung()
    await reads(0, 0)
    await reads(1, 0)
    const next = await makeWorker()
    await giveTo(next, user, 1.5)
    await reads(2, 1)
    await giveTo(user, next, 2.5)
    await reads(3, 1)
    expect(await alerts()).toMatchObject([{ user_id: user.user_id, ended_at: crew.at(t + 3), ending: 'recovered' }])
  })

  it('that nobody wears is not judged, however often it is unhooked at height', async () => {
    const { user, reads, alerts, giveTo } = await hung()
    await giveTo(null, user, -1)
    for (const minute of minutes(0, 10)) await reads(minute, 0)
    expect(await alerts()).toEqual([])
  })

  it('finds the pressure of its own time in a batch of hours, and waits for a minute and two readings', async () => {
    const { belt, t, alerts } = await hung()
    const { linked_device_id: reference } = await crew.db
      .selectFrom('device')
      .select('linked_device_id')
      .where('device.device_id', '=', belt.device_id)
      .executeTakeFirstOrThrow()
    const barometer = await crew.db
      .selectFrom('device')
      .selectAll()
      .where('device.device_id', '=', reference ?? 0)
      .executeTakeFirstOrThrow()
    // The weather changes by more than four metres' worth; the belt stays on the ground, except in its last two minutes.
    const pressureAt = (minute: number) => 100_800 - minute
    const beltReads = minutes(0, 119).map((minute) => ({ minute: t + minute, hook: 0, pressure: pressureAt(minute) }))
    setClock(t + 121)
    const wire = (device: { serial: string; kind: string }, readings: readonly { minute: number }[]) =>
      readings.map(({ minute, ...values }) => ({ kind: device.kind, device: device.serial, at: crew.at(minute).toISOString(), ...values }))
    const up = minutes(120, 121).map((minute) => ({ minute: t + minute, hook: 0, pressure: pressureAt(minute) - 50 }))
    await crew.sendWired(belt.office_id, [
      ...wire(belt, [...beltReads, ...up]),
      ...wire(
        barometer,
        minutes(0, 121, 5).map((minute) => ({ minute: t + minute, pressure: pressureAt(minute), temperature: 30 })),
      ),
    ])
    expect(await alerts()).toMatchObject([{ started_at: crew.at(t + 121), ended_at: null }])
  })
})

describe('a low battery', () => {
  const worn = async () => {
    const user = await makeWorker()
    const tag = await makeDevice(crew.db, 'vital', crew.office.office_id)
    await makeWear(crew.db, user.user_id, tag.device_id)
    const t = now() + 5
    const reads = (levels: readonly number[], from: number) =>
      crew.send(
        tag,
        levels.map((battery, index) => ({ minute: t + from + index, heartRate: 80, battery })),
      )
    return { user, tag, t, reads, alerts: () => crew.alertsAbout(tag.device_id) }
  }

  it('is one alert, however it wavers, until it is at 3 again', async () => {
    const { t, reads, alerts } = await worn()
    await reads([2, 1, 2, 1, 2, 0, 2, 2, 1, 2], 0)
    expect(await alerts()).toMatchObject([{ kind: 'battery', started_at: crew.at(t + 1), ended_at: null }])
    await reads([3, 2, 2], 10)
    expect(await alerts()).toMatchObject([{ ended_at: crew.at(t + 10), ending: 'recovered' }])
    await reads([1], 13)
    expect(await alerts()).toHaveLength(2)
  })

  it('ends within the batch that shows it well, in whatever order that has', async () => {
    const { tag, t, alerts } = await worn()
    const readings = [2, 1, 2, 1, 5].map((battery, index) => ({ minute: t + index, heartRate: 80, battery }))
    await crew.send(tag, readings.toReversed(), true)
    expect(await alerts()).toMatchObject([{ started_at: crew.at(t + 1), ended_at: crew.at(t + 4) }])
  })

  it('goes with the device: it ends for the former wearer, and opens for the next by their readings', async () => {
    const { user, tag, t, reads, alerts } = await worn()
    await reads([1], 0)
    const next = await makeWorker()
    setClock(t + 1)
    await save(user.user_id, { meditagId: null })
    expect(await alerts()).toMatchObject([{ user_id: user.user_id, ended_at: crew.at(t + 1), ending: 'handedOver' }])
    await reads([1], 2)
    expect(await alerts()).toMatchObject([{}, { user_id: null, ended_at: null }])
    setClock(t + 3)
    await save(next.user_id, { meditagId: tag.serial })
    expect(await alerts()).toMatchObject([{}, { ended_at: crew.at(t + 3), ending: 'handedOver' }])
    await reads([2], 4)
    expect(await alerts()).toHaveLength(2)
    await reads([1], 5)
    expect(await alerts()).toMatchObject([{}, {}, { user_id: next.user_id, ended_at: null }])
    // Taken off and put on again by the same person, it is theirs again.
    setClock(t + 6)
    await save(next.user_id, { meditagId: null })
    await save(next.user_id, { meditagId: tag.serial })
    await reads([1], 7)
    expect(await alerts()).toMatchObject([{}, {}, { ending: 'handedOver' }, { user_id: next.user_id, ended_at: null }])
  })
})

it('a new tag of the same person continues their episode: no second alert, no calm in between', async () => {
  const user = await makeWorker()
  const [first, second] = [
    await makeDevice(crew.db, 'vital', crew.office.office_id),
    await makeDevice(crew.db, 'vital', crew.office.office_id),
  ]
  await makeWear(crew.db, user.user_id, first.device_id)
  const t = now() + 7
  const pulse = (from: number, to: number) => minutes(t + from, t + to).map((minute) => ({ minute, heartRate: 150 }))
  await crew.send(first, pulse(-6, 0))
  setClock(t + 0.5)
  await save(user.user_id, { meditagId: second.serial })
  await crew.send(second, pulse(1, 8))
  expect(await crew.alertsOf(user.user_id)).toMatchObject([{ kind: 'condition', ended_at: null, device_id: null }])
})
