import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Context, Db } from '../../../platform/context.ts'
import { makeTemporaryFolder } from '../../../platform/exchange/upload.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type LedgerEntry, markCopied, readErasures, readUncopied } from './erasure-store.ts'
import { ledgerName, mergeLedgers, readLedger, writeLedger } from './ledger-file.ts'

/** The ledger beside the files; empty where there is none. @throws FilesAway, or Error where the file is no ledger */
export const readStoredLedger = async (files: FileStore): Promise<LedgerEntry[]> => {
  const stream = await files.get(ledgerName)
  return stream === undefined ? [] : readLedger(await text(stream))
}

/** Adds entries to the ledger beside the files. @returns how many there are */
export const addToStoredLedger = async (files: FileStore, entries: readonly LedgerEntry[]): Promise<number> => {
  const stored = await readStoredLedger(files)
  const merged = mergeLedgers(stored, entries)
  if (merged.length === stored.length) return merged.length
  const folder = await makeTemporaryFolder()
  try {
    const path = join(folder.path, ledgerName)
    await writeFile(path, writeLedger(merged), { mode: 0o600 })
    await files.put(ledgerName, path, 'application/json')
  } finally {
    await folder.remove()
  }
  return merged.length
}

const inTurn = <Answer>(db: Db, work: (trx: Db) => Promise<Answer>): Promise<Answer> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('ledger of erasures'))`.execute(trx)
    return work(trx)
  })

/**
 * Copies the erasures of a company that are not in it yet into the ledger beside the files, so that restoring an older backup
 * does not lose them.
 * @throws FilesAway
 */
export const copyLedger = ({ db, files }: Pick<Context, 'db' | 'files'>, companyId: number): Promise<void> =>
  inTurn(db, async (trx) => {
    const uncopied = await readUncopied(trx, companyId)
    if (uncopied.length === 0) return
    await addToStoredLedger(files, uncopied)
    await markCopied(trx, uncopied)
  })

/**
 * Makes the ledger beside the files and that of the database say the same of what both can say: where the file was lost, it is
 * written again.
 * @returns what the file says and the database does not know
 * @throws FilesAway
 */
export const compareLedgers = ({ db, files }: Pick<Context, 'db' | 'files'>): Promise<LedgerEntry[]> =>
  inTurn(db, async (trx) => {
    const known = await readErasures(trx)
    await addToStoredLedger(files, known)
    await markCopied(trx, known)
    const ids = new Set(known.map(({ erasureId }) => erasureId))
    return (await readStoredLedger(files)).filter(({ erasureId }) => !ids.has(erasureId))
  })
