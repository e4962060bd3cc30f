import type { Removal } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import { stage } from '../../platform/exchange/stage.ts'

const counted = `
  with worn as materialized (select w.device_id from wear w where w.company_id = $1 and w.worn_to is null),
       linked as materialized (
         select d.device_id, d.linked_device_id from device d where d.company_id = $1 and d.linked_device_id is not null)
  select count(*)::int as deleted,
         count(*) filter (where s.target_id in (select w.device_id from worn w))::int as worn,
         count(*) filter (
           where s.target_id in (select l.device_id from linked l union all select l.linked_device_id from linked l))::int as linked
    from ${stage} s
   where s.deletes and s.target_id is not null`

/** How many of the company's devices that the staged rows delete are worn or linked; undefined where none is. */
export const removalOfDevices = async (client: ClientBase, companyId: number): Promise<Removal | undefined> => {
  const { rows } = await client.query<Removal>(counted, [companyId])
  return rows.find(({ worn, linked }) => worn + linked > 0)
}
