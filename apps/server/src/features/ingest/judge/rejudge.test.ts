import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { createLateSite, type Pulse, type LateWorker, steady } from './test-late-site.ts'

const { context, app, db, at, clockTo, worker, alertsOf, episodesOf, eventsOf, levelsOf, stateOf, hoursOf, close } = await createLateSite()
afterAll(close)

const everythingOf = async (one: LateWorker) => {
  const episodes = (await episodesOf(one)).filter((line) => !line.endsWith('withdrawn')).map((line) => line.replace(', late', ''))
  const isEmergency = (line: string) => line.startsWith('emergency')
  const { judge, shown } = await stateOf(one)
  const { emergency, ...rest } = judge as { emergency: { open: unknown } }
  return {
    levels: await levelsOf(one),
    episodes: episodes.filter((line) => !isEmergency(line)),
    state: { ...rest, emergency: { ...emergency, open: null }, shown },
    emergencies: episodes.filter(isEmergency).length,
    open: emergency.open,
  }
}

/** An emergency of which people were notified while readings were missing remains, whatever the right order shows; none is missed. */
const expectSame = async (one: LateWorker, inOrder: LateWorker) => {
  const { emergencies, open, ...rest } = await everythingOf(one)
  const { emergencies: expectedEmergencies, open: _, ...expected } = await everythingOf(inOrder)
  expect(rest).toEqual(expected)
  expect(emergencies).toBeGreaterThanOrEqual(expectedEmergencies)
  expect(open !== null).toBe(emergencies > 0)
}

const run = fc.record({
  count: fc.integer({ min: 1, max: 25 }),
  heartRate: fc.constantFrom(90, 90, 145, 165, 185, null),
})
const day = fc
  .array(run, { minLength: 4, maxLength: 10 })
  .map((runs) => runs.flatMap(({ count, heartRate }) => Array<number | null>(count).fill(heartRate)))

describe('readings out of order within a day', () => {
  it('come to the same as in order: levels, state, episodes and summaries', { timeout: 300_000 }, async () => {
    clockTo(239)
    await fc.assert(
      fc.asyncProperty(day, fc.infiniteStream(fc.nat(1_000)), async (rates, numbers) => {
        const pulses = rates.map((heartRate, minute): Pulse => ({ minute, heartRate }))
        const [inOrder, outOfOrder] = [await worker(), await worker()]
        await inOrder.send(pulses)
        // Mostly a little out of order, some of it by hours.
        const next = () => numbers.next().value ?? 0
        const shuffled = pulses
          .map((pulse) => ({ pulse, place: pulse.minute + (next() % 10 === 0 ? next() % 200 : next() % 8) }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ pulse }) => pulse)
        while (shuffled.length > 0) await outOfOrder.send(shuffled.splice(0, 1 + (next() % 20)))
        await expectSame(outOfOrder, inOrder)
        for (const row of await alertsOf(outOfOrder)) if (row.withdrawn) expect(await eventsOf(row.alert_id)).toContain('withdrawn')
        const alerts = async (one: LateWorker) => (await alertsOf(one)).filter(({ withdrawn }) => !withdrawn).length
        if ((await alerts(outOfOrder)) === (await alerts(inOrder))) expect(await hoursOf(outOfOrder)).toEqual(await hoursOf(inOrder))
      }),
      // To shrink a counterexample takes longer than the test has, and nobody would see any.
      { numRuns: 5, endOnFailure: true },
    )
  })

  it('show no heart rate once it counts as missing, whether the last one came with the gap or before it', async () => {
    clockTo(239)
    const [whole, parts] = [await worker(), await worker()]
    const [heard, missing] = [steady(0, 41, 165), steady(42, 79, null)]
    await whole.send([...heard, ...missing])
    for (const part of [heard, missing]) await parts.send(part)
    for (const one of [whole, parts]) expect((await stateOf(one)).shown).toMatchObject({ no_heart_rate: true, heart_rate: null })
  })

  it('come to the same though two processes take them at once', async () => {
    clockTo(239)
    const other = await buildApp(context)
    const pulses = [...steady(0, 20, 90), ...steady(21, 60, 185), ...steady(61, 110, 95), ...steady(111, 140, 165)]
    const people = await Promise.all(Array.from({ length: 6 }, worker))
    const inOrder = await worker()
    await inOrder.send(pulses)
    await Promise.all(
      people.flatMap((one, index) =>
        Array.from({ length: 14 }, (_, part) =>
          one.send(
            pulses.filter(({ minute }) => (minute + index) % 14 === part),
            part % 2 === 0 ? app : other,
          ),
        ),
      ),
    )
    await other.close()
    for (const one of people) await expectSame(one, inOrder)
  })
})

describe('a whole shift that comes in at its end', () => {
  const everyOtherMinute = (pulses: readonly Pulse[]) => pulses.filter(({ minute }) => minute % 2 === 0)

  it('is judged also where its newest half comes first', async () => {
    const one = await worker()
    clockTo(600)
    await one.send(everyOtherMinute(steady(300, 599, 90)))
    await one.send(everyOtherMinute([...steady(0, 59, 90), ...steady(60, 89, 190), ...steady(90, 299, 90)]))
    expect((await levelsOf(one)).find(({ at: minute }) => minute === 80)).toMatchObject({ total_level: 3 })
    expect(await episodesOf(one)).toEqual(['condition 62–106, peak 3, late', 'emergency 80–, peak 3, late'])
  })

  it('continues in its next part what the clock has ended since the one before', async () => {
    const one = await worker()
    clockTo(600)
    await one.send(everyOtherMinute([...steady(60, 119, 90), ...steady(120, 199, 150)]))
    await one.send(everyOtherMinute(steady(0, 59, 90)))
    expect(await episodesOf(one)).toEqual(['condition 126–438, peak 3', 'emergency 160–, peak 3, late'])
    await one.send(everyOtherMinute(steady(200, 399, 150)))
    await one.send(everyOtherMinute(steady(400, 599, 90)))
    expect((await episodesOf(one)).filter((line) => !line.endsWith('withdrawn'))).toEqual([
      'condition 126–400, peak 3',
      'emergency 160–, peak 3, late',
    ])
  })

  it('begins where it began, when a part from before the end by the clock comes after newer ones', async () => {
    const one = await worker()
    clockTo(600)
    const parts = [
      [106, 128],
      [0, 104],
      [404, 528],
      [290, 402],
      [130, 288],
    ] as const
    for (const [from, to] of parts) await one.send(everyOtherMinute(steady(from, to, 185)))
    expect(await episodesOf(one)).toEqual(['condition 2–368, peak 3, withdrawn', 'condition 2–, peak 3', 'emergency 20–, peak 3, late'])
  })

  it('keeps the highest level of a part that moved the beginning of an episode, when a later part shortens it', async () => {
    const pulses = everyOtherMinute([...steady(0, 11, 185), ...steady(12, 127, 165), ...steady(128, 240, 90)])
    clockTo(240)
    const [inOrder, outOfOrder] = [await worker(), await worker()]
    await inOrder.send(pulses)
    const part = (from: number, to: number) => pulses.filter(({ minute }) => minute >= from && minute <= to)
    for (const [from, to] of [
      [106, 130],
      [0, 64],
      [162, 240],
      [132, 160],
    ] as const)
      await outOfOrder.send(part(from, to))
    await outOfOrder.send(part(66, 104))
    await expectSame(outOfOrder, inOrder)
    expect(await episodesOf(outOfOrder)).toContain('condition 2–128, peak 3')
  })

  it('comes to the same as in order, in any cut and order, and by two transports at once', { timeout: 300_000 }, async () => {
    const other = await buildApp(context)
    const shift = fc
      .array(fc.record({ count: fc.integer({ min: 5, max: 60 }), heartRate: run.map(({ heartRate }) => heartRate) }), {
        minLength: 5,
        maxLength: 12,
      })
      .map((runs) => runs.flatMap(({ count, heartRate }) => Array<number | null>(count).fill(heartRate)).slice(0, 300))
    await fc.assert(
      fc.asyncProperty(shift, fc.infiniteStream(fc.nat(1_000)), async (rates, numbers) => {
        const pulses = rates.map((heartRate, index): Pulse => ({ minute: 2 * index, heartRate }))
        clockTo(2 * pulses.length)
        const next = () => numbers.next().value ?? 0
        const [inOrder, outOfOrder] = [await worker(), await worker()]
        await inOrder.send(pulses)
        const parts: Pulse[][] = []
        for (let from = 0; from < pulses.length;) parts.push(pulses.slice(from, (from += 10 + (next() % 80))))
        const messages = parts.map((part) => ({ part, place: next() })).toSorted((one, two) => one.place - two.place)
        await Promise.all(
          [app, other].map(async (to) => {
            for (const { part } of messages) await outOfOrder.sendAgain(part, to)
          }),
        )
        await expectSame(outOfOrder, inOrder)
      }),
      { numRuns: 4, endOnFailure: true },
    )
    await other.close()
  })
})

describe('a late reading', () => {
  it('is judged in its place, and corrects what was judged after it', async () => {
    const one = await worker()
    clockTo(30)
    await one.send([...steady(0, 9, 150), ...steady(11, 20, 150)])
    expect((await stateOf(one)).shown).toMatchObject({ total_level: 2 })
    await one.send([{ minute: 10, heartRate: 90 }])
    const levels = await levelsOf(one)
    expect(levels.find((row) => row.at === 14)).toMatchObject({ heart_level: 0, total_level: 0 })
    expect((await stateOf(one)).shown).toMatchObject({ total_level: 1, heart_rate: 150, last_at: 20 })
  })

  it.each([
    ['one of which people were notified while it was open rises again', false, 'raised', 0],
    ['one that was over when it came is told as new', true, 'opened', 2],
  ])('shows that an episode continues: %s', async (_, isLate, event, level) => {
    const one = await worker()
    clockTo(60)
    const [high, calm] = [steady(0, 20, 150), [...steady(21, 32, 90), ...steady(36, 40, 90)]]
    for (const batch of isLate ? [[...high, ...calm]] : [high, calm]) await one.send(batch)
    const [ended] = await alertsOf(one)
    expect(ended).toMatchObject({ ended_at: at(22), late: isLate })
    await db.deleteFrom('alert_due').execute()
    await one.send(steady(33, 35, 190))
    expect(await alertsOf(one)).toMatchObject([{ alert_id: ended?.alert_id, ended_at: null, late: false }])
    expect((await eventsOf(ended?.alert_id)).slice(-3)).toEqual(['ended', 'corrected', event])
    expect(await db.selectFrom('alert_due').select(['alert_id', 'event', 'level']).execute()).toEqual([
      { alert_id: ended?.alert_id, event, level },
    ])
  })

  it('older than a day is stored and summarised, and judges nothing', async () => {
    const one = await worker()
    clockTo(1_470)
    await one.send(steady(1_460, 1_470, 90))
    const before = await stateOf(one)
    // A day later: of a device heard within a day it would be a clock that fell back.
    clockTo(3_000)
    await one.send(steady(0, 19, 190))
    expect((await stateOf(one)).judge).toEqual(before.judge)
    expect(await episodesOf(one)).toEqual([])
    const old = (await levelsOf(one)).filter((row) => (row.at ?? 0) < 20)
    expect(old).toHaveLength(20)
    expect(old.every((row) => row.total_level === null)).toBe(true)
    expect((await hoursOf(one)).map((row) => row.heart_rate_max)).toContain(190)
  })

  it('makes due the summaries of the hours it changes', async () => {
    const one = await worker()
    clockTo(230)
    await one.send([...steady(0, 9, 150), ...steady(11, 40, 150)])
    await db.deleteFrom('summary_due').execute()
    await one.send([{ minute: 10, heartRate: 90 }])
    const due = await db.selectFrom('summary_due').select('hour').where('user_id', '=', one.user.user_id).execute()
    expect(due.map(({ hour }) => hour)).toEqual([at(-10)])
  })

  it('of a tag that falls back is judged from the first on', async () => {
    const one = await worker()
    clockTo(60)
    await one.send(steady(0, 60, 90))
    clockTo(65)
    await one.send(steady(31, 34, 185).map((pulse) => ({ ...pulse, minute: pulse.minute + 0.5 })))
    const fallen = (await levelsOf(one)).filter((row) => (row.at ?? 0) % 1 !== 0)
    expect(fallen.map((row) => row.total_level)).toEqual([0, 0, 0, 0])
  })
})
