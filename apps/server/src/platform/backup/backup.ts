import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { partitionsOf, productTables, quoted, quotedName, sequenceStates, type ProductTable } from './catalog.ts'
import { encryptedFor } from './encryption.ts'
import { BackupError, encodeRecords, type BackupRecord } from './format.ts'
import { openCopySession } from './session.ts'
import { appliedMigrations } from '../database/migrate.ts'

export interface BackupSummary {
  tables: number
  rows: number
}

/**
 * Writes every row of the product's database to one compressed file, as it was at one instant,
 * while the product continues working. The file gets its name only when it is complete and on disk;
 * one of that name is replaced. It holds personal data and password hashes: mode 0600.
 * @param options.key encrypts the file: a passphrase or a key of `age`
 * @param options.refuseWithoutRoom asked as it is written; what it throws ends the backup, and nothing is left of it
 * @throws BackupError when there is nothing to back up or the schema changes meanwhile
 */
export async function backupDatabase(options: {
  url: string
  file: string
  key?: string | undefined
  refuseWithoutRoom?: () => Promise<void>
}): Promise<BackupSummary> {
  await options.refuseWithoutRoom?.()
  const encrypt = options.key === undefined ? asItIs : await encryptedFor(options.key)
  const partial = `${options.file}.${process.pid}.partial`
  const client = await openCopySession(options.url)
  const summary: BackupSummary = { tables: 0, rows: 0 }
  try {
    await beginSnapshot(client)
    await pipeline(
      Readable.from(encodeRecords(databaseRecords(client, summary)), { objectMode: false }),
      // Higher levels cost several times the time for a tenth of the size.
      createGzip({ level: 3 }),
      encrypt,
      whileRoom(options.refuseWithoutRoom),
      createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }),
    )
    await rename(partial, options.file)
    await syncFolder(dirname(options.file))
    return summary
  } catch (cause) {
    await rm(partial, { force: true })
    throw cause
  } finally {
    await client.end()
  }
}

const whileRoom = (refuseWithoutRoom: (() => Promise<void>) | undefined) =>
  async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      await refuseWithoutRoom?.()
      yield chunk
    }
  }

async function* asItIs(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes
}

/**
 * Locks the tables against schema changes, not against writing, before the snapshot is taken: to an older snapshot a
 * table could otherwise look empty.
 */
async function beginSnapshot(client: pg.Client): Promise<void> {
  const before = (await productTables(client)).map(quoted)
  if (before.length === 0) {
    throw new BackupError('データベースが空です。', 'The database is empty: there is nothing to back up.')
  }
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${before.join(', ')} in access share mode`)
  const locked = (await productTables(client)).map(quoted)
  if (before.join() === locked.join()) return
  throw new BackupError(
    'バックアップ中にデータベースの構造が変わりました。もう一度実行してください。',
    'The schema changed during the backup: run it again.',
  )
}

async function* databaseRecords(client: pg.Client, summary: BackupSummary): AsyncGenerator<BackupRecord> {
  yield {
    kind: 'header',
    format: 'mimamori-backup',
    version: 1,
    createdAt: new Date().toISOString(),
    migrations: await appliedMigrations(client),
  }
  for (const table of await productTables(client)) {
    const { schema, name, columns } = table
    const partitions = table.partitioned ? await partitionsOf(client, table) : []
    yield { kind: 'table', table: { schema, name }, columns, partitions }
    const copy = client.query(copyTo(copyStatement(table)))
    for await (const content of copy as AsyncIterable<Buffer>) yield { kind: 'data', content }
    // COPY reports its row count after the last row; it has arrived once another query is answered.
    await client.query('select')
    yield { kind: 'rows', rows: copy.rowCount }
    summary.tables += 1
    summary.rows += copy.rowCount
  }
  // Sequences are not part of the snapshot; read last, their values are beyond every id in it.
  yield { kind: 'sequences', sequences: await sequenceStates(client) }
  yield { kind: 'end' }
}

function copyStatement(table: ProductTable): string {
  const columns = table.columns.map(quotedName).join(', ')
  // A partitioned table holds no rows itself; only a query reaches those of its partitions.
  const source = table.partitioned ? `(select ${columns} from ${quoted(table)})` : `${quoted(table)} (${columns})`
  return `copy ${source} to stdout`
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
