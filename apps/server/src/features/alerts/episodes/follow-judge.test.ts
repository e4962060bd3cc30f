import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../../test-app.ts'
import { EpisodeLog, type EpisodeEnd, type EpisodeMoment } from './episode-log.ts'
import { followJudge } from './follow-judge.ts'

const minuteMs = 60_000
const product = await startTestApp()
const office = await makeOffice(product.context.db)

const at = (minutes: number) => product.time.now.getTime() + minutes * minuteMs
const moment = (minutes: number, level: number | null = 2): EpisodeMoment => ({
  at: at(minutes),
  level,
  heartRate: 170,
  excess: null,
  wbgt: null,
  heatDeviceId: null,
  gatewayId: null,
  reason: null,
})

/** Somebody whose condition is watched; `read` is one batch of their readings: whether it holds at each, and its end. */
const somebody = async () => {
  const { db } = product.context
  const { user_id: userId } = await makeUser(db, 'User', office)
  const subject = { kind: 'condition', companyId: office.company_id, officeId: office.office_id, userId, deviceId: null } as const
  let before: { open: boolean; level: number | null } = { open: false, level: null }
  const read = async (readings: readonly { minute: number; level: number | null; end?: EpisodeEnd }[], late = false) => {
    const log = new EpisodeLog()
    for (const { minute, level, end } of readings) {
      const isOpen = level === null || level > 0
      log.watch(subject, before, isOpen, moment(minute, level), end)
      before = { open: isOpen, level }
    }
    for (const segment of log.segments) segment.late = late
    await db.transaction().execute((trx) => followJudge(trx, log.segments))
  }
  const rows = () => db.selectFrom('alert').selectAll().where('alert.user_id', '=', userId).orderBy('alert.alert_id').execute()
  const notifiedEnds = async () =>
    (
      await db
        .selectFrom('alert_event as e')
        .innerJoin('alert as a', (join) => join.onRef('a.company_id', '=', 'e.company_id').onRef('a.alert_id', '=', 'e.alert_id'))
        .select('e.at')
        .where('a.user_id', '=', userId)
        .where('e.event', '=', 'ended')
        .orderBy('e.event_id')
        .execute()
    ).map((row) => row.at.getTime())
  const notified = async () =>
    (
      await db
        .selectFrom('alert_event as e')
        .innerJoin('alert as a', (join) => join.onRef('a.company_id', '=', 'e.company_id').onRef('a.alert_id', '=', 'e.alert_id'))
        .select(['e.event', 'e.level'])
        .where('a.user_id', '=', userId)
        .orderBy('e.event_id')
        .execute()
    ).map(({ event, level }) => [event, level])
  return { read, rows, notifiedEnds, notified }
}

test('an episode is over from the moment its end says, in the way it says', async () => {
  const { read, rows, notifiedEnds } = await somebody()
  await read([
    { minute: 0, level: 2 },
    { minute: 20, level: 0, end: { at: at(5), ending: 'lost' } },
  ])
  await read([{ minute: 30, level: 2 }])
  await read([{ minute: 60, level: 0, end: { at: at(45), ending: 'handedOver' } }])
  expect(await rows()).toMatchObject([
    { ended_at: new Date(at(5)), ending: 'lost' },
    { ended_at: new Date(at(45)), ending: 'handedOver' },
  ])
  expect(await notifiedEnds()).toEqual([at(5), at(45)])
})

test('a level that is not known any more is a fall, one that is known again a rise', async () => {
  const { read, notified } = await somebody()
  await read([
    { minute: 0, level: 2 },
    { minute: 1, level: null },
  ])
  await read([{ minute: 2, level: 1 }])
  await read([{ minute: 3, level: null }])
  expect(await notified()).toEqual([
    ['opened', 2],
    ['lowered', null],
    ['raised', 1],
    ['lowered', null],
  ])
})

test('without an end of its own it has recovered at the reading; none ends before it began', async () => {
  const { read, rows } = await somebody()
  await read([
    { minute: 0, level: 2 },
    { minute: 3, level: 0 },
    { minute: 10, level: 2 },
    { minute: 11, level: 0, end: { at: at(9), ending: 'recovered' } },
  ])
  expect(await rows()).toMatchObject([
    { ended_at: new Date(at(3)), ending: 'recovered' },
    { started_at: new Date(at(10)), ended_at: new Date(at(10)), ending: 'recovered' },
  ])
})

test('an open one has neither end nor ending; one that was over when its readings came is marked so', async () => {
  const { read, rows } = await somebody()
  await read([{ minute: 0, level: 1 }])
  await read([{ minute: 1, level: 3 }])
  expect(await rows()).toMatchObject([{ ended_at: null, ending: null, late: false, peak_level: 3 }])
  const other = await somebody()
  await other.read(
    [
      { minute: -90, level: 2 },
      { minute: -80, level: 0 },
    ],
    true,
  )
  expect(await other.rows()).toMatchObject([{ ended_at: new Date(at(-80)), late: true }])
})
