import type { ExportedMinute } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { boundedStatement } from './bounded-statement.ts'

/** People and the minutes that begin in [from, to), some thousands of rows at most. */
export type Slice = { readonly from: Date; readonly to: Date; readonly userIds: readonly number[] }

type Row = Omit<ExportedMinute, 'at'> & { readonly minute: Date }

/**
 * The minutes of a slice that have data, in the order of the file: by minute, then by worker code, then by number. A minute holds the
 * median of its heart rates (domain: the value by minute of devices that report more often) and the highest of all else, as reports do.
 * @param withVitals whether heart rates are in it
 */
export const readMinutes = (db: Db, { companyId, officeId }: OfficeKey, slice: Slice, withVitals: boolean): Promise<ExportedMinute[]> =>
  boundedStatement(db, async (trx) => {
    const { rows } = await sql<Row>`
      select m.minute, m.user_id as "userId", u.worker_code as "workerCode", g.code as "groupCode",
             ${withVitals ? sql`m.heart_rate` : sql`null::float8`} as "heartRate", m.level, m.personal_level as "personalLevel",
             m.wbgt, m.wbgt_source as "wbgtSource", m.excess
        from (
          select date_trunc('minute', r.at) as minute, r.user_id, max(r.group_id) as group_id,
                 percentile_cont(0.5) within group (order by r.heart_rate) as heart_rate,
                 max(r.total_level) as level, max(r.heart_level) as personal_level, max(r.wbgt) as wbgt,
                 (array_agg(r.wbgt_source order by r.wbgt desc, r.at desc) filter (where r.wbgt is not null))[1] as wbgt_source,
                 max(r.excess) as excess
            from reading r
           where r.company_id = ${companyId} and r.user_id = any(${slice.userIds}::int[]) and r.office_id = ${officeId}
             and r.at >= ${slice.from} and r.at < ${slice.to}
             and (r.heart_rate is not null or r.wbgt is not null or r.total_level is not null)
           group by 1, 2) m
        join app_user u on u.company_id = ${companyId} and u.user_id = m.user_id
        left join work_group g on g.company_id = ${companyId} and g.group_id = m.group_id and g.office_id = ${officeId}
       order by m.minute, u.worker_code, m.user_id`.execute(trx)
    return rows.map(({ minute, ...row }) => ({ at: toJapanIso(minute), ...row }))
  })
