import { siteHeatExpiresAt, type WatcherState } from '@mimamori/heat'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { createTestDatabase } from '../src/platform/database/test-database.ts'

test('what a watcher stored before its values had times continues with them', async () => {
  const database = await createTestDatabase({ migrated: false })
  try {
    const log = pino({ level: 'silent' })
    await migrate({ url: database.url, log, upTo: '0025-quiet-silence' })
    const at = Date.parse('2026-07-20T13:00:00+09:00')
    const hold = { judged: 2, shown: 2, times: [at, at, null] }
    const recent = [[at, 29.5, 33]]
    const judge = { watcher: { at, track: { wbgt: 29.5, jump: null }, countedAt: at, hold }, recent }
    await database.pool.query(
      `with c as (insert into company (code, name) values ('A', '会社A') returning company_id),
            o as (insert into office (company_id, base_code, name) select company_id, 'A1', '拠点A1' from c returning company_id, office_id),
            d as (insert into device (company_id, office_id, kind, type, serial)
                  select company_id, office_id, kind, 1, kind from o, unnest(array['heat', 'vital']) kind returning company_id, device_id, kind)
       insert into device_state (company_id, device_id, judge)
       select company_id, device_id, case kind when 'heat' then $1::json end from d order by kind`,
      [JSON.stringify(judge)],
    )
    await migrate({ url: database.url, log })
    const { rows } = await database.pool.query<{ judge: { watcher: WatcherState } | null }>(
      'select s.judge from device_state s join device d using (company_id, device_id) order by d.kind',
    )
    const [heat, vital] = rows.map((row) => row.judge)
    expect(heat).toEqual({ watcher: { at, track: { wbgt: 29.5, at, jump: null }, hold, calmSince: null }, recent })
    expect(siteHeatExpiresAt(heat?.watcher as WatcherState)).toBe(at + 3_600_000)
    expect(vital).toBeNull()
  } finally {
    await database.drop()
  }
})
