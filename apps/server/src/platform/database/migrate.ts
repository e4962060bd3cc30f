import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { sessionOptions } from './database.ts'

export interface Migration {
  /** File name without `.sql`, such as '0001-organisation'. */
  name: string
  /** SHA-256 of the text, hexadecimal. */
  checksum: string
  sql: string
}

export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>

/** The database and the migration files contradict each other, or a migration failed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export const migrationsFolder = join(import.meta.dirname, '../../../migrations')

const raisedNotice = '00000'

/** One number for every Mimamori, so that processes that start together take turns. */
export const migrationLock = 7_234_610_981_522
const askEveryMs = 250
/** A line of the log while another process has it. */
const sayEveryMs = 10_000

/**
 * Brings the schema up to date: applies each file that is not applied yet, in one transaction each.
 * Any number of processes may do so at once.
 * @param options.upTo the last migration to apply; all when left out
 * @returns names of the migrations this call applied
 * @throws MigrationError, with the database left at the last migration that succeeded
 */
export async function migrate(options: { url: string; log: Logger; folder?: string; upTo?: string }): Promise<string[]> {
  const { url, log, folder = migrationsFolder, upTo } = options
  const files = await readMigrations(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'mimamori-migrate', options: sessionOptions })
  client.on('error', (cause) => log.warn({ reason: cause.message }, 'the connection of the migration was lost'))
  // A long migration says how far it is by `raise notice`; PostgreSQL's own notices have other codes.
  client.on('notice', ({ code, message }) => code === raisedNotice && log.info({ progress: message }, 'a migration goes on'))
  await client.connect()
  try {
    // Of a process that was killed PostgreSQL otherwise notices it at the end of the statement under way, and nobody else could continue.
    await client.query(`set client_connection_check_interval = '5s'`).catch(() => undefined)
    await awaitTurn(client, log)
    const pending = pendingMigrations(files, await appliedMigrations(client))
    const chosen = upTo === undefined ? pending : pending.filter((migration) => migration.name <= upTo)
    for (const migration of chosen) {
      log.info({ migration: migration.name }, 'applying a migration')
      await apply(client, migration)
      log.info({ migration: migration.name }, 'applied a migration')
    }
    return chosen.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/**
 * Takes the lock, which the session holds, so that it is released with the connection even if this process dies. While another process has
 * it, the log says so: one that hangs would otherwise hold all others up without a word.
 */
async function awaitTurn(client: pg.Client, log: Logger): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [migrationLock])
    if (rows[0]?.mine === true) return
    if (tries % (sayEveryMs / askEveryMs) === 0) {
      const { rows: holders } = await client.query<{ pid: number; application: string; since: Date }>(
        `select a.pid, a.application_name as application, a.backend_start as since
           from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where l.locktype = 'advisory' and l.granted and l.database = (select d.oid from pg_database d where d.datname = current_database())
            and ((l.classid::bigint << 32) | l.objid::bigint) = $1`,
        [migrationLock],
      )
      log.warn({ waitedMs: tries * askEveryMs, heldBy: holders[0] }, 'another process is bringing the schema up to date: waiting for it')
    }
    await after(askEveryMs)
  }
}

/** The migration files in order of their numbers. */
export async function readMigrations(folder: string = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const wrong = names.find((name, index) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || name.slice(0, 4) === names[index - 1]?.slice(0, 4))
  if (wrong !== undefined) {
    throw new MigrationError(`Migration ${wrong} must be named NNNN-name.sql with a number of its own`)
  }
  return Promise.all(names.map((name) => readMigration(join(folder, name))))
}

/** The migrations that this database records as applied, in order; none when it is new. */
export async function appliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ present: boolean }>(`select to_regclass('schema_migration') is not null as present`)
  if (!rows[0]?.present) return []
  const applied = await client.query<AppliedMigration>(
    'select schema_migration.name, schema_migration.checksum from schema_migration order by schema_migration.name',
  )
  return applied.rows
}

/**
 * The files still to be applied.
 * @throws MigrationError when the applied ones are not exactly the first files, unchanged
 */
export function pendingMigrations(files: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]))
  for (const { name, checksum } of applied) {
    const file = known.get(name)
    if (!file) throw new MigrationError(refusalOf(name, files.at(-1)?.name ?? ''))
    if (file.checksum !== checksum) {
      throw new MigrationError(`Migration ${name} was changed after it had been applied: add a new migration instead`)
    }
  }
  const pending = files.slice(applied.length)
  const last = applied.at(-1)?.name
  const late = files.find((file) => last !== undefined && file.name < last && !applied.some(({ name }) => name === file.name))
  if (late) throw new MigrationError(`Migration ${late.name} comes before ${last}, which is already applied: give it a later number`)
  return pending
}

/** Why this release does not run on a database with a migration that it does not have, and what the operator may do. */
function refusalOf(unknown: string, newest: string): string {
  return unknown > newest
    ? `データベースは、この版より新しい見守りのものです（${unknown}）。新しい版で起動してください。この版に戻すには、更新の前のバックアップを、新しい空のデータベースに復元してください。 / ` +
        `The database is that of a newer release (migration ${unknown}): start that release, or restore a backup from before the upgrade into a new, empty database`
    : `データベースに、この版にない変更（${unknown}）があります。この見守りのものではありません。 / ` +
        `The database has migration ${unknown}, whose file is missing: it was made by another Mimamori`
}

async function readMigration(path: string): Promise<Migration> {
  // Git may have given a Windows checkout other line ends.
  const sql = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
  return { name: basename(path, '.sql'), checksum: createHash('sha256').update(sql).digest('hex'), sql }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    // Here, so that a database whose first migration failed has no trace of it.
    await client.query(
      `create table if not exists schema_migration (
         name text primary key, applied_at timestamptz not null default now(), checksum text not null)`,
    )
    await client.query(migration.sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [migration.name, migration.checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    throw new MigrationError(failureOf(`${migration.name}${lineOf(cause, migration.sql)}`, String(cause)), { cause })
  }
}

/** What an operator reads at night. The steps before it are done, so the release before does not start on this database either. */
function failureOf(place: string, cause: string): string {
  return (
    `データベースを新しい版に更新できませんでした。データは、この変更の前のままです。次の起動で、もう一度試します。同じ結果になるときは、この行を提供元に送り、更新の前のバックアップで元の版に戻してください（docs/install.md の Go back）。 / ` +
    `Migration ${place} failed: ${cause}. The data is as it was before this migration, and the next start tries again. If it ends like this again, send this line to who made this release, and go back by the backup from before the upgrade (docs/install.md, Go back)`
  )
}

function lineOf(cause: unknown, sql: string): string {
  const position = cause instanceof pg.DatabaseError ? Number(cause.position) : NaN
  return Number.isNaN(position) ? '' : ` line ${sql.slice(0, position).split('\n').length}`
}
