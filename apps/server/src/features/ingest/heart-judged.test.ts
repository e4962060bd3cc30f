import type { HealthDetail } from '@mimamori/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { createCrew } from '../../test-crew.ts'
import { loadWorkerSettings } from './load/worker-settings.ts'
import { cacheOf } from './row-cache/row-cache.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
beforeAll(async () => {
  crew = await createCrew()
})
afterAll(() => crew.close())

it("a person's next reading is judged by whether their heart is judged now, and so are late ones", async () => {
  const { db, office, base, context } = crew
  const worker = await makeUser(db, 'User', office)
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, worker.user_id, tag.device_id)
  const inCache = () => cacheOf(context.pipelined).wears.find(tag.device_id)?.wears[0]?.wear.settings
  const ofLateReadings = async () => {
    const client = await context.pool.connect()
    try {
      const settings = await loadWorkerSettings(client, context.log, office.company_id, [worker.user_id], '2026-07-20')
      return settings.get(worker.user_id)
    } finally {
      client.release()
    }
  }
  for (const [minute, heartJudged] of [true, false, true].entries()) {
    if (minute > 0) {
      const { status } = await crew.askAs(base, 'PUT', `/api/UserRole/${worker.user_id}`, {
        heartJudged,
        gender: 1,
        dateOfBirth: '1986-01-01',
      })
      expect(status).toBe(200)
    }
    await crew.send(tag, [{ minute, heartRate: 100 }])
    expect(inCache()).toMatchObject({ heartJudged })
    expect(await ofLateReadings()).toMatchObject({ heartJudged })
  }
})

it('of somebody whose heart is not judged a high heart rate is shown and makes no level, until it is judged again', async () => {
  const { db, office, base } = crew
  const worker = await makeUser(db, 'User', office, { heart_judged: false, gender: 1, date_of_birth: '1986-01-01' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, worker.user_id, tag.device_id)
  const send = (from: number) =>
    crew.send(
      tag,
      Array.from({ length: 10 }, (_, index) => ({ minute: from + index, heartRate: 195, interval: 1 })),
    )
  const shown = async () => (await crew.askAs(base, 'GET', `/api/HealthCondition/${worker.user_id}/0`)).body as HealthDetail
  await send(20)
  const { now, listAlert } = await shown()
  expect(now).toMatchObject({ heartRate: 195, heartJudged: false })
  expect(now.alertLevel ?? 0).toBe(0)
  expect(listAlert).toEqual([])
  expect((await crew.askAs(base, 'PUT', `/api/UserRole/${worker.user_id}`, { heartJudged: true })).status).toBe(200)
  await send(30)
  expect(await shown()).toMatchObject({ now: { heartRate: 195, heartJudged: true, alertLevel: 3 }, listAlert: [{ kind: 'condition' }] })
})
