import type { Pool } from 'pg'
import { providerId } from '../../apps/server/src/shared/organisation/keys.ts'

/** The company of the bench that is measured: half of all people, a site of 10,000 and twenty of 2,000. Five others have ten sites of 1,000. */
export const largeCompany = 'LIST-1'

/** People of the bench's companies have login IDs that begin with this. */
export const prefix = 'list-'

/** How many people hold each role that reads lists: one person's calls are paced once they are many. */
export const readersOfEach = 24

// Of each site: people, and with them groups of fifty.
const offices = `
  with made as (insert into company (code, name) select 'LIST-' || n, '一覧建設' || n from generate_series(1, 6) n returning company_id, code)
  insert into office (company_id, base_code, name, acclimatised, public_wbgt_station, procedures)
  select m.company_id, 'L' || n, '一覧現場' || n, true, '44132', '日陰に移して冷やす' from made m, generate_series(1, 21) n
   where m.code = '${largeCompany}' or n <= 10`

const peopleOf = `case when c.code <> '${largeCompany}' then 1000 when o.base_code = 'L1' then 10000 else 2000 end`

const groups = `
  insert into work_group (company_id, office_id, code, name)
  select o.company_id, o.office_id, 'G' || n, '第' || n || '班'
    from office o join company c on c.company_id = o.company_id, generate_series(1, (${peopleOf}) / 50) n where c.code like 'LIST-%'`

// The first of a group leads it, the second is the deputy.
const people = `
  with person as (
    select g.company_id, g.office_id, g.group_id, n, '${prefix}' || g.group_id || '-' || n as login
      from work_group g join company c on c.company_id = g.company_id, generate_series(1, 50) n where c.code like 'LIST-%'),
  claimed as (insert into login (login_key, company_id) select p.login, p.company_id from person p)
  insert into app_user (login_id, role, company_id, office_id, group_id, group_role, full_name, furigana, date_of_birth, affiliation1, worker_code,
                        consent_at, acclimatised_on, ladder_first_on, ladder_last_on, ladder_days, phone_number)
  select p.login, (array['GroupLeader', 'GroupSubLeader', 'User'])[least(p.n, 3)], p.company_id, p.office_id, p.group_id, least(p.n, 3),
         (array['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本'])[1 + p.group_id % 7] || '　' || (array['太郎', '健', '学', '翔太', '愛'])[1 + p.n % 5] || p.group_id % 997,
         (array['サトウ', 'スズキ', 'タカハシ', 'タナカ', 'イトウ', 'ワタナベ', 'ヤマモト'])[1 + p.group_id % 7] || '　' || (array['タロウ', 'ケン', 'マナブ', 'ショウタ', 'アイ'])[1 + p.n % 5] || p.group_id % 997,
         date '1960-01-01' + (p.group_id * 37 + p.n * 331) % 16000, '協力会社' || p.n % 9, 'W' || p.group_id || '-' || p.n, '2026-04-01',
         current_date - 60, current_date - 75, current_date - 1, 14, '090-1234-5678'
    from person p`

const devices = `
  insert into device (company_id, office_id, kind, type, serial)
  select u.company_id, u.office_id, 'vital', 3, 'V' || u.user_id from app_user u where u.login_id like '${prefix}%'
  union all
  select u.company_id, u.office_id, 'belt', 2, 'B-' || u.user_id from app_user u where u.login_id like '${prefix}%' and u.user_id % 5 = 0`

const maps = `
  insert into site_map (company_id, office_id, position, location_name, floor, latitude, longitude, angle_coordinates)
  select o.company_id, o.office_id, n, '第' || n || '工区', n || '階', 35.68, 139.76, null
    from office o join company c on c.company_id = o.company_id, generate_series(1, 4) n where c.code like 'LIST-%'`

const installed = `
  insert into device (company_id, office_id, kind, type, serial, location_name, map_id, latitude, longitude, rest_place)
  select o.company_id, o.office_id, k.kind, case when k.kind = 'gateway' and n % 4 <> 0 then 2 else 1 end,
         case k.kind when 'gateway' then 'GW-' || n else lpad(n::text, 6, '0') end, '第' || n % 37 || '工区 足場' || n, m.map_id,
         35.68 + n / 10000.0, 139.76, n % 20 = 0 and k.kind = 'gateway'
    from office o join company c on c.company_id = o.company_id
    cross join (values ('gateway', 40), ('heat', 10), ('barometer', 2)) k (kind, each)
    cross join lateral generate_series(1, k.each) n
    join site_map m on m.company_id = o.company_id and m.office_id = o.office_id and m.position = 1 + n % 4
   where c.code like 'LIST-%'`

const wears = `
  insert into wear (company_id, user_id, device_id, slot, worn_from)
  select u.company_id, u.user_id, d.device_id, d.kind, date_trunc('day', now()) - interval '20 days'
    from app_user u
    join device d on d.company_id = u.company_id and d.office_id = u.office_id
     and (d.kind, d.serial) in (('vital', 'V' || u.user_id), ('belt', 'B-' || u.user_id))
   where u.login_id like '${prefix}%'`

const admins = (role: string, name: string, place: string) => `
  with place as (${place}),
  claimed as (insert into login (login_key, company_id) select '${name}-' || n, p.company_id from place p, generate_series(1, ${readersOfEach}) n)
  insert into app_user (login_id, role, company_id, office_id, full_name, furigana, password_hash)
  select '${name}-' || n, '${role}', p.company_id, p.office_id, '管理　花子' || n, 'カンリ　ハナコ' || n, a.password_hash
    from place p, generate_series(1, ${readersOfEach}) n, app_user a where a.company_id = ${providerId} and a.login_key = 'admin'`

const siteOf = (columns: string) =>
  `select ${columns} from office o join company c on c.company_id = o.company_id where c.code = '${largeCompany}' and o.base_code = 'L1'`

// Leaders and workers are people of the large site already: so many of each get the password of the bench.
const passwords = `
  update app_user u set password_hash = a.password_hash from app_user a
   where a.company_id = ${providerId} and a.login_key = 'admin' and (u.company_id, u.user_id) in (
    select x.company_id, x.user_id from (
      select m.company_id, m.user_id, row_number() over (partition by m.role order by m.user_id) as n from app_user m
        join (${siteOf('o.company_id, o.office_id')}) s on s.company_id = m.company_id and s.office_id = m.office_id
       where m.role in ('GroupLeader', 'User')) x where x.n <= ${readersOfEach})`

/** 100,000 people of six companies with their sites, groups, devices, maps and administrators. */
export const fillOrganisation = async (pool: Pool): Promise<void> => {
  for (const text of [
    offices,
    groups,
    people,
    devices,
    maps,
    installed,
    'analyze app_user',
    'analyze device',
    wears,
    admins('AdminUnitService', 'lists-service', `select ${providerId} as company_id, null::int as office_id`),
    admins('AdminUnitContract', 'lists-company', siteOf('o.company_id, null::int as office_id')),
    admins('HeadquartersAdmin', 'lists-site', siteOf('o.company_id, o.office_id')),
    passwords,
    'vacuum analyze app_user',
    'analyze',
  ])
    await pool.query(text)
}
