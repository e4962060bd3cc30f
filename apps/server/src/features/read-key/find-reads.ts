import { type AnswerOf, type ApiTokenRead, type apiToken, type QueryOf } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { descending, japanese, type ListOrders, orderOf } from '../../platform/database/list-order.ts'
import { defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { japanDay, japanDayRange, toJapanIso } from '../../platform/japan-time.ts'
import { tenantOf } from '../../shared/organisation/tenant-filter.ts'

const orders: ListOrders = {
  resource: 'apiToken',
  keys: {
    at: { by: sql.ref('u.last_at'), neverNull: true },
    tokenName: japanese('k.name'),
    path: sql.ref('u.path'),
    count: sql.ref('u.items'),
  },
  standard: () => descending(sql.ref('u.last_at')),
  tieBreaker: descending(
    sql.ref('u.minute'),
    sql.ref('u.key_id'),
    sql.ref('u.path'),
    sql.ref('u.method'),
    sql.ref('u.result'),
    sql.ref('u.address'),
  ),
}

type Row = Omit<ApiTokenRead, 'at'> & { readonly at: Date }

const columns = sql`
  u.last_at as at, u.key_id as "tokenId", k.name as "tokenName", u.method, u.path, u.address, u.reads, u.items as count, u.result`

// Twenty machines make millions of lines a month, and the screen asks twice a minute.
const mostLines = 10_000

/** The newest reads by keys of the companies in scope, at most 10,000 lines, the newest first, and how many there were today. @throws Refusal 400 for an unknown order */
export const findKeyReads = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  query: QueryOf<typeof apiToken.reads>,
): Promise<AnswerOf<typeof apiToken.reads>> => {
  const { companyId, tokenId, result } = query
  const conditions = [tenantOf(actor)('u')]
  if (companyId !== undefined) conditions.push(sql`u.company_id = ${companyId}`)
  if (tokenId !== undefined) conditions.push(sql`u.key_id = ${tokenId}`)
  const ofKeys = sql.join(conditions, sql` and `)
  const matches =
    result === undefined ? ofKeys : sql`${ofKeys} and ${result === 'given' ? sql`u.result = 'given'` : sql`u.result <> 'given'`}`
  const newest = sql`(select * from read_key_use u where ${matches} order by u.last_at desc limit ${mostLines})`
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { from, to } = japanDayRange(japanDay(clock()))
  const [{ data, count }, today] = await Promise.all([
    readPage(db, orderOf(orders, query), page, {
      rows: (tail) => sql<Row>`
        select ${columns} from ${newest} u join read_key k on k.company_id = u.company_id and k.key_id = u.key_id and ${tenantOf(actor)('k')} ${tail}`,
      count: sql`select count(*) as count from ${newest} u`,
    }),
    sql<{ reads: number; refused: number }>`
      select coalesce(sum(u.reads), 0)::int as reads, coalesce(sum(u.reads) filter (where u.result <> 'given'), 0)::int as refused
        from read_key_use u where ${ofKeys} and u.minute >= ${from} and u.minute < ${to}`.execute(db),
  ])
  return { data: data.map(({ at, ...row }) => ({ ...row, at: toJapanIso(at) })), count, today: today.rows[0] ?? { reads: 0, refused: 0 } }
}
