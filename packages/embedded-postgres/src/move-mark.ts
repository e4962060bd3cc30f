import { readFile, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './error-code.ts'
import { homePlace } from './home-folder.ts'
import { writePrivateFile } from './private-file.ts'
import { DatabaseStartError } from './start-error.ts'

/** That the content of an embedded database was moved to another one, whose server is used instead. */
export interface DatabaseMove {
  /** The host and the database, without user and password. */
  to: string
  /** ISO 8601, UTC. */
  at: string
  /** What each table held when it was moved, to see whether anything was written since. */
  tables: Readonly<Record<string, string>>
  /** The operator returns, and has yet to take the address of the other database out of the settings. */
  isUndone?: true
}

const placeOf = (home: string): string => join(home, 'moved.json')

/** Where the content of this data folder's database was moved; undefined where it was not. */
export async function readMove(dataDir: string): Promise<DatabaseMove | undefined> {
  try {
    return JSON.parse(await readFile(placeOf(homePlace(dataDir)), 'utf8')) as DatabaseMove
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw cause
  }
}

/** Marks the embedded database as moved, so that nothing starts it again as if it were the one in use. */
export async function markMoved(dataDir: string, move: DatabaseMove): Promise<void> {
  const home = await realpath(homePlace(dataDir))
  const { uid, gid } = await stat(home)
  await writePrivateFile(placeOf(home), JSON.stringify(move), process.getuid?.() === 0 ? { uid, gid } : undefined)
}

/** Takes the mark away: from then on the embedded database is the one in use again. */
export const unmarkMoved = (dataDir: string): Promise<void> => rm(placeOf(homePlace(dataDir)), { force: true })

/**
 * The product starts on the other database: where the operator was to return from it, that did not take place, and the mark
 * counts as before.
 */
export async function keepMoved(dataDir: string): Promise<void> {
  const move = await readMove(dataDir)
  if (move?.isUndone !== true) return
  const { isUndone: _, ...kept } = move
  await markMoved(dataDir, kept)
}

/**
 * Asks before the embedded database is started; where the operator returns to it, that is done with this.
 * @throws DatabaseStartError where the database was moved
 */
export async function refuseMoved(dataDir: string): Promise<void> {
  const move = await readMove(dataDir)
  if (move === undefined) return
  if (move.isUndone === true) return unmarkMoved(dataDir)
  throw new DatabaseStartError(
    `${dataDir} のデータベースは ${move.to} へ移してあります（${move.at}）。DATABASE_URL にその URL を設定してください。移す前に戻すには mimamori move-database --undo を実行してください。`,
    `The database of ${dataDir} was moved to ${move.to}: set DATABASE_URL, or return to what was there before by mimamori move-database --undo.`,
  )
}
