import type { Pool } from 'pg'
import type { Reader } from './calls.ts'
import { largeCompany, prefix } from './fill-organisation.ts'

/** What of the filled database is asked for, by its name in addresses, and who asks. */
export type Filled = { readonly values: Readonly<Record<string, string>>; readonly logins: Readonly<Record<Reader, readonly string[]>> }

const find = `
  select o.company_id as "companyId", o.office_id as "officeId",
         (select s.office_id from office s where s.company_id = o.company_id and s.base_code = 'L2') as "summarisedOfficeId",
         u.group_id as "groupId", u.user_id as "userId", 'V' || u.user_id as device,
         (select l.user_id from app_user l where l.company_id = o.company_id and l.login_id like '${prefix}%' and l.role = 'GroupLeader' order by l.user_id limit 1) as "leaderId",
         (select m.map_id from site_map m where m.company_id = o.company_id and m.office_id = o.office_id order by m.position limit 1) as "mapId",
         (select a.alert_id from alert a where a.company_id = o.company_id and a.office_id = o.office_id order by a.started_at desc limit 1) as "alertId",
         (select k.key_id from read_key k where k.company_id = o.company_id order by k.number limit 1) as "readKeyId",
         (select c.channel_id from notification_channel c where c.company_id = o.company_id and c.office_id = o.office_id order by c.name limit 1) as "channelId",
         '000001' as watcher, '000001' as barometer,
         to_char(now() at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as today,
         to_char(now() at time zone 'Asia/Tokyo' - interval '30 days', 'YYYY-MM-DD') as "monthAgo",
         to_char(now() at time zone 'Asia/Tokyo' - interval '1 month', 'YYYY-MM') as "lastMonth",
         (now() at time zone 'Asia/Tokyo')::date
           - ((select max(r.at) from reading r where r.company_id = o.company_id and r.user_id = u.user_id) at time zone 'Asia/Tokyo')::date as "dayOffset"
    from office o join company c on c.company_id = o.company_id
    join app_user u on u.company_id = o.company_id and u.office_id = o.office_id and u.role = 'User' and u.password_hash is not null
   where c.code = '${largeCompany}' and o.base_code = 'L1' order by u.user_id limit 1`

/** People of each role of the large site, and of those above it, who have a password. */
const findLogins = `
  select u.login_id, case u.role when 'AdminUnitService' then 'service' when 'AdminUnitContract' then 'company' when 'HeadquartersAdmin' then 'site'
                                 when 'GroupLeader' then 'leader' else 'worker' end as reader
    from app_user u where (u.login_id like '${prefix}%' or u.login_id like 'lists-%') and u.password_hash is not null order by u.user_id`

/** @throws Error where the database was not filled */
export const findFilled = async (pool: Pool): Promise<Filled> => {
  const { rows } = await pool.query<Record<string, string | number>>(find)
  const [row] = rows
  if (row === undefined) throw new Error('the large site is not there')
  const { rows: people } = await pool.query<{ login_id: string; reader: Reader }>(findLogins)
  const loginsOf = (reader: Reader) => people.filter((person) => person.reader === reader).map((person) => person.login_id)
  return {
    values: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
    logins: {
      service: loginsOf('service'),
      company: loginsOf('company'),
      site: loginsOf('site'),
      leader: loginsOf('leader'),
      worker: loginsOf('worker'),
    },
  }
}
