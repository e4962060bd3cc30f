import type { Removal } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import { stage } from '../platform/exchange/stage.ts'

const counted = `
  select count(*)::int as deleted,
         count(*) filter (where exists (select from wear w where w.company_id = $1 and w.user_id = s.target_id and w.worn_to is null))::int as worn,
         0 as linked
    from ${stage} s
   where s.deletes`

/** How many of the company's people whom the staged rows delete wear a device; undefined where nobody does. */
export const removalOfPeople = async (client: ClientBase, companyId: number): Promise<Removal | undefined> => {
  const { rows } = await client.query<Removal>(counted, [companyId])
  return rows.find(({ worn }) => worn > 0)
}
