import { type OwnedHealthRow, readHealthRows } from '../monitoring/health-rows.ts'
import type { Context } from '../platform/context.ts'
import type { Actor } from '../platform/route.ts'
import { askTogether } from './ask-together.ts'
import { type HealthFilter, type HealthPage, healthPageQueries } from './store.ts'

export type HealthRows = { readonly rows: OwnedHealthRow[]; readonly count: number }
export type ReadPage = (actor: Actor, filter: HealthFilter, page: HealthPage) => Promise<HealthRows>

const anyTime = new Date(0)

/**
 * Reads pages of the condition list. Consoles that ask for the same page of the same people at once share a reading.
 * The query, which contains the actor's scope, decides what is the same: nobody shares what they may not read.
 */
export const healthPages = (context: Pick<Context, 'db' | 'pool' | 'clock'>): ReadPage => {
  const { db, clock } = context
  const ask = askTogether<HealthRows>()

  const read = async (actor: Actor, filter: HealthFilter, page: HealthPage): Promise<HealthRows> => {
    const now = clock()
    const { ids, count } = healthPageQueries(actor, filter, page, now)
    const [found, counted] = await Promise.all([ids.execute(db), count.execute(db)])
    const rows = await readHealthRows(context, found.rows, now)
    return { rows, count: counted.rows[0]?.count ?? 0 }
  }

  return (actor, filter, page) => {
    const { sql, parameters } = healthPageQueries(actor, filter, page, anyTime).ids.compile(db)
    return ask(JSON.stringify([sql, parameters]), () => read(actor, filter, page))
  }
}
