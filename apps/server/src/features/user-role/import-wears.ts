import type { PoolClient } from 'pg'
import { changeWearer } from '../alerts/episodes/change-wearer.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Requester } from '../../platform/audit.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { stage } from '../../platform/exchange/stage.ts'
import { japanDay, japanDayRange } from '../../platform/japan-time.ts'
import { changed } from './import-changed.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

type Slot = 'vital' | 'belt'

const fieldOf: Record<Slot, string> = { vital: 'meditagId', belt: 'safetyBeltId' }

// $1 is the company.
const findNewcomers = `
  update ${stage} s set target_id = u.user_id from app_user u
   where s.target_id is null and (s.vital is not null or s.belt is not null)
     and u.company_id = $1 and u.login_key = lower(s.login_id)`

// What the file says each person wears beside what they wear now; $1 is the company, $2 the office.
const differences = (slot: Slot) => `
  select s.target_id as user_id, d.device_id, d.serial, w.wear_id, old.serial as old_serial
    from ${stage} s
    left join device d on d.company_id = $1 and d.office_id = $2 and d.kind = '${slot}' and d.serial = s.${slot}
    left join wear w on w.company_id = $1 and w.user_id = s.target_id and w.slot = '${slot}' and w.worn_to is null
    left join device old on old.company_id = w.company_id and old.device_id = w.device_id
   where not s.deletes and s.target_id is not null and d.device_id is distinct from w.device_id`

const takeOff = `
  update wear w set worn_to = greatest(w.worn_from, $2::timestamptz) from wear_change c
   where w.company_id = $1 and w.wear_id = c.wear_id`

// As the form does it: a device that nobody ever wore is worn from the morning on. See wear.ts.
const putOn = (slot: Slot) => `
  with known as materialized (
    select distinct w.device_id from wear w where w.company_id = $1 and w.device_id in (select c.device_id from wear_change c)
  ), last as materialized (
    select w.user_id, max(w.worn_to) as worn_to from wear w
     where w.company_id = $1 and w.slot = '${slot}' and w.user_id in (select c.user_id from wear_change c) group by w.user_id
  )
  insert into wear (company_id, user_id, device_id, slot, worn_from)
  select $1::int, c.user_id, c.device_id, '${slot}',
         case when known.device_id is not null then $2::timestamptz else greatest($3::timestamptz, last.worn_to) end
    from wear_change c
    left join known on known.device_id = c.device_id
    left join last on last.user_id = c.user_id
   where c.device_id is not null`

const devicesOfChanges = `
  select c.device_id from wear_change c where c.device_id is not null
  union
  select w.device_id from wear w join wear_change c on w.company_id = $1 and w.wear_id = c.wear_id`

const log = (slot: Slot) => `
  insert into audit_log (at, user_id, user_name, company_id, office_id, action, resource, resource_id, before, after, address)
  select $2::timestamptz, $3::int, $4::text, u.company_id, u.office_id, 'update', 'user', u.user_id::text,
         jsonb_build_object('${fieldOf[slot]}', c.old_serial), jsonb_build_object('${fieldOf[slot]}', c.serial), $5::text
    from wear_change c join app_user u on u.company_id = $1 and u.user_id = c.user_id`

// A form that is open now shows the old devices, so its version must no longer match; nobody has a new person's form open.
const touch = `
  update app_user u set version = u.version + 1
   where u.company_id = $1 and u.user_id in (select c.user_id from wear_change c except select n.user_id from ${changed} n)
  returning u.user_id`
// On a cluster a table of the session's own takes no rows that another node changed.
const noteTouched = `insert into ${changed} (user_id, made) select x.id, false from unnest($1::int[]) x (id)`

/** Makes what the staged workers wear what the file says. All devices are taken off before any is put on, since workers may exchange devices. */
export const applyWears = async (
  client: PoolClient,
  { companyId, officeId }: OfficeKey,
  { actor, address }: Requester,
  now: Date,
): Promise<void> => {
  const { from: morning } = japanDayRange(japanDay(now))
  await client.query(findNewcomers, [companyId])
  for (const slot of ['vital', 'belt'] as const) {
    await client.query(`create temp table wear_change on commit drop as ${differences(slot)}`, [companyId, officeId])
    await client.query(takeOff, [companyId, now])
    await client.query(putOn(slot), [companyId, now, morning])
    const { rows } = await client.query<{ device_id: number }>(devicesOfChanges, [companyId])
    const deviceIds = rows.map((row) => row.device_id)
    await changeWearer(onClient(client), companyId, deviceIds, now)
    await client.query(log(slot), [companyId, now, actor.userId, actor.loginId, address])
    const { rows: touched } = await client.query<TableRow<'app_user', 'user_id'>>(touch, [companyId])
    await client.query(noteTouched, [touched.map((row) => row.user_id)])
    await client.query('drop table wear_change')
  }
}
