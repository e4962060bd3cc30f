import { EventEmitter } from 'node:events'
import { type StoredState, unpackState } from '@mimamori/heat'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice, makeWear } from '../../../shared/organisation/test-factories.ts'
import { createCrew, minutes } from '../../../test-crew.ts'
import type { StoredWorker } from '../model.ts'
import { cacheOf } from './row-cache.ts'
import { WorkerStateCache } from './worker-state-cache.ts'

const worker = (userId: number): StoredWorker => ({
  userId,
  lastAt: null,
  heardAt: null,
  judge: null,
  totalLevel: null,
  battery: null,
  deviceId: null,
  written: null,
})

describe('cached states', () => {
  it('are found by the version that was stored, and by no other', () => {
    const cache = new WorkerStateCache()
    cache.set([{ version: '7', worker: worker(1) }])
    expect(cache.find(1, '7')).toEqual(worker(1))
    expect(cache.find(1, '8')).toBeUndefined()
    expect(cache.find(2, '7')).toBeUndefined()
  })

  it('are limited in number, and those stored last stay', () => {
    const cache = new WorkerStateCache(2)
    for (const userId of [1, 2, 1, 3]) cache.set([{ version: '7', worker: worker(userId) }])
    expect([1, 2, 3].filter((userId) => cache.find(userId, '7') !== undefined)).toEqual([1, 3])
  })

  it('are forgotten with a new connection, also those stored over one from before', () => {
    const pool = new EventEmitter() as unknown as Pool
    const before = cacheOf(pool)
    expect(cacheOf(pool)).toBe(before)
    ;(pool as unknown as EventEmitter).emit('connect')
    before.workers.set([{ version: '7', worker: worker(1) }])
    expect(cacheOf(pool).workers.find(1, '7')).toBeUndefined()
  })
})

describe('of a crew', () => {
  let crew: Awaited<ReturnType<typeof createCrew>>
  beforeAll(async () => {
    crew = await createCrew()
  })
  afterAll(() => crew.close())

  const storedOf = async (userId: number) => {
    const { rows } = await crew.context.pool.query<{
      version: string
      worker: Omit<StoredWorker, 'judge' | 'written'> & { judge: StoredState | null }
    }>(
      `select s.xmin::text as version, json_build_object('userId', s.user_id, 'lastAt', round(extract(epoch from s.last_at) * 1000),
         'heardAt', round(extract(epoch from s.heard_at) * 1000), 'judge', s.judge, 'totalLevel', s.total_level,
         'battery', s.battery, 'deviceId', s.device_id) as worker
         from worker_state s where s.user_id = $1`,
      [userId],
    )
    const { version, worker: stored } = rows[0] ?? expect.unreachable()
    return { version, worker: { ...stored, judge: unpackState(stored.judge) } }
  }

  const cachedOf = (userId: number, version: string): unknown => {
    const { written: _, ...cached } = cacheOf(crew.context.pipelined).workers.find(userId, version) ?? expect.unreachable()
    return JSON.parse(JSON.stringify(cached))
  }

  it('equal what is stored, whatever came and in whatever order', async () => {
    const { user, tag } = await crew.makeWearer()
    const belt = await makeDevice(crew.db, 'belt', crew.office.office_id)
    await makeWear(crew.db, user.user_id, belt.device_id, { slot: 'belt' })
    const pulse = (minute: number, more: object = {}) => ({ minute, heartRate: 120, ...more })
    const batches = [
      [pulse(0, { battery: 4 })],
      [pulse(1), pulse(2, { battery: 1 }), pulse(3)],
      minutes(4, 16).map((minute) => pulse(minute, { heartRate: 185 })),
      [pulse(17, { heartRate: null })],
      [pulse(9.5, { heartRate: 90, battery: 5 })],
      [pulse(18, { call: true, battery: 2 }), pulse(3.5)],
      minutes(19, 45).map((minute) => pulse(minute)),
    ]
    for (const batch of batches) {
      await crew.send(tag, batch, true)
      const { version, worker: stored } = await storedOf(user.user_id)
      expect(cachedOf(user.user_id, version)).toEqual(stored)
    }
    await crew.send(belt, [{ minute: 46, call: true, hook: 1 }], true)
    const { version, worker: stored } = await storedOf(user.user_id)
    expect(cachedOf(user.user_id, version)).toEqual(stored)
  })

  it('are not used once somebody else wrote the state', async () => {
    const { user, tag } = await crew.makeWearer()
    const send = (minute: number) => crew.send(tag, [{ minute, heartRate: 100 }])
    await send(100)
    // As another process would that judged a reading of minute 105.
    await crew.context.pool.query(`update worker_state s set judge = null, last_at = $2, battery = 3 where s.user_id = $1`, [
      user.user_id,
      crew.at(105),
    ])
    await send(101)
    expect((await storedOf(user.user_id)).worker).toMatchObject({ lastAt: crew.at(105).getTime(), battery: 3 })
    const { version, worker: stored } = await storedOf(user.user_id)
    expect(cacheOf(crew.context.pipelined).workers.find(user.user_id, version)).toMatchObject({ lastAt: stored.lastAt, battery: 3 })
  })
})
