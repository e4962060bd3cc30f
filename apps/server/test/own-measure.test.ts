import { afterAll, describe, expect, it } from 'vitest'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { summaryJob } from '../src/shared/monitoring/summaries/summary-job.ts'
import { createLateSite, type LateWorker, type Pulse, steady } from '../src/features/ingest/judge/test-late-site.ts'
import { shiftJob } from '../src/features/own-measure/shift-job.ts'

const { context, db, at, clockTo, worker, levelsOf, alertsOf, close } = await createLateSite()
afterAll(close)

const dayMinutes = 1_440

/** Five hours of a day: calm, with a quarter of an hour of strain. */
const shiftOf = (day: number, strain = 140): Pulse[] =>
  [...steady(0, 99, 100), ...steady(100, 114, strain), ...steady(115, 299, 100)].map((pulse) => ({
    ...pulse,
    minute: day * dayMinutes + pulse.minute,
  }))

/** Somebody who has worked on four days, measured at the beginning of the fifth. */
const seasoned = async (firstDay: number) => {
  const one = await worker()
  for (let day = firstDay; day < firstDay + 4; day += 1) {
    clockTo(day * dayMinutes + 300)
    await one.send(shiftOf(day))
  }
  await measureAt((firstDay + 4) * dayMinutes)
  return one
}
const measureAt = async (minute: number) => {
  clockTo(minute)
  await takeTurn(context, summaryJob)
  await takeTurn(context, shiftJob)
}
const shiftsOf = ({ user }: LateWorker) =>
  db
    .selectFrom('worker_shift')
    .select(['began_at', 'ended_at', 'minutes', 'own_mean', 'own_peak', 'interval_minutes', 'usual_mean', 'usual_shifts'])
    .where('user_id', '=', user.user_id)
    .orderBy('began_at')
    .execute()
const measureOf = ({ user }: LateWorker) =>
  db.selectFrom('worker_state').select(['own_mean', 'own_peak', 'own_shifts']).where('user_id', '=', user.user_id).executeTakeFirstOrThrow()

describe('shifts', () => {
  it('are measured a day after their end, once', async () => {
    const one = await seasoned(0)
    const measured = [0, 1, 2].map((day) => ({
      began_at: at(day * dayMinutes),
      ended_at: at(day * dayMinutes + 299),
      minutes: 300,
      own_mean: 130,
      own_peak: 140,
      interval_minutes: 1,
      // The third is the first that makes a measure.
      usual_mean: day < 2 ? null : 130,
      usual_shifts: day < 2 ? null : 3,
    }))
    expect(await shiftsOf(one)).toEqual(measured)
    await measureAt(4 * dayMinutes)
    expect(await shiftsOf(one)).toEqual(measured)
    await measureAt(4 * dayMinutes + 420)
    expect(await shiftsOf(one)).toHaveLength(4)
  })

  it('make the own measure of the next one, which stays for all of it, and by which it is judged', async () => {
    const one = await seasoned(10)
    const next = 14 * dayMinutes
    clockTo(next + 10)
    await one.send(steady(next, next + 4, 100))
    expect(await measureOf(one)).toEqual({ own_mean: 130, own_peak: 140, own_shifts: 3 })
    // Above the instantaneous limit of 159: danger after four minutes instead of five.
    await one.send(steady(next + 5, next + 9, 165))
    const levels = await levelsOf(one)
    expect(levels.slice(-2).map(({ heart_level: level }) => level)).toEqual([2, 3])
    expect((await alertsOf(one))[0]?.reason).toMatchObject({ kind: 'ownPeak', compared: 140, limit: 159 })
    await db.deleteFrom('worker_shift').where('user_id', '=', one.user.user_id).execute()
    clockTo(next + 20)
    await one.send(steady(next + 10, next + 12, 100))
    expect(await measureOf(one)).toEqual({ own_mean: 130, own_peak: 140, own_shifts: 3 })
  })

  it('make the same measure where readings of the first minutes come late', async () => {
    const one = await seasoned(20)
    const next = 24 * dayMinutes
    clockTo(next + 30)
    await one.send(steady(next + 10, next + 20, 100))
    await one.send(steady(next, next + 9, 100))
    expect(await measureOf(one)).toEqual({ own_mean: 130, own_peak: 140, own_shifts: 3 })
  })

  it('say when their mean of 30 minutes passed the strain limit, until the next shift', async () => {
    const one = await worker()
    const strainOf = async () =>
      (await db.selectFrom('worker_state').select('strained_at').where('user_id', '=', one.user.user_id).executeTakeFirstOrThrow())
        .strained_at
    clockTo(60)
    await one.send(steady(0, 39, 145))
    expect(await strainOf()).toEqual(at(39))
    // What comes late may show that it was not so.
    await one.send(steady(0, 39, 145).map((pulse) => ({ ...pulse, minute: pulse.minute - 0.5, heartRate: 100 })))
    expect(await strainOf()).toBeNull()
    clockTo(400)
    await one.send(steady(399, 399, 100))
    expect(await strainOf()).toBeNull()
  })

  it('do not count where somebody had to rest, or an emergency was none by mistake', async () => {
    for (const [index, values] of [
      { kind: 'condition', outcome: 'rested' },
      { kind: 'emergency', outcome: 'other' },
      { kind: 'emergency', outcome: 'falseAlarm' },
    ].entries()) {
      const first = 30 + index * 10
      const one = await worker()
      for (let day = first; day < first + 4; day += 1) {
        clockTo(day * dayMinutes + 300)
        // Strain that makes an alert.
        await one.send(shiftOf(day, day === first ? 170 : 140))
      }
      const [alert] = await alertsOf(one)
      await db
        .updateTable('alert')
        .set(values as { kind: 'condition' | 'emergency'; outcome: 'rested' | 'other' | 'falseAlarm' })
        .where('alert_id', '=', alert?.alert_id ?? 0)
        .execute()
      // The further ones of that shift are not what is asked about.
      await db
        .updateTable('alert')
        .set({ outcome: 'falseAlarm' })
        .where('user_id', '=', one.user.user_id)
        .where('alert_id', '!=', alert?.alert_id ?? 0)
        .execute()
      await measureAt((first + 4) * dayMinutes)
      clockTo((first + 4) * dayMinutes + 5)
      await one.send(steady((first + 4) * dayMinutes, (first + 4) * dayMinutes + 1, 100))
      expect((await measureOf(one)).own_mean).toBe(index === 2 ? 130 : null)
    }
  })

  it('of hours without a usable heart rate are looked at once', async () => {
    const one = await worker()
    clockTo(100 * dayMinutes)
    await one.send(steady(100 * dayMinutes - 5, 100 * dayMinutes - 1, 100))
    await db.updateTable('reading').set({ heart_rate: 20 }).where('user_id', '=', one.user.user_id).execute()
    for (const _ of [1, 2]) {
      await measureAt(102 * dayMinutes)
      expect(await shiftsOf(one)).toMatchObject([{ minutes: 0, own_mean: null }])
    }
  })
})
