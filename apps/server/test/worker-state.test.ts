import { heartLimits, judgeReading, type StoredState, unpackState } from '@mimamori/heat'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../src/shared/organisation/test-factories.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createTestDatabase } from '../src/platform/database/test-database.ts'

test('a worker in danger is judged on from the state kept before levels had an end', async () => {
  const database = await createTestDatabase({ migrated: false })
  try {
    const log = pino({ level: 'silent' })
    await migrate({ url: database.url, log, upTo: '0023-clocks' })
    const at = Date.parse('2026-07-20T13:00:00+09:00')
    const heart = {
      validAt: at,
      pulses: { since: at, steps: [0, 185] },
      two: null,
      streaks: { sustained: at - 960_000, instantaneous: at - 960_000, maximum: at - 960_000, low: null },
      hold: { judged: 3, shown: 3, times: [at, at, at] },
    }
    const open = { since: at - 60_000, cause: 'accumulated' }
    const judge = {
      at,
      wearId: 1,
      interval: 1,
      spell: at,
      heart,
      heat: 2,
      total: 3,
      totalTimes: [at, at, at],
      stale: false,
      emergency: { spentMs: 900_000, open, calledAt: null },
    }
    const user = await makeUser(database.db, 'User', await makeOffice(database.db))
    await database.pool.query(
      `insert into worker_state (company_id, user_id, last_at, wbgt_source, excess, heart_level, heat_level, total_level, judge)
       values ($1, $2, $3, 'measured', 1.5, 3, 2, 3, $4)`,
      [user.company_id, user.user_id, new Date(at), JSON.stringify(judge)],
    )
    await migrate({ url: database.url, log })
    const { rows } = await database.pool.query<{ judge: StoredState | null }>('select s.judge from worker_state s')
    const [row] = rows
    expect(row?.judge).toMatchObject({ keptHeat: [[0, 1.5, at]], condition: { calmSince: null }, emergency: { open, closedAt: null } })
    const settings = {
      limits: heartLimits(40),
      sustainedMinutes: 5,
      instantaneousMinutes: 2,
      maximumMinutes: 2,
      emergencyLevel: 3 as const,
      emergencyMinutes: 15,
      referenceWbgt: 28,
      clothingAdjustment: 0,
    }
    const next = { at: at + 60_000, receivedAt: at + 60_000, heartRate: 185, wbgt: null, wbgtRank: 0 as const, call: false }
    const { assessment } = judgeReading(unpackState(row?.judge ?? null), { ...next, intervalMinutes: null, deviceId: 1 }, settings)
    expect(assessment).toMatchObject({
      heartLevel: 3,
      heatLevel: 2,
      totalLevel: 3,
      conditionOpen: true,
      emergency: open,
      emergencyStarted: false,
    })
  } finally {
    await database.drop()
  }
})
