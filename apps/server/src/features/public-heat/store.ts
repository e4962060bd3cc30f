import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../platform/database/columns.ts'
import type { PublicValue } from './public-value.ts'

// What the service said of an hour before may have been corrected since. An older forecast, which is fetched where the newest
// cannot be had, replaces no newer one.
const upsert = `
  insert into public_wbgt as p (station, at, kind, wbgt, fetched_at, issued_at)
  select $1, x.at, x.kind, x.wbgt, $2, x.issued_at
    from unnest($3::timestamptz[], $4::text[], $5::real[], $6::timestamptz[]) as x (at, kind, wbgt, issued_at)
  on conflict (station, at, kind) do update set
    wbgt = excluded.wbgt, fetched_at = excluded.fetched_at, issued_at = excluded.issued_at
  where p.issued_at is null or excluded.issued_at >= p.issued_at`

/** Keeps a station's values, each hour and kind once. */
export const storeValues = async (client: PoolClient, station: string, values: readonly PublicValue[], fetchedAt: Date): Promise<void> => {
  const distinct = [...new Map(values.map((value) => [`${value.kind}/${value.at.getTime()}`, value])).values()]
  if (distinct.length === 0) return
  await client.query(upsert, [
    station,
    fetchedAt,
    arrayOf(distinct, ({ at }) => instantOf(at.getTime())),
    arrayOf(distinct, ({ kind }) => kind),
    arrayOf(distinct, ({ wbgt }) => wbgt),
    arrayOf(distinct, ({ issuedAt }) => (issuedAt === undefined ? null : instantOf(issuedAt.getTime()))),
  ])
}
