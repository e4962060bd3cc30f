import { describe, expect, it } from 'vitest'
import { readTree } from './tree.ts'
import { strayWriters } from './writers.ts'

const stray = (text: string, path = 'apps/server/src/alive/alive-job.ts') => strayWriters([{ path, text }])

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
    expect(stray(text, 'apps/server/src/monitoring/episodes/end.ts')).toEqual([])
    expect(stray(text, 'apps/server/src/alive/alive-job.test.ts')).toEqual([])
  })

  it('may be read anywhere, and other tables written', () => {
    expect(stray('select a.alert_id from alert a where a.alert_id = 1 for update')).toEqual([])
    expect(stray('insert into alert_settings (id) values (1)')).toEqual([])
  })
})
