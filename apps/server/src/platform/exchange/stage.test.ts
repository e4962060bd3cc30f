import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { CopyStreamQuery } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { stageFile } from './stage.ts'
import { plainColumns } from './test-columns.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  folder = await mkdtemp(join(tmpdir(), 'mimamori-stage-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** The client, whose COPY takes each piece at once and asks to wait before the next: it says a little later that it continues. */
const reluctant = (client: PoolClient): PoolClient => {
  const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown
  const runQuery = (statement: unknown, ...rest: unknown[]) => {
    const answer = query(statement, ...rest)
    if (typeof statement !== 'object') return answer
    const copy = answer as CopyStreamQuery
    const write = copy.write.bind(copy) as (bytes: Uint8Array) => boolean
    copy.write = ((bytes: Uint8Array) => {
      write(bytes)
      setTimeout(() => !copy.writableEnded && copy.emit('drain'), 100)
      return false
    }) as CopyStreamQuery['write']
    return copy
  }
  return Object.assign(Object.create(client) as PoolClient, { query: runQuery })
}

test('a file has as many rows as were read, however long the database takes them', async () => {
  const path = join(folder, 'a.csv')
  await writeFile(path, 'コード\r\nA\r\nB\r\nC\r\n')
  const client = await database.pool.connect()
  try {
    const progress: [number, number][] = []
    const source = { module: new URL('test-columns.ts', import.meta.url), name: 'plainColumns' }
    const staged = await stageFile(reluctant(client), path, plainColumns, source, {
      expected: {},
      mapping: {},
      stopping: new AbortController().signal,
      onRows: (done, total) => void progress.push([done, total]),
    })
    expect(staged).toMatchObject({ rows: 3, badRows: 0 })
    expect(progress).toEqual([[3, 3]])
  } finally {
    client.release(true)
  }
})
