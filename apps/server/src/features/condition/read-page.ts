import { type OwnedHealthRow, readHealthRows } from '../../shared/monitoring/workers/health-rows.ts'
import type { Owner } from '../../shared/monitoring/workers/owner.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import type { Context } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { coalesceReads } from './coalesce-reads.ts'
import { type HealthFilter, type HealthPage, healthPageQueries } from './store.ts'

export type HealthRows = { readonly rows: OwnedHealthRow[]; readonly count: number }
export type ReadPage = (actor: Actor, filter: HealthFilter, page: HealthPage) => Promise<HealthRows>

type Places = Pick<HealthPage, 'offset' | 'limit'>

/** A range of a list, in which only the requested rows were read, and the number of people on the whole list. */
type ListRange = { readonly range: readonly (OwnedHealthRow | undefined)[]; readonly count: number }

const anyTime = new Date(0)

// Ordering ten thousand people costs the same for each thousand of them, and hardly more than for a hundred.
const rangePlaces = 1_000

/** The whole thousands of places that a page lies in. */
const rangeAround = (page: HealthPage): HealthPage => {
  const offset = Math.floor(page.offset / rangePlaces) * rangePlaces
  return { ...page, offset, limit: Math.ceil((page.offset + page.limit) / rangePlaces) * rangePlaces - offset }
}

const nameOf = ({ companyId, userId }: PersonKey | Owner): string => `${companyId}/${userId}`

const placesOf = ({ offset, limit }: Places): number[] => Array.from({ length: limit }, (_, n) => offset + n)

/**
 * Reads pages of the condition list. Requests for pages of the same people at the same time share a read: of the order,
 * which costs most of it, and of the rows on all their pages. The query, which contains the actor's scope, decides what is
 * the same, so nobody shares what they may not read.
 */
export const healthPages = (context: Pick<Context, 'db' | 'pool' | 'clock'>): ReadPage => {
  const { db, clock } = context
  const readShared = coalesceReads<Places, ListRange>()

  const read = async (actor: Actor, filter: HealthFilter, around: HealthPage, pages: readonly Places[]): Promise<ListRange> => {
    const now = clock()
    const { ids, count } = healthPageQueries(actor, filter, around, now)
    const [order, counted] = await Promise.all([ids.execute(db), count.execute(db)])
    const wanted = new Set(pages.flatMap(placesOf))
    const keys = order.rows.filter((_, index) => wanted.has(around.offset + index))
    const rows = new Map((await readHealthRows(context, keys, now)).map((row) => [nameOf(row.owner), row]))
    return { range: order.rows.map((key) => rows.get(nameOf(key))), count: counted.rows[0]?.count ?? 0 }
  }

  return async (actor, filter, page) => {
    const around = rangeAround(page)
    const { sql, parameters } = healthPageQueries(actor, filter, around, anyTime).ids.compile(db)
    const { range, count } = await readShared(JSON.stringify([sql, parameters]), page, (pages) => read(actor, filter, around, pages))
    const first = page.offset - around.offset
    return { rows: range.slice(first, first + page.limit).filter((row) => row !== undefined), count }
  }
}
