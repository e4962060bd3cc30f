import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { hasCluster } from '@mimamori/embedded-postgres/cluster'
import { homePlace } from '@mimamori/embedded-postgres/home-folder'
import { type DatabaseMove, markMoved, readMove, unmarkMoved } from '@mimamori/embedded-postgres/move-mark'
import { askFirst } from '../platform/ask-operator.ts'
import { differentTables, readDigests } from '../platform/backup/copy-database.ts'
import { openCopySession } from '../platform/backup/session.ts'
import { readDiskSettings } from '../platform/config/config.ts'
import { placeOfDatabase } from '../platform/database/database-place.ts'
import { primaryUrl } from '../platform/database/database-primary.ts'
import { changeAddress } from './address-setting.ts'

/** The sessions of the product's user, also of a product on another machine. */
const countSessions = async (url: string): Promise<number> => {
  const client = await openCopySession(url)
  try {
    const { rows } = await client.query<{ sessions: number }>(`
      select count(*)::integer as sessions from pg_stat_activity a
      where a.datname = current_database() and a.usename = current_user and a.backend_type = 'client backend' and a.pid <> pg_backend_pid()`)
    return rows[0]?.sessions ?? 0
  } finally {
    await client.end()
  }
}

/**
 * The tables that were written to since the move; undefined where the database moved to does not answer.
 * @throws Error while it is in use
 */
const writtenSince = async (url: string | undefined, move: DatabaseMove, log: Logger): Promise<number | undefined> => {
  if (url === undefined || placeOfDatabase(url) !== move.to) return undefined
  const present = await primaryUrl(url, log).catch(() => undefined)
  const sessions = present === undefined ? undefined : await countSessions(present).catch(() => undefined)
  if (present === undefined || sessions === undefined) return undefined
  if (sessions > 0)
    throw new Error(
      `${move.to} は使われています（${sessions} 件の接続）。見守りをすべて止めてから実行してください（systemctl stop mimamori）。 / ${move.to} is in use (${sessions} sessions): stop every product on it first.`,
    )
  return differentTables(await readDigests(present), new Map(Object.entries(move.tables))).length
}

/** Returns to the embedded database. @returns what to tell the operator */
export const undoMove = async (isSure: boolean, log: Logger): Promise<string> => {
  const { dataDir, databaseUrl } = readDiskSettings(process.env)
  const move = await readMove(dataDir)
  if (move === undefined) throw new Error(`${dataDir} のデータベースは移されていません。 / The database of ${dataDir} was not moved.`)
  if (!(await hasCluster(dataDir)))
    throw new Error(
      `元のデータベースが ${resolve(homePlace(dataDir))} にありません。 / The former database is no longer in ${resolve(homePlace(dataDir))}.`,
    )
  const since = await writtenSince(databaseUrl, move, log)
  const lost =
    since === undefined
      ? `${move.to} に書き込まれたかどうかを調べられません。書き込まれた記録は失われます。元に戻しますか？ / What was recorded there since is lost. Return?`
      : `${move.to} に移した後の記録（${since} 個の表）は失われます。元に戻しますか？ / What was recorded there since, in ${since} tables, is lost. Return?`
  if (since !== 0 && !isSure) await askFirst(lost)
  const { isDone, words } = await changeAddress({ before: databaseUrl, after: undefined })
  // The mark goes last: as long as the settings name the other database, the embedded one must not be taken for the one in use.
  if (isDone) await unmarkMoved(dataDir)
  else await markMoved(dataDir, { ...move, isUndone: true })
  return `元の組み込みデータベースに戻します / back to the embedded database: ${homePlace(dataDir)}\n${words}`
}
