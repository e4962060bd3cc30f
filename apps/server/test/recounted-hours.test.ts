import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { createTestDatabase } from '../src/platform/database/test-database.ts'

const progress: string[] = []
const log = pino(
  { level: 'info' },
  { write: (line: string) => void progress.push((JSON.parse(line) as { progress?: string }).progress ?? '') },
)

test('stored hours whose readings are kept are to be counted again, with those between them; older ones stay', async () => {
  const database = await createTestDatabase({ migrated: false })
  try {
    await migrate({ url: database.url, log, upTo: '0082-doubtful-hearts' })
    await database.pool.query(`
      with made as (insert into company (code, name) values ('A', '会社A') returning company_id),
           place as (insert into office (company_id, base_code, name) select m.company_id, 'A1', '拠点A1' from made m returning company_id, office_id),
           claimed as (insert into login (login_key, company_id) select 'tanaka', m.company_id from made m)
      insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
      select 'tanaka', 'User', p.company_id, p.office_id, '田中', 'タナカ' from place p;
      select ensure_reading_partition('2026-07-20')`)
    await database.pool.query(`
      insert into hourly_summary (company_id, user_id, office_id, hour, connected_minutes)
      select u.company_id, u.user_id, x.office, x.hour::timestamptz, 7 from app_user u, (values
        (1, '2026-07-21 00:00+00'), (2, '2026-07-21 00:00+00'), (1, '2026-07-21 03:00+00'), (1, '2026-07-21 07:00+00'), (1, '2026-07-01 00:00+00')
      ) x (office, hour) where u.full_name = '田中'`)
    await migrate({ url: database.url, log })
    const { rows } = await database.pool.query<{ hour: Date }>('select r.hour from summary_recount r order by r.hour')
    expect(rows.map(({ hour }) => hour.toISOString().slice(8, 13))).toEqual(['21T00', '21T01', '21T02', '21T03', '21T07'])
    expect((await database.pool.query('select from summary_due')).rows).toEqual([])
    expect(progress).toContain('hourly summaries: 5 will be counted again from the readings, the newest first')
    const kept = await database.pool.query('select distinct h.connected_minutes, h.heart_level_max from hourly_summary h')
    expect(kept.rows).toEqual([{ connected_minutes: 7, heart_level_max: null }])
  } finally {
    await database.drop()
  }
})
