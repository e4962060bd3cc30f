import { afterAll, describe, expect, it } from 'vitest'
import { expireLevelsJob } from '../src/features/condition/expire-levels-job.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { makeDevice, makeIngestKey, makeOffice, makeWear } from '../src/shared/organisation/test-factories.ts'
import { createLateSite, steady } from '../src/features/ingest/judge/test-late-site.ts'

const { context, app, askAs, db, office, admin, at, clockTo, worker, alertsOf, episodesOf, eventsOf, levelsOf, stateOf, close } =
  await createLateSite()
afterAll(close)

describe('episodes', () => {
  it('that were over when their readings came are listed as late, in order or not', async () => {
    const [inOrder, between] = [await worker(), await worker()]
    clockTo(200)
    const bout = [...steady(60, 69, 90), ...steady(70, 89, 185), ...steady(90, 125, 90)]
    await inOrder.send([...steady(0, 59, 90), ...bout, ...steady(126, 180, 90)])
    expect(await episodesOf(inOrder)).toEqual(['condition 72–106, peak 3, late', expect.stringMatching(/^emergency 89–/)])
    await between.send(steady(0, 59, 90))
    await between.send(steady(126, 180, 90))
    await between.send(bout)
    expect(await episodesOf(between)).toEqual(await episodesOf(inOrder))
    const [condition] = await alertsOf(between)
    expect(await eventsOf(condition?.alert_id)).toEqual(['opened', 'raised', 'lowered', 'ended'])
    expect((await askAs(admin, 'GET', '/api/HealthCondition/Alert?allTime=1&kind=condition')).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: condition?.alert_id, late: '1' })]),
    })
  })

  it('begin and end where the right order says', async () => {
    const one = await worker()
    clockTo(60)
    await one.send([...steady(0, 10, 90), ...steady(14, 20, 185)])
    const [opened] = await alertsOf(one)
    expect(opened?.started_at).toEqual(at(16))
    await one.send(steady(11, 13, 185))
    expect(await episodesOf(one)).toEqual(['condition 13–, peak 3'])
    expect(await eventsOf(opened?.alert_id)).toEqual(['opened', 'raised', 'corrected'])
    await one.send(steady(21, 24, 90))
    await one.send(steady(29, 45, 90))
    await one.send(steady(25, 28, 90))
    expect((await alertsOf(one)).map(({ ending }) => ending)).toEqual(['recovered'])
  })

  it('that the right order does not show are withdrawn, with a line in their history', async () => {
    const one = await worker()
    clockTo(60)
    await one.send([...steady(0, 4, 150), ...steady(6, 8, 150)])
    const [opened] = await alertsOf(one)
    expect(opened).toMatchObject({ kind: 'condition', ended_at: null })
    await one.send([{ minute: 5, heartRate: 90 }])
    expect(await episodesOf(one)).toEqual(['condition 6–8, peak 1, withdrawn'])
    expect(await eventsOf(opened?.alert_id)).toEqual(['opened', 'withdrawn'])
    // It comes about after all, as an episode of its own.
    await one.send(steady(9, 12, 150))
    expect(await episodesOf(one)).toEqual(['condition 6–8, peak 1, withdrawn', 'condition 11–, peak 1'])
  })

  it('that ended for want of data stay ended when readings of before come, and late ones are shown as ended', async () => {
    const [notified, unnotified] = [await worker(), await worker()]
    clockTo(30)
    await notified.send([...steady(0, 10, 185), ...steady(14, 30, 185)])
    clockTo(300)
    await takeTurn(context, expireLevelsJob)
    const before = await alertsOf(notified)
    expect(before.find(({ kind }) => kind === 'condition')).toMatchObject({ ended_at: at(270), ending: 'lost' })
    await notified.send(steady(11, 13, 185))
    expect((await alertsOf(notified)).find(({ kind }) => kind === 'condition')).toMatchObject({ ended_at: at(270), ending: 'lost' })
    // The newest came first, by itself too little for a notice.
    await unnotified.send([{ minute: 30, heartRate: 185 }])
    await unnotified.send(steady(0, 29, 185))
    expect((await alertsOf(unnotified)).find(({ kind }) => kind === 'condition')).toMatchObject({
      ended_at: at(270),
      ending: 'lost',
      late: true,
    })
  })

  it('keep what a person did', async () => {
    const one = await worker()
    clockTo(60)
    await one.send([...steady(0, 4, 150), ...steady(6, 8, 150)])
    const [opened] = await alertsOf(one)
    await askAs(admin, 'POST', `/api/Alert/${opened?.alert_id}/Acknowledge`)
    await one.send([{ minute: 5, heartRate: 90 }])
    expect(await alertsOf(one)).toMatchObject([{ handling: 'acknowledged', withdrawn: false, ended_at: at(8) }])
  })
})

it('moves an episode with its readings, once their clock is found to be two hours slow', async () => {
  const one = await worker()
  clockTo(299)
  await one.send([{ minute: 298, heartRate: 90 }])
  for (let minute = 300; minute <= 306; minute++) {
    clockTo(minute)
    await one.send([{ minute: minute - 120, heartRate: 195 }])
  }
  expect(await episodesOf(one)).toEqual([expect.stringMatching(/^condition 30[2-4]–, peak 3$/)])
  expect((await levelsOf(one)).map((row) => row.at)).toEqual([298, 300, 301, 302, 303, 304, 305, 306])
  expect((await stateOf(one)).shown).toMatchObject({ total_level: 3, last_at: 306 })
})

it('leaves what continued at another site as it is', async () => {
  const one = await worker()
  clockTo(60)
  await one.send(steady(0, 20, 150).filter(({ minute }) => minute !== 10))
  // What a move to another site does.
  const elsewhere = await makeOffice(db, { company_id: office.company_id })
  const tag = await makeDevice(db, 'vital', elsewhere.office_id)
  const { user_id } = one.user
  await db
    .updateTable('alert')
    .set({ ended_at: at(20.5), ending: 'handedOver' })
    .where('user_id', '=', user_id)
    .execute()
  await db
    .updateTable('wear')
    .set({ worn_to: at(20.5) })
    .where('user_id', '=', user_id)
    .execute()
  await db
    .updateTable('app_user')
    .set({ office_id: elsewhere.office_id, group_id: null, group_role: null })
    .where('user_id', '=', user_id)
    .execute()
  await makeWear(db, user_id, tag.device_id, { worn_from: at(20.5) })
  const readings = steady(21, 30, 150).map(({ minute, heartRate }) => ({
    kind: 'vital',
    device: tag.serial,
    at: at(minute).toISOString(),
    heartRate,
    interval: 1,
  }))
  const { bearer } = await makeIngestKey(db, elsewhere.office_id)
  const sent = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
  expect(sent.json()).toMatchObject({ accepted: 10 })
  const before = await alertsOf(one)
  expect(before).toMatchObject([{ ending: 'handedOver' }, { office_id: elsewhere.office_id, ended_at: null }])
  await one.send([{ minute: 10, heartRate: 150 }])
  expect(await alertsOf(one)).toEqual(before)
  // The condition began later than it seemed.
  await one.send([{ minute: 10.5, heartRate: 90 }])
  expect(await alertsOf(one)).toMatchObject([
    { withdrawn: false, ending: 'handedOver' },
    { withdrawn: false, ended_at: null },
  ])
})
