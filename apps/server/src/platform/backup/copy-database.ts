import type pg from 'pg'
import type { Logger } from 'pino'
import { type BackupSummary, beginSnapshot, databaseRecords, headerOf } from './backup.ts'
import { productTables, quoted } from './catalog.ts'
import { BackupError } from './format.ts'
import { fillDatabase } from './restore.ts'
import { openCopySession } from './session.ts'

/**
 * What a table holds: its rows, and a number that changes with any of their values. PostgreSQL writes values as text in the same
 * way in every version, so two servers of different versions can be compared.
 */
async function digestsOf(client: pg.Client): Promise<Map<string, string>> {
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

async function refuseDifferent(source: pg.Client, url: string): Promise<void> {
  const target = await openCopySession(url)
  try {
    const [before, after] = [await digestsOf(source), await digestsOf(target)]
    const different = [...before.keys()].filter((table) => before.get(table) !== after.get(table))
    if (different.length === 0 && before.size === after.size) return
    throw new BackupError(
      `移した先のデータが元と一致しません（${different.join('、')}）。`,
      `What was copied is not what is in the source: ${different.join(', ')}.`,
    )
  } finally {
    await target.end()
  }
}

/**
 * Copies the whole product database into an empty one, as it is at one instant, and compares every table afterwards by the number
 * of its rows and all their values.
 * @throws BackupError when the target is not empty or not fit, or does not say the same; it is as it was unless they differ
 */
export async function copyDatabase(options: { from: string; to: string; log: Logger }): Promise<BackupSummary> {
  const { from, to, log } = options
  const source = await openCopySession(from)
  try {
    await beginSnapshot(source)
    const read: BackupSummary = { tables: 0, rows: 0, files: 0 }
    const header = await headerOf(source)
    const summary = await fillDatabase({ url: to, log, header, records: () => databaseRecords(source, read) })
    await refuseDifferent(source, to)
    return summary
  } finally {
    await source.end()
  }
}

/** How many rows the product's tables have together. */
export async function countRows(url: string): Promise<number> {
  const client = await openCopySession(url)
  try {
    const digests = [...(await digestsOf(client)).values()]
    return digests.reduce((rows, digest) => rows + Number(digest.split(' ')[0]), 0)
  } finally {
    await client.end()
  }
}
