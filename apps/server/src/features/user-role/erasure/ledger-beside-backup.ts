import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { BackupPlace } from '../../../platform/backup/backup-place.ts'
import { BackupError } from '../../../platform/backup/format.ts'
import type { Db } from '../../../platform/context.ts'
import { connectDatabase } from '../../../platform/database/database.ts'
import { inLedgerTurn, type LedgerEntry, readErasures } from './erasure-store.ts'
import { ledgerName, mergeLedgers, readLedger, writeLedger } from './ledger-file.ts'

/** The ledger beside the backups; undefined where there is none. @throws BackupError where the file is no ledger */
export const findLedgerBeside = async (place: BackupPlace): Promise<LedgerEntry[] | undefined> => {
  const content = await place.read(ledgerName)
  if (content === undefined) return undefined
  const path = place.describe(ledgerName)
  try {
    return readLedger(await text(content))
  } catch (cause) {
    throw new BackupError(`${path} は消去の台帳ではありません。`, `${path} is no ledger of erasures.`, { cause })
  }
}

/** Adds erasures to the ledger that all backups of a place share. To be called within `inLedgerTurn`. */
export const addToLedgerBeside = async (place: BackupPlace, entries: readonly LedgerEntry[]): Promise<void> => {
  const beside = (await findLedgerBeside(place)) ?? []
  const merged = mergeLedgers(beside, entries)
  if (entries.length > 0 && merged.length === beside.length) return
  await place.write(ledgerName, Readable.from([Buffer.from(writeLedger(merged))]))
}

// A database of an earlier release has none.
const readAll = async (db: Db): Promise<LedgerEntry[]> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('erasure') is not null as there`.execute(db)
  return rows[0]?.there === true ? readErasures(db) : []
}

// The backup's thread gives way to everybody else on the machine: where both are busy a connection takes many seconds, and without
// the ledger there is no backup.
const patienceMs = 60_000

/**
 * Adds the erasures of the database to the ledger that all backups of a place share: anyone who restores an older one erases
 * again what the newer ones know.
 * @returns where the ledger is
 */
export const writeLedgerBeside = async (place: BackupPlace, url: string, log: Logger): Promise<string> => {
  const database = connectDatabase({ url, log, max: 1, patienceMs })
  try {
    await inLedgerTurn(database.db, async (trx) => addToLedgerBeside(place, await readAll(trx)))
  } finally {
    await database.close()
  }
  return place.describe(ledgerName)
}
