import { sql } from 'kysely'
import { isWatched } from '../../shared/monitoring/workers/shown.ts'
import { hourMs, settleUnwritten, writeBulkRead } from '../../shared/audit/bulk-reads.ts'
import { ofGroup, ofOffice, personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { ConsoleSubscriber } from './console-subscriber.ts'
import { viewKey } from './frames.ts'

type Listener = Pick<ConsoleSubscriber, 'actor' | 'address' | 'narrowing'>

/** How many people of each company a stream sends news of, without the listener. */
const countPeople = async (db: Db, { actor, narrowing: { officeId, groupId } }: Listener) => {
  const conditions = [isWatched, withinScope(actor, personColumns), sql`u.user_id <> ${actor.userId}`]
  if (officeId !== undefined) conditions.push(ofOffice(actor, personColumns, officeId))
  if (groupId !== undefined) conditions.push(ofGroup(actor, { company: 'u.company_id', group: 'u.group_id' }, groupId))
  const { rows } = await sql<{ company_id: number; people: number }>`
    select u.company_id, count(*)::int as people from app_user u where ${sql.join(conditions, sql` and `)} group by 1`.execute(db)
  return rows
}

/**
 * Puts open streams on the log: once an hour for a listener and what they listen to, with how many people the stream sends
 * of. A stream is opened also where that cannot be written; the next turn tries again.
 */
export const createStreamReads = ({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>) => {
  const recorded = new Set<string>()
  let hour = 0
  let turn: Promise<void> | undefined

  const record = async (listener: Listener): Promise<void> => {
    // Workers receive only their own news.
    if (listener.actor.role === 'User') return
    const now = clock()
    const running = Math.floor(now.getTime() / hourMs)
    if (running !== hour) recorded.clear()
    hour = running
    const name = `${listener.actor.userId}/${viewKey(listener)}`
    if (recorded.has(name)) return
    recorded.add(name)
    try {
      const { officeId, groupId } = listener.narrowing
      for (const { company_id: companyId, people } of await countPeople(db, listener))
        await writeBulkRead(db, now, listener, { screen: 'liveStream', companyId, filter: { officeId, groupId }, people })
    } catch (error) {
      recorded.delete(name)
      settleUnwritten(log, 'liveStream', error)
    }
  }

  return {
    record,
    /** Records those of these streams that continue in an hour in which they are not on the log yet. */
    recordAll: (listeners: readonly Listener[]): void => {
      turn ??= (async () => {
        for (const listener of listeners) await record(listener)
      })().finally(() => (turn = undefined))
    },
    /** Resolves once nothing is being written. */
    settled: async (): Promise<void> => {
      await turn
    },
  }
}
