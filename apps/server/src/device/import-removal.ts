import type { Removal } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import { stage } from '../platform/exchange/stage.ts'

const counted = `
  select count(*)::int as deleted,
         count(*) filter (where exists (select from wear w where w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null))::int as worn,
         count(*) filter (
           where d.linked_device_id is not null or exists (
             select from device other where other.company_id = d.company_id and other.linked_device_id = d.device_id)
         )::int as linked
    from ${stage} s join device d on d.company_id = $1 and d.device_id = s.target_id
   where s.deletes`

/** How many of the company's devices that the staged rows delete are worn or linked; undefined where none is. */
export const removalOfDevices = async (client: ClientBase, companyId: number): Promise<Removal | undefined> => {
  const { rows } = await client.query<Removal>(counted, [companyId])
  return rows.find(({ worn, linked }) => worn + linked > 0)
}
