import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openBackupPlace } from '../../../platform/backup/open-backup-place.ts'
import type { Context } from '../../../platform/context.ts'
import { makeTemporaryFolder } from '../../../platform/exchange/upload.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { inLedgerTurn, type LedgerEntry, readErasures, readUncopied } from './erasure-store.ts'
import { addToLedgerBeside } from './ledger-beside-backup.ts'
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

/**
 * Copies the erasures of a company that are not known to be in them into the ledgers beside the files and, where backups are made
 * by schedule, beside these, so that restoring an older backup does not lose them.
 * @returns which these are
 * @throws FilesAway, and what the place of the backups says
 */
export const copyLedger = ({ config, db, files }: Pick<Context, 'config' | 'db' | 'files'>, companyId: number): Promise<LedgerEntry[]> =>
  inLedgerTurn(db, async (trx) => {
    const uncopied = await readUncopied(trx, companyId)
    if (uncopied.length === 0) return uncopied
    await addToStoredLedger(files, uncopied)
    if (config.backup !== undefined) await addToLedgerBeside(await openBackupPlace(config.backup.place), uncopied)
    return uncopied
  })

/**
 * Makes the ledger beside the files and that of the database say the same of what both can say: where the file was lost, it is
 * written again.
 * @returns what the file says and the database does not know
 * @throws FilesAway
 */
export const compareLedgers = ({ db, files }: Pick<Context, 'db' | 'files'>): Promise<LedgerEntry[]> =>
  inLedgerTurn(db, async (trx) => {
    const known = await readErasures(trx)
    await addToStoredLedger(files, known)
    const ids = new Set(known.map(({ erasureId }) => erasureId))
    return (await readStoredLedger(files)).filter(({ erasureId }) => !ids.has(erasureId))
  })
