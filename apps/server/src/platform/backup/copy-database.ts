import type pg from 'pg'
import type { Logger } from 'pino'
import { type BackupSummary, beginSnapshot, databaseRecords, headerOf } from './backup.ts'
import { productTables, quoted } from './catalog.ts'
import { BackupError } from './format.ts'
import { fillDatabase } from './restore.ts'
import { openCopySession } from './session.ts'

/** By table: the number of its rows, and what changes with any of their values. */
export type TableDigests = ReadonlyMap<string, string>

/**
 * What a table holds: its rows, and a number that changes with any of their values. PostgreSQL writes values as text in the same
 * way in every version, so two servers of different versions can be compared.
 */
async function digestsOf(client: pg.Client): Promise<TableDigests> {
  const digests = new Map<string, string>()
  for (const table of await productTables(client)) {
    // Sixty bits of each row's MD5: whatever the order, and no chance for two tables to differ and look alike.
    const { rows } = await client.query<{ count: string; digest: string }>(
      `select count(*)::text as count, coalesce(sum(('x' || left(md5((product.*)::text), 15))::bit(60)::bigint), 0)::text as digest
         from ${quoted(table)} product`,
    )
    digests.set(quoted(table), `${rows[0]?.count ?? ''} ${rows[0]?.digest ?? ''}`)
  }
  return digests
}

/** The tables that two databases have not in common, or with other rows. */
export function differentTables(one: TableDigests, other: TableDigests): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((table) => one.get(table) !== other.get(table))
}

async function refuseDifferent(source: pg.Client, target: pg.Client): Promise<void> {
  const different = differentTables(await digestsOf(source), await digestsOf(target))
  if (different.length === 0) return
  throw new BackupError(
    `移した先のデータが元と一致しません（${different.join('、')}）。元のデータベースはそのままで、移した先は空のままです。`,
    `What was copied is not what is in the source (${different.join(', ')}): the source is as it was, and nothing was kept in the target.`,
  )
}

/**
 * Copies the whole product database into an empty one, as it is at one instant, and compares every table by the number of its rows
 * and all their values before it keeps any.
 * @throws BackupError when the target is not empty or not fit, or does not say the same; it has no more rows than before
 */
export async function copyDatabase(options: { from: string; to: string; log: Logger }): Promise<BackupSummary> {
  const { from, to, log } = options
  const source = await openCopySession(from)
  try {
    await beginSnapshot(source)
    const read: BackupSummary = { tables: 0, rows: 0, files: 0 }
    const header = await headerOf(source)
    return await fillDatabase({
      url: to,
      log,
      header,
      records: () => databaseRecords(source, read),
      verify: (target) => refuseDifferent(source, target),
    })
  } finally {
    await source.end()
  }
}

/** What every table of the product holds, to be compared later. */
export async function readDigests(url: string): Promise<TableDigests> {
  const client = await openCopySession(url)
  try {
    return await digestsOf(client)
  } finally {
    await client.end()
  }
}
