import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { createTestDatabase } from '../src/platform/database/test-database.ts'

test('sites whose people were 順化者 by what nobody chose are not any more, on record, and are remembered with their number of people', async () => {
  const database = await createTestDatabase({ migrated: false })
  const { pool } = database
  try {
    const log = pino({ level: 'silent' })
    await migrate({ url: database.url, log, upTo: '0080-instrument-alerts' })
    await pool.query(`insert into company (company_id, code, name) overriding system value values (11, 'aoba', '青葉建設')`)
    await pool.query(
      `insert into office (company_id, office_id, base_code, name, acclimatised) overriding system value
       values (11, 1, 'a', '既定のまま', true), (11, 2, 'b', '選んだ', true), (11, 3, 'c', '慣れていない', false), (11, 4, 'd', '影響なし', true)`,
    )
    await pool.query(
      `insert into audit_log (at, user_name, company_id, office_id, action, resource, resource_id, before, after)
       values (now(), 'admin', 11, 2, 'update', 'office', '2', '{"acclimatised": false}', '{"acclimatised": true}'),
              (now(), 'admin', 11, 1, 'update', 'office', '1', '{"acclimatised": true}', '{"acclimatised": true}')`,
    )
    await pool.query(
      `insert into work_group (company_id, office_id, group_id, code, name, acclimatised) overriding system value
       values (11, 1, 21, 'g', '決めた班', false), (11, 1, 22, 'h', '決めていない班', null)`,
    )
    const logins = ['unknown', 'member', 'declared', 'said', 'observed', 'newcomer', 'chosen', 'lower', 'known']
    await pool.query('insert into login (login_key, company_id) select login_key, 11 from unnest($1::text[]) as login_key', [logins])
    const person = (login: string, office: number, rest: string) => `('${login}', 'User', 11, ${office}, '人', 'ひと', ${rest})`
    await pool.query(
      `insert into app_user (login_id, role, company_id, office_id, full_name, furigana,
                             group_id, group_role, acclimatised, observed_acclimatised, first_exposure_on, exposure_counted_on)
       values ${[
         person('unknown', 1, 'null, null, null, null, null, current_date'),
         person('member', 1, '22, 3, null, null, null, null'),
         person('declared', 1, '21, 3, null, null, null, null'),
         person('said', 1, 'null, null, true, null, null, null'),
         person('observed', 1, 'null, null, null, true, null, current_date'),
         person('newcomer', 1, "null, null, null, null, '2026-07-01', null"),
         person('chosen', 2, 'null, null, null, null, null, null'),
         person('lower', 3, 'null, null, null, null, null, null'),
         person('known', 4, 'null, null, false, null, null, null'),
       ].join(', ')}`,
    )
    await migrate({ url: database.url, log })
    const offices = await pool.query('select office_id, acclimatised, version from office order by office_id')
    expect(offices.rows.map(({ office_id, acclimatised, version }) => `${office_id} ${acclimatised} ${version}`)).toEqual([
      '1 false 2',
      '2 true 1',
      '3 false 1',
      '4 false 2',
    ])
    expect((await pool.query('select company_id, office_id, people from reference_change')).rows).toEqual([
      { company_id: 11, office_id: 1, people: 2 },
    ])
    const records = await pool.query(`select office_id, before, after from audit_log where user_name = 'system' order by audit_id`)
    expect(records.rows).toEqual([1, 4].map((office_id) => ({ office_id, before: { acclimatised: true }, after: { acclimatised: false } })))
    const counted = await pool.query(
      'select count(*)::int as people from app_user where observed_acclimatised is not null or exposure_counted_on is not null',
    )
    expect(counted.rows).toEqual([{ people: 0 }])
  } finally {
    await database.drop()
  }
})
