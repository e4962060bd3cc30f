import type { Removal } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import { stage } from '../../platform/exchange/stage.ts'

const counted = `
  with worn as materialized (select w.user_id from wear w where w.company_id = $1 and w.worn_to is null)
  select count(*)::int as deleted,
         count(*) filter (where s.target_id in (select w.user_id from worn w))::int as worn,
         0 as linked
    from ${stage} s
   where s.deletes`

/** How many of the company's people whom the staged rows delete wear a device; undefined where nobody does. */
export const removalOfPeople = async (client: ClientBase, companyId: number): Promise<Removal | undefined> => {
  const { rows } = await client.query<Removal>(counted, [companyId])
  return rows.find(({ worn }) => worn > 0)
}
