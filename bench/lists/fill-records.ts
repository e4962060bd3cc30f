import type { Pool } from 'pg'
import { fillAlertsOfPeople } from '../../apps/server/src/features/alerts/episodes/test-alerts-of-people.ts'
import { prefix } from './fill-organisation.ts'

const entries = 1_000_000

// Sealed already, with hashes that say nothing: the job would spend the bench on sealing them.
const auditLog = `
  insert into audit_log (at, user_id, user_name, company_id, office_id, action, resource, resource_id, before, after, address, chain, chain_no, hash, digests)
  select now() - n * interval '1 year' / ${entries}, a.user_id, a.login_id, a.company_id, u.office_id, x.action, x.resource,
         case when x.resource = 'user' or x.chain = 'read' then u.user_id::text else n::text end,
         case when x.action = 'update' then '{"phoneNumber":"03-1111"}'::jsonb end, case when x.action in ('update', 'create') then '{"phoneNumber":"03-2222"}'::jsonb end,
         '203.0.113.' || n % 250, x.chain, row_number() over (partition by a.company_id, x.chain order by n desc), sha256(n::text::bytea), '{}'
    from generate_series(1, ${entries}) n
    join (select u.*, row_number() over (order by md5(u.user_id::text)) as place from app_user u where u.login_id like '${prefix}%') u on u.place = 1 + n % 100000
    join (select l.company_id, l.user_id, l.login_id, row_number() over (partition by l.company_id order by l.user_id) as place
            from app_user l where l.login_id like '${prefix}%' and l.role = 'GroupLeader') a on a.company_id = u.company_id and a.place = 1 + n / 100000
   cross join lateral (select (array['update', 'create', 'login', 'logout', 'export', 'read', 'read', 'acknowledge'])[1 + n % 8] as action,
       (array['user', 'device', 'session', 'session', 'report', 'conditionList', 'conditionDetail', 'alert'])[1 + n % 8] as resource,
       (array['change', 'change', 'change', 'change', 'change', 'read', 'read', 'change'])[1 + n % 8] as chain) x`

const chains = `
  insert into audit_chain (company_id, chain, last_no, last_hash)
  select a.company_id, a.chain, max(a.chain_no), sha256('last') from audit_log a where a.chain_no is not null group by a.company_id, a.chain
  on conflict (company_id, chain) do update set last_no = greatest(audit_chain.last_no, excluded.last_no)`

const people = `select u.company_id, u.office_id, u.group_id, u.user_id, u.full_name from app_user u where u.login_id like '${prefix}%'`

const rests = `
  insert into rest (company_id, office_id, group_id, user_id, began_at, ended_at, source, sent_at, arrived_at, ended_by)
  select p.company_id, p.office_id, p.group_id, p.user_id, t.at, t.at + interval '15 minutes', 'leader', t.at, t.at + interval '3 minutes', 'leader'
    from (${people}) p, generate_series(0, 6) n, lateral (select now() - n * interval '1 day' - (p.user_id % 300 + 20) * interval '1 minute' as at) t`

const handovers = `
  insert into wear (company_id, user_id, device_id, slot, worn_from, worn_to, swap_reason)
  select w.company_id, w.user_id, w.device_id, w.slot, w.worn_from - n * interval '1 day', w.worn_from - n * interval '1 day' + interval '9 hours',
         case when w.user_id % 10 = 0 then 'battery' end
    from wear w, generate_series(1, 5) n where w.worn_to is null`

const checks = `
  insert into morning_check (company_id, user_id, day, office_id, answered_at, answers, counted, source, answered_by)
  select p.company_id, p.user_id, (now() at time zone 'Asia/Tokyo')::date - n, p.office_id, now() - n * interval '1 day', '{}', '{}', 'leader', p.user_id
    from (${people}) p, generate_series(0, 4) n where (p.user_id + n) % 10 <> 0`

const mails = `
  insert into outbox_mail (company_id, office_id, created_at, recipients, subject, body, attempts, sent_at, delivered_to, address_key)
  select o.company_id, o.office_id, t.at, '{"to":["anzen@example.jp"]}', '危険：佐藤　太郎', '日陰で休ませてください', 1, t.at, '{anzen@example.jp}', null
    from office o join company c on c.company_id = o.company_id, generate_series(1, 3000) n, lateral (select now() - n * interval '1 hour' as at) t
   where c.code like 'LIST-%'`

const commands = `
  insert into downlink (company_id, office_id, device_id, payload, state, created_by, created_at, sent_at, acked_at, attempts)
  select d.company_id, d.office_id, d.device_id, '{"kind":"setting","fields":{}}', 'acknowledged', 'admin', t.at, t.at, t.at, 1
    from device d join company c on c.company_id = d.company_id, generate_series(1, 3) n, lateral (select now() - n * interval '1 day' as at) t
   where c.code like 'LIST-%' and d.kind in ('vital', 'barometer')`

const readKeys = `
  insert into read_key (company_id, key_id, number, name, scopes, secret_hash, created_at, created_by, ends_at)
  select c.company_id, 'list-' || c.company_id || '-' || n, n, 'BI ' || n, '{condition,vitals}', sha256('x'), now(), 'admin', now() + interval '1 year'
    from company c, generate_series(1, 20) n where c.code like 'LIST-%'`
const readKeyUses = `
  insert into read_key_use (company_id, key_id, minute, method, path, result, address, reads, items, last_at)
  select k.company_id, k.key_id, t.at, 'GET', '/api/HealthCondition', (array['given', 'given', 'given', 'scope'])[1 + n % 4], '203.0.113.9', 3, 300, t.at
    from read_key k, generate_series(1, 3000) n, lateral (select date_trunc('minute', now()) - n * interval '7 minutes' as at) t`

const places = `
  insert into named_place (company_id, office_id, name, latitude, longitude)
  select o.company_id, o.office_id, '場所' || n, 35.68, 139.76 from office o join company c on c.company_id = o.company_id, generate_series(1, 30) n where c.code like 'LIST-%'`

const unregistered = `
  insert into unregistered_device (company_id, office_id, kind, serial, heard_at, heard_since, readings)
  select o.company_id, o.office_id, 'vital', 'X' || n, now() - n * interval '1 minute', now() - interval '3 hours', 100
    from office o join company c on c.company_id = o.company_id, generate_series(1, 200) n where c.code like 'LIST-%'`
const elsewhere = `
  insert into heard_elsewhere (company_id, device_id, office_id, heard_at)
  select d.company_id, d.device_id, o.office_id, now() - d.device_id % 600 * interval '1 minute'
    from device d join company c on c.company_id = d.company_id
    join (select x.company_id, min(x.office_id) as office_id from office x group by x.company_id) o on o.company_id = d.company_id and o.office_id <> d.office_id
   where c.code like 'LIST-%' and d.kind = 'vital' and d.device_id % 100 = 0`

const channels = `
  insert into notification_channel (company_id, channel_id, office_id, type, name, is_enabled, level, kinds, created_at)
  select o.company_id, 'list-' || o.office_id || '-' || n, o.office_id, 'slack', '連絡先' || n, false, 3, '{condition}', now()
    from office o join company c on c.company_id = o.company_id, generate_series(1, 5) n where c.code like 'LIST-%'`
const deliveries = `
  insert into channel_delivery (company_id, channel_id, office_id, created_at, occasion, next_try_at, sent_at, attempts, status, duration_ms, body_removed_at)
  select c.company_id, c.channel_id, c.office_id, t.at, 'opened', t.at, t.at, 1, 200, 80, t.at
    from notification_channel c, generate_series(1, case when c.name = '連絡先1' then 3000 else 100 end) n,
         lateral (select now() - n * interval '17 minutes' as at) t where c.channel_id like 'list-%'`

const duties = `
  insert into duty (company_id, office_id, version, valid_from, starts_at, line, employers, procedures, texts, made_at, made_by, made_by_name)
  select o.company_id, o.office_id, n, current_date - 30 * (4 - n), now() - (4 - n) * interval '30 days', '[]', '[]', '日陰に移して冷やす', '{}', now() - (4 - n) * interval '30 days', 1, '管理　花子'
    from office o join company c on c.company_id = o.company_id, generate_series(1, 3) n where c.code like 'LIST-%'`
const briefings = `
  insert into duty_briefing (company_id, office_id, version, user_id, briefed_at, means, language, speaker, recorded_at, recorded_by)
  select p.company_id, p.office_id, n, p.user_id, now() - (4 - n) * interval '29 days', 'meeting', 'ja', '所長　次郎', now() - (4 - n) * interval '29 days', p.user_id
    from (${people}) p, generate_series(1, 3) n where (p.user_id + n) % 20 <> 0`

const warmings = `
  update app_user u set ladder_first_on = current_date - 3, ladder_last_on = current_date - 1, ladder_days = 3, acclimatised_on = null
   where u.login_id like '${prefix}%' and u.user_id % 25 = 0`

const records = {
  'audit log': auditLog,
  chains,
  rests,
  handovers,
  checks,
  mails,
  commands,
  readKeys,
  readKeyUses,
  places,
  unregistered,
  elsewhere,
  channels,
  deliveries,
  duties,
  briefings,
  warmings,
} as const

/** What months of work leave behind: a million alerts and entries of the audit log, and the other records of everybody. */
export const fillRecords = async (pool: Pool, onStep: (what: string) => void): Promise<void> => {
  await fillAlertsOfPeople(pool, prefix)
  onStep('alerts')
  for (const [name, text] of Object.entries(records)) {
    await pool.query(text)
    onStep(name)
  }
}
