import { sql } from 'kysely'
import { companiesOf, reachedNow } from '../../../shared/cluster-health/each-company.ts'
import type { Context } from '../../../platform/context.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import type { Recurring } from '../../../platform/database/recurring.ts'
import { lockAccount } from '../person-store.ts'
import { copyLedger } from './copy-ledger.ts'
import { deleteFiles, eraseAgain } from './erase-person.ts'
import { markCopied, noteSweep, readSweeps } from './erasure-store.ts'
import { replayErasures } from './replay-erasures.ts'
import { openMarks } from './seal-marks.ts'

/**
 * When it is looked again for what was written while somebody was erased, in minutes: once what was under way has ended, and
 * once the longest import has.
 */
const sweepAfterMinutes = [1, 65]

const sweepCompany = async (context: Context, companyId: number): Promise<void> => {
  const { db, config, clock } = context
  const at = clock()
  const fileKeys = await db.transaction().execute(async (trx) => {
    const left: string[] = []
    for (const sweep of await readSweeps(trx, companyId, at, sweepAfterMinutes)) {
      const person = await lockAccount(trx, sweep)
      const marks = openMarks(config, sweep, sweep.marks)
      if (person !== undefined) left.push(...(await eraseAgain(trx, person, { at, actor: null, address: 'サーバー' }, marks)).fileKeys)
      await noteSweep(trx, sweep, sweep.sweeps + 1 >= sweepAfterMinutes.length)
    }
    return left
  })
  await deleteFiles(context, fileKeys)
}

/** Looks again after erasures, and copies into the ledgers beside files and backups what could not be copied at once. */
export const sweepErasuresJob: Recurring = {
  name: 'sweep-erasures',
  everySeconds: 60,
  lockedBy: 'session',
  run: async (context, client) => {
    const { rows } = await companiesOf(
      'erasure',
      'e',
      sql`(e.marks is not null or not e.copied)`,
    )(await reachedNow(context)).execute(onClient(client))
    const failures: unknown[] = []
    for (const { companyId } of rows) {
      try {
        await sweepCompany(context, companyId)
        // Only here: a process that serves screens may know no BACKUP_DIR.
        await markCopied(context.db, await copyLedger(context, companyId))
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  },
}

/** Plays the ledger again where that failed at the start, or somebody put a ledger beside the files since. */
export const replayErasuresJob: Recurring = {
  name: 'replay-erasures',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async (context) => {
    await replayErasures(context)
  },
}
