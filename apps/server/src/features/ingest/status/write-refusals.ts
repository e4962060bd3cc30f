import type { PoolClient } from 'pg'
import { japanDay } from '../../../platform/japan-time.ts'
import type { DeviceLine, RefusalLine } from './received-counts.ts'
import { mostRefusals } from './refusals.ts'

const addRefusals = {
  name: 'ingest-add-refusals',
  text: `
    insert into ingest_refusal as r (company_id, office_id, key_id, day, kind, serial, field, reason, first_at, last_at, readings, value)
    select $1, x.*
      from unnest($2::int[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::int[], $12::text[])
             as x (office_id, key_id, day, kind, serial, field, reason, first_at, last_at, readings, value)
     order by x.office_id, x.key_id, x.day, x.kind, x.serial, x.field, x.reason
    on conflict (company_id, office_id, key_id, day, kind, serial, field, reason) do update
      set readings = r.readings + excluded.readings, value = excluded.value,
          first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at)`,
}
// Of each sender the latest are kept first, so that one that makes names up does not push those of the others out. Rows that another
// process holds are left to it.
const deleteOldRefusals = {
  name: 'ingest-delete-old-refusals',
  text: `
    with own as (
      select n.office_id, n.key_id, n.day, n.kind, n.serial, n.field, n.reason, n.last_at,
             row_number() over (partition by n.office_id, n.key_id order by n.last_at desc, n.day desc, n.kind, n.serial, n.field, n.reason) as own_place
        from ingest_refusal n where n.company_id = $1 and n.office_id = any($2::int[])),
    placed as (
      select o.*, row_number() over (partition by o.office_id order by o.own_place, o.last_at desc, o.key_id) as place from own o),
    old as materialized (
      select r.office_id, r.key_id, r.day, r.kind, r.serial, r.field, r.reason
        from ingest_refusal r
        join placed p on p.office_id = r.office_id and p.key_id = r.key_id and p.day = r.day and p.kind = r.kind and p.serial = r.serial
                     and p.field = r.field and p.reason = r.reason
       where r.company_id = $1 and p.place > $3
       order by r.office_id, r.key_id, r.day, r.kind, r.serial, r.field, r.reason
         for update of r skip locked)
    delete from ingest_refusal r using old
     where r.company_id = $1 and r.office_id = old.office_id and r.key_id = old.key_id and r.day = old.day
       and r.kind = old.kind and r.serial = old.serial and r.field = old.field and r.reason = old.reason`,
}
// Their rows are made with the batch that brought them first; batches lock them in the same order. One device may have sent by two keys.
const addToDevices = {
  name: 'ingest-count-unknown-devices',
  text: `
    with locked as materialized (
      select u.office_id, u.kind, u.serial, x.key_id, x.readings
        from unregistered_device u
        join (select s.office_id, s.kind, s.serial, sum(s.readings) as readings, (array_agg(s.key_id order by s.last_at desc))[1] as key_id
                from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::int[], $7::timestamptz[])
                       as s (office_id, kind, serial, key_id, readings, last_at)
               group by s.office_id, s.kind, s.serial) x
          on x.office_id = u.office_id and x.kind = u.kind and x.serial = u.serial
       where u.company_id = $1
       order by u.office_id, u.kind, u.serial
         for no key update of u)
    update unregistered_device u set readings = u.readings + l.readings, key_id = l.key_id
      from locked l
     where u.company_id = $1 and u.office_id = l.office_id and u.kind = l.kind and u.serial = l.serial`,
}

/** Adds refusals to those of their day that are alike, and keeps the latest of a site. */
export const writeRefusals = async (client: PoolClient, companyId: number, lines: readonly RefusalLine[]): Promise<void> => {
  await client.query({
    ...addRefusals,
    values: [
      companyId,
      lines.map(({ officeId }) => officeId),
      lines.map(({ keyId }) => keyId),
      lines.map(({ lastAt }) => japanDay(new Date(lastAt))),
      lines.map(({ kind }) => kind),
      lines.map(({ serial }) => serial),
      lines.map(({ field }) => field),
      lines.map(({ reason }) => reason),
      lines.map(({ firstAt }) => new Date(firstAt)),
      lines.map(({ lastAt }) => new Date(lastAt)),
      lines.map(({ readings }) => readings),
      lines.map(({ value }) => value),
    ],
  })
  await client.query({ ...deleteOldRefusals, values: [companyId, [...new Set(lines.map(({ officeId }) => officeId))], mostRefusals] })
}

/** Adds how many readings unknown devices sent. */
export const writeDevices = async (client: PoolClient, companyId: number, lines: readonly DeviceLine[]): Promise<void> => {
  await client.query({
    ...addToDevices,
    values: [
      companyId,
      lines.map(({ officeId }) => officeId),
      lines.map(({ kind }) => kind),
      lines.map(({ serial }) => serial),
      lines.map(({ keyId }) => keyId),
      lines.map(({ readings }) => readings),
      lines.map(({ lastAt }) => new Date(lastAt)),
    ],
  })
}
