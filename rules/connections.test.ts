import { describe, expect, it } from 'vitest'
import { strayConnections } from './connections.ts'
import { readTree } from './tree.ts'

describe('connections to the database', () => {
  it('are opened in the platform alone', () => expect(strayConnections(readTree())).toEqual([]))

  it.each(['new pg.Client(context.pool.options)', 'new Pool({ connectionString: url })'])('are noticed elsewhere: %s', (text) => {
    const found = (path: string) => strayConnections([{ path, text: `const connection = ${text}` }])
    expect(found('apps/server/src/features/live/start-live.ts')).toHaveLength(1)
    expect(found('apps/server/src/features/live/start-live.test.ts')).toEqual([])
    expect(found('apps/server/src/platform/database/database.ts')).toEqual([])
  })
})
