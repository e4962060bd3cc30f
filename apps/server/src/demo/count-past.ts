import type { Pool } from 'pg'
import type { DemoSite } from './demo-file.ts'

/**
 * Counts the readings of the past in the minutes in which they were measured. They were all sent while the demo started, which the
 * status of receiving would show as one peak.
 */
export const countPastInTime = async (pool: Pool, { companyId, officeId, ingestKey }: DemoSite): Promise<void> => {
  const [keyId] = ingestKey.split('.')
  for (const [table, span] of [
    ['ingest_count', 'minute'],
    ['ingest_hour', 'hour'],
  ] as const) {
    await pool.query(`delete from ${table} c where c.company_id = $1 and c.office_id = $2 and c.key_id = $3`, [companyId, officeId, keyId])
    await pool.query(
      `insert into ${table} (company_id, office_id, key_id, ${span}, outcome, reason, readings)
       select $1, $2, $3, date_trunc('${span}', r.at), 'accepted', '', count(*)
         from reading r
        where r.company_id = $1 and r.office_id = $2 and r.at > now() - interval '24 hours'
        group by date_trunc('${span}', r.at)`,
      [companyId, officeId, keyId],
    )
  }
}
