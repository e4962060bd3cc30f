import { expect, test } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()

test('a terminal is judged by what was saved, from its next reading on', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const { bearer } = await makeIngestKey(db, office.office_id)
  const worker = await makeUser(db, 'User', office)
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const barometer = await makeDevice(db, 'barometer', office.office_id, { serial: 'RB-1' })
  const belt = await makeDevice(db, 'belt', office.office_id, { serial: 'B-1', linked_device_id: barometer.device_id })
  await makeWear(db, worker.user_id, belt.device_id, { slot: 'belt' })

  // About 1.5 m above the barometer, where the hook hangs loose.
  const [ground, above] = [100_820, 100_802.2]
  const send = async (minute: number) => {
    product.time.now = new Date(Date.parse('2026-07-20T13:00:00+09:00') + minute * 60_000)
    const at = product.time.now.toISOString()
    const readings = [
      { kind: 'barometer', device: 'RB-1', at, pressure: ground },
      { kind: 'belt', device: 'B-1', at, pressure: above, hook: 0, interval: 1 },
    ]
    expect((await product.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings } })).body).toMatchObject({
      accepted: 2,
      rejected: [],
      warnings: [],
    })
    return (await db.selectFrom('alert').select('alert.kind').where('alert.ended_at', 'is', null).execute()).map(({ kind }) => kind)
  }
  const save = async (payload: object) =>
    expect(
      (
        await product.ask('PUT', '/api/SmartSafetyBeltSetting', {
          headers: await product.as(admin),
          payload: { smartSafetyBeltId: 'B-1', ...payload },
        })
      ).status,
    ).toBe(200)

  // Nothing is saved: from 2 m on.
  for (const minute of [0, 1, 2]) expect(await send(minute)).toEqual([])
  await save({ settingAltitude: 120, heightAltitude: 100, onWaitingTime: 1 })
  await send(3)
  expect(await send(4)).toEqual(['belt'])
  await save({ checkAltitude: '0' })
  expect(await send(5)).toEqual([])
})
