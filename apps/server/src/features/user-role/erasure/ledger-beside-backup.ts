import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { BackupPlace } from '../../../platform/backup/backup-place.ts'
import { connectDatabase } from '../../../platform/database/database.ts'
import { type LedgerEntry, readErasures } from './erasure-store.ts'
import { ledgerName, mergeLedgers, readLedger, writeLedger } from './ledger-file.ts'

/** The ledger beside the backups; empty where there is none. @throws Error where the file is no ledger */
export const readLedgerBeside = async (place: BackupPlace): Promise<LedgerEntry[]> => {
  const content = await place.read(ledgerName)
  if (content === undefined) return []
  const path = place.describe(ledgerName)
  try {
    return readLedger(await text(content))
  } catch (cause) {
    throw new Error(`${path} は消去の台帳ではありません。 / ${path} is no ledger of erasures.`, { cause })
  }
}

// A database of an earlier release has none.
const readAll = async (url: string, log: Logger): Promise<LedgerEntry[]> => {
  const database = connectDatabase({ url, log, max: 1 })
  try {
    const { rows } = await sql<{ there: boolean }>`select to_regclass('erasure') is not null as there`.execute(database.db)
    return rows[0]?.there === true ? await readErasures(database.db) : []
  } finally {
    await database.close()
  }
}

/**
 * Adds the erasures of the database to the ledger that all backups of a place share: anyone who restores an older one erases
 * again what the newer ones know.
 * @returns where the ledger is
 */
export const writeLedgerBeside = async (place: BackupPlace, url: string, log: Logger): Promise<string> => {
  const merged = mergeLedgers(await readLedgerBeside(place), await readAll(url, log))
  await place.write(ledgerName, Readable.from([Buffer.from(writeLedger(merged))]))
  return place.describe(ledgerName)
}
