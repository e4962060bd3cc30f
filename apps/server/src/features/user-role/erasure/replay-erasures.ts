import { sql } from 'kysely'
import type { Context, Db } from '../../../platform/context.ts'
import { lockMarks } from '../../alerts/episodes/alarm-marks.ts'
import { setHandling } from '../../alerts/episodes/set-handling.ts'
import { takeAccountsTurn } from '../../../shared/accounts/login.ts'
import { type Locked, lockAccount } from '../person-store.ts'
import { compareLedgers } from './copy-ledger.ts'
import { deleteFiles, type Eraser, eraseLocked } from './erase-person.ts'
import { findErasure, isAccountOf, type LedgerEntry } from './erasure-store.ts'

/** Nobody is signed in: the server plays the ledger. */
const byServer = (at: Date): Eraser => ({ at, actor: null, address: 'サーバー' })

/** Closes what was open of somebody when the backup was made: it was closed before they were erased. */
const closeAlerts = async (db: Db, { companyId, userId }: Locked, at: Date): Promise<void> => {
  await lockMarks(db, { companyId, userId })
  const { rows } = await sql<{ alert_id: number }>`
    select a.alert_id from alert a
     where a.company_id = ${companyId} and a.user_id = ${userId} and a.handling <> 'closed' and not a.withdrawn for update`.execute(db)
  const keys = rows.map(({ alert_id: alertId }) => ({ companyId, alertId }))
  await setHandling(db, keys, { handling: 'closed', outcome: 'other', note: null }, { userId: 0, userName: 'サーバー', at })
}

/** Erases one entry of the ledger again. @returns the files left to be deleted; undefined where there is nothing to be erased */
const replayOne = async (context: Context, trx: Db, entry: LedgerEntry): Promise<readonly string[] | undefined> => {
  await takeAccountsTurn(trx, context)
  const person = await lockAccount(trx, entry)
  if (person === undefined || (await findErasure(trx, entry)) !== undefined) return undefined
  if ((await isAccountOf(trx, entry)) !== true) return undefined
  const at = context.clock()
  await closeAlerts(trx, person, at)
  const { erasureId, erasedAt } = entry
  return (await eraseLocked(context, trx, person, byServer(at), { erasureId, erasedAt })).fileKeys
}

/**
 * Erases again whom the ledger beside the files names and this database does not: an older backup was restored. Where a number
 * is somebody else's by now, or nobody's, nothing happens.
 * @returns how many were erased again
 * @throws FilesAway, and the first failure once all had their turn
 */
export const replayErasures = async (context: Context): Promise<number> => {
  const { db, log } = context
  const failures: unknown[] = []
  let replayed = 0
  for (const entry of await compareLedgers(context)) {
    try {
      const fileKeys = await db.transaction().execute((trx) => replayOne(context, trx, entry))
      if (fileKeys === undefined) continue
      replayed += 1
      log.warn({ companyId: entry.companyId, userId: entry.userId }, 'somebody was erased again, whom a restored backup had brought back')
      await deleteFiles(context, fileKeys)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return replayed
}
