import { type OwnedHealthRow, readHealthRows } from '../monitoring/health-rows.ts'
import type { PersonKey } from '../organisation/keys.ts'
import type { Context } from '../platform/context.ts'
import type { Actor } from '../platform/http/route.ts'
import { askTogether } from './ask-together.ts'
import { type HealthFilter, type HealthPage, healthPageQueries } from './store.ts'

export type HealthRows = { readonly rows: OwnedHealthRow[]; readonly count: number }
export type ReadPage = (actor: Actor, filter: HealthFilter, page: HealthPage) => Promise<HealthRows>

/** Who stands where in a list as of `now`, from place `first` on, and how many there are in all. */
type Order = { readonly keys: readonly PersonKey[]; readonly first: number; readonly count: number; readonly now: Date }

const anyTime = new Date(0)

// Ordering ten thousand people costs the same whichever thousand of them is asked for, and hardly more than for a hundred.
const stretch = 1_000

/** The whole thousands of places that a page lies in. */
const stretchAround = (page: HealthPage): HealthPage => {
  const offset = Math.floor(page.offset / stretch) * stretch
  return { ...page, offset, limit: Math.ceil((page.offset + page.limit) / stretch) * stretch - offset }
}

/**
 * Reads pages of the condition list. Consoles that ask for the same page of the same people at once share a reading; those
 * that ask for other pages of them share the order, which costs most of it. The query, which contains the actor's scope,
 * decides what is the same: nobody shares what they may not read.
 */
export const healthPages = (context: Pick<Context, 'db' | 'pool' | 'clock'>): ReadPage => {
  const { db, clock } = context
  const askOrder = askTogether<Order>()
  const askPage = askTogether<HealthRows>()

  const questionOf = (actor: Actor, filter: HealthFilter, page: HealthPage): string => {
    const { sql, parameters } = healthPageQueries(actor, filter, page, anyTime).ids.compile(db)
    return JSON.stringify([sql, parameters])
  }

  const readOrder = async (actor: Actor, filter: HealthFilter, page: HealthPage): Promise<Order> => {
    const now = clock()
    const { ids, count } = healthPageQueries(actor, filter, page, now)
    const [found, counted] = await Promise.all([ids.execute(db), count.execute(db)])
    return { keys: found.rows, first: page.offset, count: counted.rows[0]?.count ?? 0, now }
  }

  const read = async (actor: Actor, filter: HealthFilter, page: HealthPage): Promise<HealthRows> => {
    const around = stretchAround(page)
    const { keys, first, count, now } = await askOrder(questionOf(actor, filter, around), () => readOrder(actor, filter, around))
    const from = page.offset - first
    return { rows: await readHealthRows(context, keys.slice(from, from + page.limit), now), count }
  }

  return (actor, filter, page) => askPage(questionOf(actor, filter, page), () => read(actor, filter, page))
}
