import { expect } from 'vitest'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from './shared/organisation/test-factories.ts'
import { createTestApp } from './test-app.ts'

const minuteMs = 60_000

type Device = { readonly serial: string; readonly kind: string; readonly office_id: number }
type Reading = { readonly minute: number; readonly [field: string]: unknown }

/** A site whose people of 40 (limits 140, 159, 180) send by the front door, and whose administrator answers alerts. */
export const createCrew = async () => {
  const product = await createTestApp()
  const { context, ask, askAs, time } = product
  const { db } = context
  const start = time.now.getTime()
  const office = await makeOffice(db)
  const group = await makeGroup(db, { office_id: office.office_id })
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  const keys = new Map<number, { bearer: string }>()

  const at = (minute: number) => new Date(start + minute * minuteMs)

  /** One batch of a site's, as it goes over the wire. */
  const sendWired = async (officeId: number, readings: readonly object[]) => {
    const key = keys.get(officeId) ?? (await makeIngestKey(db, officeId))
    keys.set(officeId, key)
    const answer = await ask('POST', '/api/ingest', { headers: { authorization: key.bearer }, payload: { readings } })
    expect(answer).toMatchObject({ status: 200, body: { rejected: [] } })
  }

  /** Each reading comes in at its own minute, one by one as they happen, or all in one batch. */
  const send = async (device: Device, readings: readonly Reading[], asOne = false) => {
    const wired = readings.map(({ minute, ...values }) => ({
      kind: device.kind,
      device: device.serial,
      at: at(minute).toISOString(),
      ...values,
    }))
    for (const batch of asOne ? [wired] : wired.map((one) => [one])) {
      const newest = Math.max(...batch.map((one) => Date.parse(one.at)))
      if (time.now.getTime() < newest) time.now = new Date(newest)
      await sendWired(device.office_id, batch)
    }
  }

  const makeWearer = async () => {
    const of = { ...office, group_id: group.group_id }
    const user = await makeUser(db, 'User', of, { gender: 1, date_of_birth: '1986-01-01' })
    const tag = await makeDevice(db, 'vital', of.office_id)
    await makeWear(db, user.user_id, tag.device_id)
    return { user, tag }
  }

  /** A close by the site's administrator, at that minute. */
  const closeAlert = async (alertId: number | undefined, minute: number, outcome = 'sentHome') => {
    if (time.now < at(minute)) time.now = at(minute)
    return askAs(base, 'POST', `/api/Alert/${alertId ?? 0}/Close`, { outcome, note: '帰宅させた' })
  }

  const alertsOf = (userId: number) =>
    db.selectFrom('alert').selectAll().where('alert.user_id', '=', userId).orderBy('alert.alert_id').execute()
  const alertsAbout = (deviceId: number) =>
    db.selectFrom('alert').selectAll().where('alert.device_id', '=', deviceId).orderBy('alert.alert_id').execute()
  const eventsOf = (alertId: number | undefined) =>
    db
      .selectFrom('alert_event as e')
      .select(['e.event', 'e.note'])
      .where('e.alert_id', '=', alertId ?? 0)
      .orderBy('e.event_id')
      .execute()

  return { ...product, db, office, group, base, at, send, sendWired, makeWearer, closeAlert, alertsOf, alertsAbout, eventsOf }
}

/** The minutes from the first to the last, both included. */
export const minutes = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
