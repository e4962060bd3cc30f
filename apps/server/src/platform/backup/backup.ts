import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { FileStore } from '../files/file-store.ts'
import type { BackupPlace } from './backup-place.ts'
import { partitionsOf, productTables, quoted, quotedName, sequenceStates, type ProductTable } from './catalog.ts'
import { encryptedFor } from './encryption.ts'
import { BackupError, encodeRecords, type BackupRecord, type HeaderRecord } from './format.ts'
import { isPartOfBackup } from './schedule.ts'
import { openCopySession } from './session.ts'
import { appliedMigrations } from '../database/migrate.ts'

export interface BackupSummary {
  tables: number
  rows: number
  files: number
}

/** What goes into a backup besides the database. */
export type BackupContent = {
  readonly url: string
  readonly files: Pick<FileStore, 'list' | 'get'>
  /** Keys of files that are kept beside the backups instead. */
  readonly leaveOut?: readonly string[]
  /** Left out where nothing encrypts it. */
  readonly secret?: string | undefined
  /** Encrypts the file: a passphrase or a key of `age`. */
  readonly key?: string | undefined
}

/**
 * Writes every row of the product's database to one compressed file, as it was at one instant, and after it every stored file,
 * while the product continues working. The file gets its name only when it is complete and on disk.
 * @param options.refuseWithoutRoom asked as it is written; what it throws ends the backup, and nothing is left of it
 * @throws BackupError when there is nothing to back up or the schema changes meanwhile
 */
export async function writeBackup(
  content: BackupContent,
  options: { place: BackupPlace; name: string; refuseWithoutRoom?: () => Promise<void> },
): Promise<BackupSummary & { bytes: number }> {
  const { place, name, refuseWithoutRoom } = options
  await refuseWithoutRoom?.()
  const encrypt = content.key === undefined ? asItIs : await encryptedFor(content.key)
  const client = await openCopySession(content.url)
  const summary = { tables: 0, rows: 0, files: 0, bytes: 0 }
  try {
    await beginSnapshot(client)
    await pipeline(
      Readable.from(encodeRecords(allRecords(client, content, name, summary)), { objectMode: false }),
      // Higher levels cost several times the time for a tenth of the size.
      createGzip({ level: 3 }),
      encrypt,
      whileRoom(refuseWithoutRoom),
      async (bytes: AsyncIterable<Uint8Array>) => {
        summary.bytes = await place.write(name, bytes)
      },
    )
    return summary
  } finally {
    await client.end()
  }
}

/**
 * Tables that come back empty. What an installation knows of its backups is of no use to the one that is made of them: this backup
 * would be under way there, and those of before would be looked for in another place.
 */
const withoutRows = ['backup_run']

async function* allRecords(client: pg.Client, content: BackupContent, name: string, summary: BackupSummary): AsyncGenerator<BackupRecord> {
  yield* databaseRecords(client, summary, withoutRows)
  // The snapshot and its locks are no longer needed: files never change.
  await client.query('rollback')
  if (content.key !== undefined && content.secret !== undefined) yield { kind: 'secret', secret: content.secret }
  yield* fileRecords(content, name, summary)
  yield { kind: 'end' }
}

/**
 * A file is there before its row is used and goes after it: those that are there now are all that the rows name. Where backups are
 * kept in the same place, by a link for example, none becomes a part of the next, nor of itself.
 */
async function* fileRecords({ files, leaveOut = [] }: BackupContent, name: string, summary: BackupSummary): AsyncGenerator<BackupRecord> {
  const isOurs = (key: string) => isPartOfBackup(key) || key === name || (key.startsWith(`${name}.`) && key.endsWith('.partial'))
  for (const key of await files.list()) {
    const content = leaveOut.includes(key) || isOurs(key) ? undefined : await files.get(key)
    if (content === undefined) continue
    yield { kind: 'file', key }
    for await (const piece of content as AsyncIterable<Buffer>) yield { kind: 'data', content: piece }
    yield { kind: 'fileEnd' }
    summary.files += 1
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
export async function beginSnapshot(client: pg.Client): Promise<void> {
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

/** What a backup of this database begins with. */
export async function headerOf(client: pg.Client): Promise<HeaderRecord> {
  const migrations = await appliedMigrations(client)
  return { kind: 'header', format: 'mimamori-backup', version: 2, createdAt: new Date().toISOString(), migrations }
}

/**
 * Every row in the snapshot of a connection; counts into `summary` as it reads.
 * @param emptied names of tables of which no row is given
 */
export async function* databaseRecords(
  client: pg.Client,
  summary: BackupSummary,
  emptied: readonly string[] = [],
): AsyncGenerator<BackupRecord> {
  yield await headerOf(client)
  for (const table of await productTables(client)) {
    const { schema, name, columns } = table
    const partitions = table.partitioned ? await partitionsOf(client, table) : []
    yield { kind: 'table', table: { schema, name }, columns, partitions }
    const copy = client.query(copyTo(copyStatement(table, emptied.includes(name))))
    for await (const content of copy as AsyncIterable<Buffer>) yield { kind: 'data', content }
    // COPY reports its row count after the last row; it has arrived once another query is answered.
    await client.query('select')
    yield { kind: 'rows', rows: copy.rowCount }
    summary.tables += 1
    summary.rows += copy.rowCount
  }
  // Sequences are not part of the snapshot; read last, their values are beyond every id in it.
  yield { kind: 'sequences', sequences: await sequenceStates(client) }
}

function copyStatement(table: ProductTable, isEmptied: boolean): string {
  const columns = table.columns.map(quotedName).join(', ')
  if (isEmptied) return `copy (select ${columns} from ${quoted(table)} where false) to stdout`
  // A partitioned table holds no rows itself; only a query reaches those of its partitions.
  const source = table.partitioned ? `(select ${columns} from ${quoted(table)})` : `${quoted(table)} (${columns})`
  return `copy ${source} to stdout`
}
