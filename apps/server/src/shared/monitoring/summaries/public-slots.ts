import type { ClientBase } from 'pg'
import { type ChangedSlot, markForecastHours } from '../forecast/due.ts'

// Of two values for the same time the measured one counts.
const upsert = `
  insert into heat_summary as h (company_id, office_id, device_id, slot, serial, source, wbgt_max, wbgt_sum, wbgt_count)
  select o.company_id, o.office_id, 0, date_bin('10 minutes', p.at, timestamptz '2000-01-01T00:00:00Z'), p.station, 'public',
         max(p.wbgt), sum(p.wbgt::numeric), count(*)
    from office o
   cross join (select distinct on (v.at) v.station, v.at, v.wbgt from public_wbgt v
                where v.station = $1 and v.kind <> 'forecast' and v.at > $2::timestamptz - interval '10 days'
                order by v.at, v.kind desc) p
   where o.public_wbgt_station = $1 and (o.archived_at is null or p.at < o.archived_at)
   group by 1, 2, 4, 5
   order by 1, 2, 4
  on conflict (company_id, device_id, slot, office_id) do update set
    serial = excluded.serial, wbgt_max = excluded.wbgt_max, wbgt_sum = excluded.wbgt_sum, wbgt_count = excluded.wbgt_count
  where (h.serial, h.wbgt_max, h.wbgt_sum, h.wbgt_count) is distinct from
        (excluded.serial, excluded.wbgt_max, excluded.wbgt_sum, excluded.wbgt_count)
  returning h.company_id, h.office_id, h.slot`

/** Keeps what a public station observed in the ten days before `now` with each site that takes its values. */
export const storePublicSlots = async (client: Pick<ClientBase, 'query'>, station: string, now: Date): Promise<void> => {
  const { rows } = await client.query<ChangedSlot & { company_id: number }>(upsert, [station, now])
  for (const [companyId, changed] of Map.groupBy(rows, ({ company_id }) => company_id)) await markForecastHours(client, companyId, changed)
}
