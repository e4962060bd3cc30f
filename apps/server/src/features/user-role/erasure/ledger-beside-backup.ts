import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { connectDatabase } from '../../../platform/database/database.ts'
import { type LedgerEntry, readErasures } from './erasure-store.ts'
import { ledgerName, mergeLedgers, readLedger, writeLedger } from './ledger-file.ts'

const besideOf = (backup: string) => join(dirname(backup), ledgerName)

/** The ledger in the folder of a backup; empty where there is none. @throws Error where the file is no ledger */
export const readLedgerBeside = async (backup: string): Promise<LedgerEntry[]> => {
  const path = besideOf(backup)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return []
  try {
    return readLedger(text)
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
 * Adds the erasures of the database to the ledger in the folder of its backup, which all backups there share: anyone who restores an
 * older one erases again what the newer ones know.
 * @returns the path of the ledger
 */
export const writeLedgerBeside = async (backup: string, url: string, log: Logger): Promise<string> => {
  const path = besideOf(backup)
  const merged = mergeLedgers(await readLedgerBeside(backup), await readAll(url, log))
  const part = `${path}.${process.pid}.part`
  await writeFile(part, writeLedger(merged), { mode: 0o600, flush: true })
  await rename(part, path)
  return path
}
