import { sql } from 'kysely'
import { reachedNow } from '../cluster-health/each-company.ts'
import type { Context } from '../../platform/context.ts'

/** The companies that can be reached and have commands without an answer. */
export const companiesWaiting = async ({ db, pool }: Pick<Context, 'db' | 'pool'>): Promise<number[]> => {
  const isReached = await reachedNow({ pool })
  const { rows } = await sql<{ company_id: number }>`
    select distinct l.company_id from downlink l
     where l.state in ('pending', 'sent') and ${isReached('l')}`.execute(db)
  return rows.map(({ company_id: companyId }) => companyId)
}
