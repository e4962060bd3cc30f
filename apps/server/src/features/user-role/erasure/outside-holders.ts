import { auditResourceNames, type OutsideHolder } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import { erasedText } from '../../../shared/erasure/person-marks.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIsoOrNull } from '../../../platform/japan-time.ts'

type Row = {
  readonly kind: OutsideHolder['kind']
  readonly who: string
  readonly what: string | null
  readonly count: number
  readonly last_at: Date | null
}

/** The files that name people, by what they are of. */
const namingFiles = ['user', 'group', 'device', 'alert', 'alertRecord', 'report', 'safetySummary', 'auditLog']

// Alerts of the person, and those of several people, which are nobody's own, that name them. Apart, so that an index finds each.
const namingAlerts = ({ companyId, userId }: PersonKey) => sql`
  select a.alert_id from alert a where a.company_id = ${companyId} and a.user_id = ${userId}
  union all
  select a.alert_id from alert a
   where a.company_id = ${companyId} and a.user_id is null and a.reason->'userIds' @> to_jsonb(${userId}::int)`

const naming = sql`select naming.alert_id from naming`

const mails = (person: PersonKey) => sql`
  select 'mail' as kind, x.address as who, null::text as what, count(distinct m.mail_id)::int as count, max(m.sent_at) as last_at
    from alert_notice n
    join outbox_mail m on m.company_id = ${person.companyId} and m.mail_id = n.mail_id
    cross join unnest(m.delivered_to) x (address)
   where n.company_id = ${person.companyId} and n.channel = 'mail' and n.alert_id in (${naming})
     and n.user_id is distinct from ${person.userId} and x.address <> ${erasedText}
   group by x.address`

const pushes = (person: PersonKey) => sql`
  select 'push', coalesce(n.user_name, ''), null, count(*)::int, max(n.at) from alert_notice n
   where n.company_id = ${person.companyId} and n.channel = 'push' and n.alert_id in (${naming})
     and n.user_id is distinct from ${person.userId}
   group by n.user_id, n.user_name`

// Of a message whose text is gone after 30 days nobody knows whether it named anybody: it counts. A webhook's events are named as they leave.
const channels = (person: PersonKey) => sql`
  select 'channel', x.name, null, count(*)::int, max(x.at) from (
    select coalesce(n.channel_name, '') as name, n.at from alert_notice n
      left join channel_delivery d on d.company_id = ${person.companyId} and d.delivery_id = n.delivery_id
     where n.company_id = ${person.companyId} and n.channel = 'channel' and n.alert_id in (${naming})
       and (d.message is null or d.message->>'person' is not null)
    union all
    select c.name, d.sent_at from channel_delivery d
      join notification_channel c on c.company_id = ${person.companyId} and c.channel_id = d.channel_id
     where d.company_id = ${person.companyId} and d.event_type is not null and d.sent_at is not null and c.with_names
       and d.alert_id in (${naming})) x
   group by x.name`

// Who took a file is known by the login ID of that time, and to their own company by name.
const files = ({ companyId, userId }: PersonKey) => sql`
  select 'file', coalesce(taker.full_name || '（' || a.user_name || '）', a.user_name), a.resource, count(*)::int, max(a.at)
    from audit_log a
    join app_user u on u.company_id = ${companyId} and u.user_id = ${userId}
    left join app_user taker on taker.company_id = ${companyId} and taker.user_id = a.user_id
   where a.company_id = ${companyId} and a.action = 'export' and a.resource = any(${namingFiles}::text[]) and a.at >= u.created_at
     and (a.office_id is null or u.office_id is null or a.office_id = u.office_id or a.office_id in (
       select h.office_id from hourly_summary h where h.company_id = ${companyId} and h.user_id = ${userId}))
   group by a.user_id, a.user_name, taker.full_name, a.resource`

const providers = ({ companyId }: PersonKey) => sql`
  select 'provider', p.issuer, null, 1, null from identity_provider p where p.company_id = ${companyId} and p.enabled`

/**
 * Who holds what names a person where an erasure does not reach: receivers of mails and notices of their alerts, channels that were sent their name, who took files
 * with names of their sites, and the company's identity provider. By numbers, so that it is the same before an erasure and after.
 */
export const findOutsideHolders = async (db: Db, person: PersonKey): Promise<OutsideHolder[]> => {
  const { rows } = await sql<Row>`
    with naming as materialized (${namingAlerts(person)})
    select * from (${mails(person)} union all ${pushes(person)} union all ${channels(person)} union all ${files(person)} union all ${providers(person)}) held
     order by array_position(array['mail', 'push', 'channel', 'file', 'provider'], held.kind), held.count desc, held.who`.execute(db)
  return rows.map(({ kind, who, what, count, last_at }) => ({
    kind,
    who,
    what: what === null ? null : (auditResourceNames[what] ?? what),
    count,
    lastAt: toJapanIsoOrNull(last_at),
  }))
}
