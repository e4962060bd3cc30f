import { sql } from 'kysely'

/**
 * SQL: an episode (alias `a`) that was closed while its condition holds needs reopening: after a quarter of an hour, as
 * long as somebody is watched. Silence is never: whoever closed it has it quiet until the next reading.
 */
export const needsReopening = (now: Date) =>
  sql`a.kind not in ('silent', 'gatewaySilent', 'siteSilent') and a.handled_at <= ${now}::timestamptz - interval '15 minutes'
    and case when a.user_id is null
      then exists (select from device d where d.company_id = a.company_id and d.device_id = a.device_id and d.installation_status = 1)
      else exists (
        select from wear w join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
         where w.company_id = a.company_id and w.user_id = a.user_id and w.worn_to is null and u.deleted_at is null and u.consent_withdrawn_at is null) end`
