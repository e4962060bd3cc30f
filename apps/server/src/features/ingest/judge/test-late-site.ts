import { type StoredState, unpackState } from '@mimamori/heat'
import { expect } from 'vitest'
import { readHourlySummaries } from '../../../shared/monitoring/summaries/read.ts'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../../../shared/organisation/test-factories.ts'
import { createTestApp } from '../../../test-app.ts'

const minuteMs = 60_000

export type Pulse = { readonly minute: number; readonly heartRate: number | null; readonly call?: boolean }

/** A pulse a minute with this heart rate, from one minute to another. */
export const steady = (from: number, to: number, heartRate: number | null): Pulse[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ minute: from + index, heartRate }))

/** A site with a product of its own, whose people send readings by the minute, in whatever order a test wants. */
export const createLateSite = async () => {
  const product = await createTestApp()
  const { context, app, askAs, time } = product
  const { db } = context
  const start = Math.floor(time.now.getTime() / 3_600_000) * 3_600_000 + 10 * minuteMs
  const office = await makeOffice(db)
  const key = await makeIngestKey(db, office.office_id)
  const admin = await makeUser(db, 'HeadquartersAdmin', office)

  const at = (minute: number) => new Date(start + minute * minuteMs)
  /** The minute of the server's clock. */
  const clockTo = (minute: number) => void (time.now = at(minute))

  /** Somebody of 40 (limits 140, 159, 180) with a vital tag; `send` posts readings in one message. */
  const worker = async () => {
    const group = await makeGroup(db, { office_id: office.office_id })
    const user = await makeUser(db, 'User', { ...office, group_id: group.group_id }, { date_of_birth: '1986-01-01' })
    const tag = await makeDevice(db, 'vital', office.office_id)
    await makeWear(db, user.user_id, tag.device_id, { worn_from: at(-1_000) })
    const post = async (pulses: readonly Pulse[], to: typeof app) => {
      const readings = pulses.map(({ minute, ...values }) => ({
        kind: 'vital',
        device: tag.serial,
        at: at(minute).toISOString(),
        interval: 1,
        ...values,
      }))
      const { body } = await to.inject({
        method: 'POST',
        url: '/api/ingest',
        headers: { authorization: key.bearer },
        payload: { readings },
      })
      return JSON.parse(body) as { accepted: number; duplicates: number; rejected: unknown[] }
    }
    const send = async (pulses: readonly Pulse[], to = app) => {
      expect(await post(pulses, to)).toMatchObject({ accepted: pulses.length, rejected: [] })
    }
    /** Posts readings of which some may have come by another way. */
    const sendAgain = async (pulses: readonly Pulse[], to: typeof app) => {
      const { accepted, duplicates } = await post(pulses, to)
      expect(accepted + duplicates).toBe(pulses.length)
    }
    return { user, tag, send, sendAgain }
  }
  type Worker = Awaited<ReturnType<typeof worker>>

  const minuteOf = (instant: Date | null) => (instant === null ? null : (instant.getTime() - start) / minuteMs)

  const alertsOf = ({ user }: Worker) =>
    db
      .selectFrom('alert')
      .selectAll()
      .where('alert.user_id', '=', user.user_id)
      .orderBy('alert.started_at')
      .orderBy('alert.alert_id')
      .execute()

  /** A worker's episodes on record: kind, minutes, highest level, and 'late' or 'withdrawn'. */
  const episodesOf = async (one: Worker) =>
    (await alertsOf(one)).map((row) =>
      [
        `${row.kind} ${minuteOf(row.started_at)}–${minuteOf(row.ended_at) ?? ''}`,
        ...(row.peak_level === null ? [] : [`peak ${row.peak_level}`]),
        ...(row.late ? ['late'] : []),
        ...(row.withdrawn ? ['withdrawn'] : []),
      ].join(', '),
    )

  const eventsOf = async (alertId: number | undefined) =>
    (
      await db
        .selectFrom('alert_event as e')
        .select('e.event')
        .where('e.alert_id', '=', alertId ?? 0)
        .orderBy('e.event_id')
        .execute()
    ).map(({ event }) => event)

  const levelsOf = async ({ user }: Worker) =>
    (
      await db
        .selectFrom('reading as r')
        .select(['r.at', 'r.heart_level', 'r.heat_level', 'r.total_level'])
        .where('r.user_id', '=', user.user_id)
        .orderBy('r.at')
        .execute()
    ).map((row) => ({ ...row, at: minuteOf(row.at) }))

  const stateOf = async ({ user }: Worker) => {
    const row = await db.selectFrom('worker_state').selectAll().where('user_id', '=', user.user_id).executeTakeFirstOrThrow()
    const { judge, heart_rate, heart_level, heat_level, total_level, no_heart_rate, last_at } = row
    // The same except whose tag it is.
    return {
      judge: JSON.parse(
        JSON.stringify(unpackState(judge as StoredState | null)).replaceAll(/"(deviceId|device|down)":\d+/g, '"$1":"the tag"'),
      ) as unknown,
      shown: { heart_rate, heart_level, heat_level, total_level, no_heart_rate, last_at: minuteOf(last_at) },
    }
  }

  const hoursOf = async ({ user }: Worker) => {
    const span = { from: at(-600), to: at(600) }
    const rows = await readHourlySummaries(context.pool, office.company_id, [user.user_id], span)
    return rows.map(({ user_id: _, group_id: __, ...row }) => row)
  }

  const { close } = product
  return { context, app, askAs, db, office, admin, at, clockTo, worker, alertsOf, episodesOf, eventsOf, levelsOf, stateOf, hoursOf, close }
}

type LateSite = Awaited<ReturnType<typeof createLateSite>>
export type LateWorker = Awaited<ReturnType<LateSite['worker']>>
