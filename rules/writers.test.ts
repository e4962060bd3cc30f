import { describe, expect, it } from 'vitest'
import { readTree } from './tree.ts'
import { companyChanges, strayWriters } from './writers.ts'

const stray = (text: string, path = 'apps/server/src/features/alerts/silence/alive-job.ts') => strayWriters([{ path, text }])

describe('episodes and their history', () => {
  it('are written in one room', () => expect(strayWriters(readTree())).toEqual([]))

  it.each([
    ['an update', 'sql`update alert a set ended_at = now()`'],
    ['an insert over two lines', 'client.query(`\n  insert into\n    alert_event (alert_id) values (1)`)'],
    ['a deletion', "client.query('DELETE FROM alert')"],
    ['the query builder', "db.updateTable('alert').set({ handling: 'closed' })"],
    ['the query builder with an alias', "db.insertInto('alert_event as e')"],
  ])('are noticed where %s writes them elsewhere', (_, text) => {
    expect(stray(text)).toHaveLength(1)
    expect(stray(text, 'bench/devices.ts')).toHaveLength(1)
    expect(stray(text, 'apps/server/src/features/alerts/episodes/end.ts')).toEqual([])
    expect(stray(text, 'apps/server/src/features/alerts/silence/alive-job.test.ts')).toEqual([])
  })

  it('may be read anywhere, and other tables written', () => {
    expect(stray('select a.alert_id from alert a where a.alert_id = 1 for update')).toEqual([])
    expect(stray('insert into alert_settings (id) values (1)')).toEqual([])
  })
})

describe('the company of a row', () => {
  const changes = (text: string, path = 'apps/server/src/features/user-role/person-store.ts') => companyChanges([{ path, text }])

  it('never changes', () => expect(companyChanges(readTree())).toEqual([]))

  it.each([
    ['a statement', 'sql`update device d set company_id = ${to} where d.device_id = 1`'],
    ['a statement of several columns', 'sql`\n  update app_user u\n     set office_id = 2, company_id = $1\n   where u.user_id = 1`'],
    ['an upsert', 'insert into x (a) values (1) on conflict (a) do update set company_id = excluded.company_id'],
    ['the query builder', "db.updateTable('device').set({ office_id, company_id: to })"],
    ['the query builder in short', "db.updateTable('device').set({ company_id, office_id })"],
  ])('is noticed where %s changes it', (_, text) => {
    expect(changes(text)).toHaveLength(1)
    expect(changes(text, 'apps/server/src/features/user-role/move.test.ts')).toEqual([])
  })

  it('may be named, and given to a new row', () => {
    expect(changes('sql`update device d set office_id = ${to} where d.company_id = ${own}`')).toEqual([])
    expect(changes("db.updateTable('device').set({ office_id }).where('company_id', '=', own)")).toEqual([])
    expect(changes("db.insertInto('device').values({ company_id: own, office_id })")).toEqual([])
    expect(changes('sql`update a set b = x.b from x where a.company_id = x.company_id`')).toEqual([])
  })
})
