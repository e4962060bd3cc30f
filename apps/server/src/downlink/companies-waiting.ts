import { sql } from 'kysely'
import { companiesAtHand, isAtHand } from '../organisation/companies-at-hand.ts'
import type { Context } from '../platform/context.ts'

/** The companies that can be reached and have commands without an answer. */
export const companiesWaiting = async ({ db, pool }: Pick<Context, 'db' | 'pool'>): Promise<number[]> => {
  const { rows } = await sql<{ companyId: number }>`
    select distinct l.company_id as "companyId" from downlink l
     where l.state in ('pending', 'sent') and ${isAtHand(sql.ref('l.company_id'), await companiesAtHand(pool))}`.execute(db)
  return rows.map(({ companyId }) => companyId)
}
