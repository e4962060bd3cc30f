import type { ClientBase } from 'pg'
import type { OfficeKey } from '../shared/organisation/keys.ts'

const schedulesSql = `
  insert into report_schedule (company_id, office_id, kind, sends_at, addresses, roles, sender_company_id, sender_id, done_on, problem)
  select $1, $2, x.kind, x.sends_at, '{gemba-jimusho@shinonome.example}', '{HeadquartersAdmin,GroupLeader,GroupSubLeader}', u.company_id, u.user_id,
         (now() at time zone 'Asia/Tokyo' - x.sends_at)::date, 'passedOver'
    from (values ('planTomorrow', time '17:00'), ('planToday', time '05:30')) x (kind, sends_at),
         (select company_id, user_id from app_user where company_id = $1 and office_id = $2 and role = 'HeadquartersAdmin' limit 1) u`

/** The plan of a site's days goes out in the evening and in the morning, from the next time on. */
export const seedPlanMails = async (client: ClientBase, { companyId, officeId }: OfficeKey): Promise<void> => {
  await client.query(schedulesSql, [companyId, officeId])
}
