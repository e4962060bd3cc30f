import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { Move } from '../../platform/database/database-primary.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { reasonOf } from '../../platform/errors.ts'

/** Nobody's company: entries of the log that only the provider reads. */
export const provider = 0

// Nobody did it: the server noticed.
const atServer = 'サーバー'
const retryMs = 1_000

/** Puts a move on record, once of all processes that see it. */
export const recordMove = (db: Db, { from, to, timeline, awaySince, at }: Move): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('record a move of the database'))`.execute(trx)
    const { rows } = await sql`
      select from audit_log a
       where a.company_id = ${provider} and a.resource = 'database' and a.resource_id = ${String(timeline)}`.execute(trx)
    if (rows.length > 0) return
    await writeAudit(trx, {
      at,
      actor: null,
      address: atServer,
      action: 'switched',
      resource: 'database',
      resourceId: timeline,
      companyId: provider,
      officeId: null,
      before: { host: from },
      after: { host: to, awaySince: toJapanIso(awaySince) },
    })
  })

/** Puts every move that this process sees on record, as soon as the database takes it. */
export const recordMoves = ({ db, log, primary }: Pick<Context, 'db' | 'log' | 'primary'>): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const record = async (move: Move): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        return await recordMove(db, move)
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'a move of the database waits to be put on record')
        await after(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const under: Promise<void>[] = []
  primary?.onMoved((move) => under.push(record(move)))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(under)
    },
  }
}
