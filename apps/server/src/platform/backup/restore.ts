import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Logger } from 'pino'
import type { BackupSummary } from './backup.ts'
import type { BackupPlace } from './backup-place.ts'
import { bypassStatements, partitionsOf, productTables, quoted, quotedName } from './catalog.ts'
import { decrypted } from './encryption.ts'
import { BackupError, damaged, decodeRecords, type BackupRecord, type HeaderRecord, type Partition } from './format.ts'
import { openCopySession } from './session.ts'
import { appliedMigrations, migrate, pendingMigrations, readMigrations } from '../database/migrate.ts'
import { codeOf } from '../errors.ts'

type TableRecord = Extract<BackupRecord, { kind: 'table' }>

/** A backup that is read, and how. */
export type BackupSource = {
  readonly place: Pick<BackupPlace, 'read' | 'describe'>
  readonly name: string
  /** What an encrypted file was encrypted with, or the secret key to its public one. */
  readonly key?: string | undefined
}

/** Where stored files go. */
export type FilesTo = {
  /** For the content of one at a time; it is the caller's to remove. */
  readonly folder: string
  /** Called for each file with its key and a path where its content is until the call has ended. */
  readonly putFile: (key: string, path: string) => Promise<void>
}

/**
 * Fills an empty product database from a backup, in one transaction. The schema is first brought to
 * the state it had at the backup; what later migrations add comes with the next start.
 * @param options.files where stored files go; they are only counted where it is left out
 * @param options.onSecret called with the signing secret where the backup has it, before anything is committed
 * @param options.refuseWithoutRoom asked as rows are loaded; what it throws ends the restore
 * @param options.migrationsFolder the product's, where left out
 * @param options.verified what `verifyFile` said, where the file was read to its end already
 * @throws BackupError when the file is damaged or newer than this Mimamori, or the database is not empty
 */
export async function restoreDatabase(options: {
  url: string
  source: BackupSource
  log: Logger
  files?: FilesTo
  onSecret?: (secret: string) => Promise<void>
  refuseWithoutRoom?: () => Promise<void>
  migrationsFolder?: string
  verified?: HeaderRecord
}): Promise<BackupSummary> {
  const { source, refuseWithoutRoom, verified, ...rest } = options
  const header = verified ?? (await verifyFile(source))
  return fillDatabase({ ...rest, header, records: () => readBackup(source, refuseWithoutRoom) })
}

/**
 * The same from records, wherever they are read.
 * @param options.records begins with the header
 * @throws BackupError when they are damaged or of a newer Mimamori, or the database is not empty
 */
export async function fillDatabase(options: {
  url: string
  log: Logger
  header: HeaderRecord
  records: () => AsyncGenerator<BackupRecord>
  files?: FilesTo
  onSecret?: (secret: string) => Promise<void>
  /** Looks at what was filled in before it is committed; where it throws, the database stays empty. */
  verify?: (client: pg.Client) => Promise<void>
  migrationsFolder?: string
}): Promise<BackupSummary> {
  const { url, log, header, migrationsFolder } = options
  await refuseUnknownSchema(header, migrationsFolder)
  const client = await openCopySession(url)
  try {
    await refuseUnfit(client, header)
    const last = header.migrations.at(-1)?.name ?? ''
    await migrate({ url, log, upTo: last, ...(migrationsFolder === undefined ? {} : { folder: migrationsFolder }) })
    await client.query('begin')
    const records = options.records()
    const summary = await load(client, records, options).finally(() => records.return(undefined))
    await options.verify?.(client)
    await client.query('commit')
    await client.query('analyze')
    return summary
  } finally {
    // Without a commit the server rolls back when the connection goes.
    await client.end()
  }
}

/** Reads the file to its end before anything is touched. @throws BackupError when it is missing or damaged */
export async function verifyFile(source: BackupSource): Promise<HeaderRecord> {
  let header: HeaderRecord | undefined
  for await (const record of readBackup(source)) if (record.kind === 'header') header = record
  if (!header) throw damaged()
  return header
}

async function* readBackup({ place, name, key }: BackupSource, refuseWithoutRoom?: () => Promise<void>): AsyncGenerator<BackupRecord> {
  const source = await place.read(name)
  if (source === undefined)
    throw new BackupError(`バックアップがありません (${place.describe(name)})。`, `There is no backup ${place.describe(name)}.`)
  const packed = Readable.from(decrypted(source, key), { objectMode: false })
  const bytes = createGunzip()
  packed.once('error', (cause) => bytes.destroy(cause))
  try {
    for await (const record of decodeRecords(packed.pipe(bytes) as AsyncIterable<Buffer>)) {
      await refuseWithoutRoom?.()
      yield record
    }
  } catch (cause) {
    // Such as Z_BUF_ERROR for a file cut short.
    const code = codeOf(cause) ?? ''
    throw code.startsWith('Z_') ? damaged(cause) : cause
  } finally {
    source.destroy()
  }
}

async function refuseUnknownSchema(header: HeaderRecord, folder: string | undefined): Promise<void> {
  const files = await readMigrations(folder)
  try {
    pendingMigrations(files, header.migrations)
  } catch (cause) {
    throw new BackupError(
      'このバックアップは別の版の Mimamori で作成されたため、この版では復元できません。',
      `This backup was made by another release of Mimamori than this one can restore. ${String(cause)}`,
      { cause },
    )
  }
}

async function refuseUnfit(client: pg.Client, header: HeaderRecord): Promise<void> {
  await refuseLaidOut(client)
  const applied = await appliedMigrations(client)
  if (applied.length > 0) await refuseFilled(client)
  else if ((await productTables(client)).length > 0) throw notEmpty('')
  if (applied.length <= header.migrations.length) return
  throw new BackupError(
    'データベースの構造がバックアップより新しいため復元できません。新しい空のデータベースに復元してください。',
    'The database has a newer schema than the backup: restore into a new, empty database.',
  )
}

/** Rows come back where one server has them; the next start of the product lays them out on the nodes. */
async function refuseLaidOut(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ divided: string | null }>(`select to_regclass('pg_dist_partition')::text as divided`)
  if (rows[0]?.divided == null) return
  const { rowCount } = await client.query('select from pg_dist_partition limit 1')
  if (rowCount === 0) return
  throw new BackupError(
    'データベースの表がすでにクラスターの各ノードに分けられているため復元できません。ノードを登録した新しい空のデータベースに、最初の起動の前に復元してください。',
    'The tables are already laid out on the nodes of a cluster: restore into a new, empty database that knows its nodes, before its first start.',
  )
}

/**
 * Empty means: nothing but what migrations wrote. Such a row carries the transaction number of the
 * record of its migration, so no list of tables is needed.
 */
async function refuseFilled(client: pg.Client): Promise<void> {
  for (const table of await productTables(client)) {
    const { rows } = await client.query<{ filled: boolean }>(
      `select exists (
         select from ${quoted(table)} product
         where product.xmin::text not in (select schema_migration.xmin::text from schema_migration)) as filled`,
    )
    if (rows[0]?.filled) throw notEmpty(table.name)
  }
}

function notEmpty(table: string): BackupError {
  return new BackupError(
    `データベースにすでにデータがあります (${table})。空のデータベースにのみ復元できます。`,
    `The database already holds data (${table}): restore only into an empty one, such as a new DATA_DIR before its first start.`,
  )
}

async function load(
  client: pg.Client,
  records: AsyncGenerator<BackupRecord>,
  { files, onSecret }: { files?: FilesTo; onSecret?: (secret: string) => Promise<void> },
): Promise<BackupSummary> {
  const summary: BackupSummary = { tables: 0, rows: 0, files: 0 }
  const expected = new Set((await productTables(client)).map(quoted))
  await client.query(`lock table ${[...expected].join(', ')} in access exclusive mode`)
  await refuseFilled(client)
  await client.query(`truncate ${[...expected].join(', ')}`)
  const bypass = await bypassStatements(client)
  for (const statement of bypass.off) await client.query(statement)

  for await (const record of keepOpen(records)) {
    if (record.kind === 'table') {
      if (!expected.delete(quoted(record.table))) throw damaged()
      await ensurePartitions(client, record)
      summary.rows += await loadTable(client, record, records)
      summary.tables += 1
    } else if (record.kind === 'sequences') {
      for (const sequence of record.sequences) {
        await client.query('select setval($1::regclass, $2, $3)', [quoted(sequence), sequence.lastValue, sequence.isCalled])
      }
    } else if (record.kind === 'secret') {
      await onSecret?.(record.secret)
    } else if (record.kind === 'file') {
      await takeFile(record.key, records, files)
      summary.files += 1
    }
  }
  if (expected.size > 0) throw damaged()

  // Constraints still waiting for the end of the transaction would bar changing their tables.
  await client.query('set constraints all immediate')
  for (const statement of bypass.on) await client.query(statement)
  return summary
}

/** A loop's end would close the generator, but table data is read from it by an inner loop. */
function keepOpen<Item>(items: AsyncGenerator<Item>): AsyncIterable<Item> {
  return { [Symbol.asyncIterator]: () => ({ next: () => items.next() }) }
}

/** The bytes that follow in the records, up to the record that ends them. */
async function* contentsOf(
  records: AsyncGenerator<BackupRecord>,
  onEnd: (record: BackupRecord) => void = () => undefined,
): AsyncGenerator<Buffer> {
  for await (const record of keepOpen(records)) {
    if (record.kind !== 'data') {
      onEnd(record)
      return
    }
    yield record.content
  }
}

async function takeFile(key: string, records: AsyncGenerator<BackupRecord>, to: FilesTo | undefined): Promise<void> {
  if (to === undefined) {
    for await (const _ of contentsOf(records));
    return
  }
  const path = join(to.folder, 'content')
  await pipeline(contentsOf(records), createWriteStream(path, { mode: 0o600 }))
  await to.putFile(key, path)
}

async function loadTable(client: pg.Client, { table, columns }: TableRecord, records: AsyncGenerator<BackupRecord>): Promise<number> {
  let announced = -1
  const contents = contentsOf(records, (record) => {
    if (record.kind === 'rows') announced = record.rows
  })
  const copy = client.query(copyFrom(`copy ${quoted(table)} (${columns.map(quotedName).join(', ')}) from stdin`))
  await pipeline(Readable.from(contents, { objectMode: false }), copy)
  if (copy.rowCount !== announced) throw damaged()
  return copy.rowCount
}

/** Migrating makes the partitions of today; the backup's may be of other weeks. */
async function ensurePartitions(client: pg.Client, { table, partitions }: TableRecord): Promise<void> {
  const bounds = new Map(partitions.map((partition) => [quoted(partition), partition.bound]))
  for (const present of await partitionsOf(client, table)) {
    const bound = bounds.get(quoted(present))
    // Dropping a partition drops those below it as well.
    if (bound !== undefined && bound !== present.bound) await client.query(`drop table if exists ${quoted(present)}`)
  }
  const existing = new Set((await partitionsOf(client, table)).map(quoted))
  for (const partition of partitions) {
    if (!existing.has(quoted(partition))) await client.query(partitionStatement(partition))
  }
}

function partitionStatement(partition: Partition): string {
  const further = partition.key === null ? '' : ` partition by ${partition.key}`
  return `create table ${quoted(partition)} partition of ${quoted(partition.parent)} ${partition.bound}${further}`
}
