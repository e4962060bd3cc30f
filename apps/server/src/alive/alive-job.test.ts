import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '../platform/database.ts'
import { startRecurring, takeTurn } from '../platform/recurring.ts'
import { makeAlert, makeUser } from '../organisation/test-factories.ts'
import { createTestApp } from '../test-app.ts'
import { aliveJob } from './alive-job.ts'
import { makeSite, tokyo } from './test-site.ts'

let made: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  made = await createTestApp()
})
afterAll(() => made.close())

/** A turn of the job at that time. */
const turnAt = (clock: string) => {
  made.time.now = tokyo(clock)
  return takeTurn(made.context, aliveJob)
}
/** Turns every half a minute, as in the product. */
const turns = async (from: string, minutes: number) => {
  for (let seconds = 0; seconds <= minutes * 60; seconds += 30) await turnAt(`${from}:${seconds}`)
}
const siteOf = (people: number) => {
  made.time.now = tokyo('06:00')
  return makeSite(made, people)
}
const update = (userId: number, values: { deleted_at?: Date; consent_withdrawn_at?: Date }) =>
  made.context.db.updateTable('app_user').set(values).where('app_user.user_id', '=', userId).execute()

describe('a worker’s silence', () => {
  it('opens one episode, however often it is looked at', async () => {
    const { workers, hear, alerts, events } = await siteOf(3)
    await hear('13:00', workers)
    await hear('13:15', workers.slice(1))
    await turnAt('13:15')
    expect(await alerts()).toEqual([])
    await turns('13:15:01', 5)
    expect(await alerts()).toMatchObject([
      {
        kind: 'silent',
        user_id: workers[0]?.userId,
        level: null,
        cause: 'silent',
        reason: { kind: 'silent', minutes: 15 },
        location_name: '西側足場',
        started_at: tokyo('13:15:01'),
        ended_at: null,
        handling: 'open',
      },
    ])
    expect(await events()).toEqual(['opened'])
  })

  it('ends when they are heard again, and a later one is another episode', async () => {
    const { workers, hear, alerts, events } = await siteOf(3)
    await hear('13:00', workers)
    await hear('13:20', workers.slice(1))
    await turnAt('13:20')
    await hear('13:21', workers)
    await turnAt('13:21:30')
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('13:21:30'), handling: 'open' }])
    await hear('13:40', workers.slice(1))
    await turnAt('13:40')
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('13:21:30') }, { started_at: tokyo('13:40'), ended_at: null }])
    expect(await events()).toEqual(['opened', 'ended', 'opened'])
  })

  it('ends by a reading that came late, from after they were missed', async () => {
    const { workers, hear, alerts } = await siteOf(3)
    await hear('13:00', workers)
    await hear('13:20', workers.slice(1))
    await turnAt('13:20')
    await hear('13:04', workers.slice(0, 1))
    await turnAt('13:20:30')
    expect(await alerts()).toMatchObject([{ ended_at: null }])
    await hear('13:18', workers.slice(0, 1))
    await turnAt('13:21')
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('13:21') }])
  })

  it('is none outside working hours, but at any time after a level', async () => {
    const { workers, hear, alerts } = await siteOf(4)
    const [calm, alarmed, ...others] = workers
    if (calm === undefined || alarmed === undefined) throw new Error('nobody')
    for (const clock of ['21:00', '21:01', '21:02']) await hear(clock, [alarmed], 185)
    await hear('21:02', [calm, ...others])
    await hear('21:20', others)
    await turns('21:20', 2)
    expect(await alerts()).toMatchObject([{ kind: 'silent', user_id: alarmed.userId }])
    await turnAt('30:30')
    expect((await alerts()).filter(({ kind }) => kind === 'silent')).toHaveLength(1)
  })

  it('is not of those who are gone, withdrew consent or handed the tag back; one that is open ends', async () => {
    const { workers, hear, alerts } = await siteOf(8)
    const [gone, without, back] = workers.map(({ userId }) => userId)
    if (gone === undefined || without === undefined || back === undefined) throw new Error('nobody')
    await hear('13:00', workers)
    await update(gone, { deleted_at: tokyo('13:01') })
    await update(without, { consent_withdrawn_at: tokyo('13:01') })
    await made.context.db
      .updateTable('wear')
      .set({ worn_to: tokyo('13:01') })
      .where('wear.user_id', '=', back)
      .execute()
    await hear('13:20', workers.slice(5))
    await turnAt('13:20')
    const stayed = workers.slice(3, 5).map(({ userId }) => userId)
    expect((await alerts()).map(({ user_id }) => user_id ?? 0).toSorted((a, b) => a - b)).toEqual(stayed)
    await update(stayed[0] ?? 0, { consent_withdrawn_at: tokyo('13:21') })
    await made.context.db
      .updateTable('wear')
      .set({ worn_to: tokyo('13:21') })
      .where('wear.user_id', '=', stayed[1] ?? 0)
      .execute()
    await turnAt('13:21')
    expect((await alerts()).map(({ ended_at }) => ended_at)).toEqual([tokyo('13:21'), tokyo('13:21')])
  })
})

describe('a gateway', () => {
  it('that dies with ten workers is one episode, whoever of them was heard last, and ends when any of them is heard', async () => {
    const { gateway, workers, hear, alerts, events } = await siteOf(10)
    for (const [second, worker] of workers.entries()) await hear(`13:00:${second * 6}`, [worker])
    await turns('13:14', 6)
    expect(await alerts()).toMatchObject([
      {
        kind: 'siteSilent',
        user_id: null,
        device_id: gateway.device_id,
        cause: 'gateway',
        reason: { limit: 10 },
        location_name: '西側足場',
      },
    ])
    await hear('13:30', workers)
    await turns('13:30', 2)
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('13:30') }])
    expect(await events()).toEqual(['opened', 'ended'])
  })

  it('half of whose workers are missing is one episode, which its own messages do not end', async () => {
    const { workers, hear, hearGateway, alerts, events } = await siteOf(6)
    await hear('13:00', workers)
    for (const clock of ['13:05', '13:10', '13:16', '13:17', '13:18', '13:19', '13:20']) {
      await hear(clock, workers.slice(3))
      await hearGateway(clock)
      await turnAt(clock)
    }
    expect(await alerts()).toMatchObject([{ kind: 'siteSilent', cause: 'workers', reason: { limit: 3 }, ended_at: null }])
    await hear('13:21', workers.slice(1))
    await turnAt('13:21')
    expect(await alerts()).toMatchObject([
      { kind: 'siteSilent', ended_at: tokyo('13:21') },
      { kind: 'silent', user_id: workers[0]?.userId, ended_at: null },
    ])
    expect(await events()).toEqual(['opened', 'ended', 'opened'])
  })

  it('that was taken out of use is silent no longer', async () => {
    const { gateway, workers, hear, alerts } = await siteOf(3)
    await hear('13:00', workers)
    await turnAt('13:20')
    await made.context.db.updateTable('device').set({ installation_status: 9 }).where('device.device_id', '=', gateway.device_id).execute()
    await turnAt('13:20:30')
    expect(await alerts()).toMatchObject([{ kind: 'siteSilent', ended_at: tokyo('13:20:30') }, {}, {}, {}])
  })
})

describe('the end of a shift', () => {
  it('raises nothing, not even where the last minute straddles the hour', async () => {
    const { workers, hear, alerts } = await siteOf(10)
    for (const [second, worker] of workers.entries()) await hear(`19:44:${30 + second * 6}`, [worker])
    await turns('19:58', 20)
    await turnAt('30:30')
    expect(await alerts()).toEqual([])
  })

  it('inside working hours is one episode', async () => {
    const { workers, hear, alerts } = await siteOf(10)
    await hear('17:00', workers)
    await turns('17:14', 20)
    expect(await alerts()).toMatchObject([{ kind: 'siteSilent' }])
  })
})

describe('two processes', () => {
  const quiet = async () => {
    const site = await siteOf(3)
    await site.hear('13:00', site.workers)
    await site.hear('13:20', site.workers.slice(1))
    return site
  }

  it('that run the job open one episode', async () => {
    const { alerts, events } = await quiet()
    const other = connectDatabase({ url: made.url, log: pino({ level: 'silent' }) })
    const often = { ...aliveJob, everySeconds: 0.005 }
    const both = [startRecurring(made.context, often), startRecurring({ ...made.context, pool: other.pool, db: other.db }, often)]
    await new Promise((resolve) => setTimeout(resolve, 300))
    await Promise.all(both.map(({ stop }) => stop()))
    await other.close()
    expect(await alerts()).toHaveLength(1)
    expect(await events()).toEqual(['opened'])
  })

  it('open one even side by side', async () => {
    const { alerts, events } = await quiet()
    // Under names of their own none of them sees another's lock.
    await Promise.all(['one', 'two', 'three'].map((name) => takeTurn(made.context, { ...aliveJob, name })))
    expect(await alerts()).toHaveLength(1)
    expect(await events()).toEqual(['opened'])
  })
})

describe('what a person closed while it goes on holding', () => {
  const closeAt = async (clock: string, alertId: number) => {
    made.time.now = tokyo(clock)
    const headers = await made.as(await makeUser(made.context.db, 'AdminUnitService'))
    expect(
      await made.ask('POST', `/api/Alert/${alertId}/Close`, { headers, payload: { outcome: 'other', note: '連絡済み' } }),
    ).toMatchObject({ status: 200 })
  }
  const handlingOf = async (alertId: number) =>
    made.context.db
      .selectFrom('alert')
      .select(['handling', 'handled_by', 'outcome'])
      .where('alert.alert_id', '=', alertId)
      .executeTakeFirstOrThrow()
  const eventsOf = async (alertId: number) => {
    const rows = await made.context.db.selectFrom('alert_event').select('event').where('alert_id', '=', alertId).orderBy('at').execute()
    return rows.map(({ event }) => event)
  }
  /** A worker heard in danger, whose condition stands. */
  const alarmed = async (from = '13') => {
    const site = await siteOf(1)
    for (const minute of ['00', '01', '02', '03']) await site.hear(`${from}:${minute}`, site.workers, 185)
    const condition = await made.context.db
      .selectFrom('alert')
      .selectAll()
      .where('alert.office_id', '=', site.office.office_id)
      .executeTakeFirstOrThrow()
    return { ...site, condition }
  }

  it('is raised anew after a quarter of an hour, and not before', async () => {
    const { condition } = await alarmed()
    await closeAt('13:04', condition.alert_id)
    await turnAt('13:18:59')
    expect(await handlingOf(condition.alert_id)).toMatchObject({ handling: 'closed' })
    await turnAt('13:19')
    await turnAt('13:19:30')
    expect(await handlingOf(condition.alert_id)).toEqual({ handling: 'open', handled_by: null, outcome: null })
    expect(await eventsOf(condition.alert_id)).toEqual(['opened', 'closed', 'reopened'])
  })

  it('never where it is an emergency, has ended, or nobody wears anything any more', async () => {
    const {
      office,
      workers: [worker],
      condition,
    } = await alarmed()
    if (worker === undefined) throw new Error('nobody')
    const person = { ...office, user_id: worker.userId, group_id: null, full_name: '見守　太郎' }
    const closed = { handling: 'closed', handled_at: tokyo('13:00'), outcome: 'other' }
    const emergency = await makeAlert(made.context.db, person, { ...closed, kind: 'emergency' })
    const ended = await makeAlert(made.context.db, person, { ...closed, kind: 'noHeartRate', ended_at: tokyo('13:01') })
    await closeAt('13:04', condition.alert_id)
    await made.context.db
      .updateTable('wear')
      .set({ worn_to: tokyo('13:05') })
      .where('wear.user_id', '=', worker.userId)
      .execute()
    await turnAt('14:00')
    for (const { alert_id } of [emergency, ended, condition]) expect(await handlingOf(alert_id)).toMatchObject({ handling: 'closed' })
  })

  it('where it is a silence, only in working hours', async () => {
    const { workers, hear, alerts } = await siteOf(3)
    await hear('19:30', workers)
    await hear('19:50', workers.slice(1))
    await turnAt('19:50')
    const [silent] = await alerts()
    await closeAt('19:55', silent?.alert_id ?? 0)
    await turns('20:09', 3)
    await turnAt('29:59')
    expect(await handlingOf(silent?.alert_id ?? 0)).toMatchObject({ handling: 'closed' })
    await turnAt('30:00')
    expect(await handlingOf(silent?.alert_id ?? 0)).toMatchObject({ handling: 'open' })
  })
})
