-- A company or a site can be deleted once nobody and nothing is left in it. What stays behind is evidence: it carries the
-- names it needs, and points to places that are no more.
alter table alert drop constraint alert_company_id_fkey, drop constraint alert_office_id_fkey;

alter table app_user
  drop constraint app_user_scope,
  add constraint app_user_scope check (deleted_at is not null or case role
    when 'AdminUnitService' then company_id is null and office_id is null
    when 'AdminUnitContract' then company_id is not null and office_id is null
    else company_id is not null and office_id is not null end);

-- The log of one person, and how often somebody did something lately.
create index audit_log_user_at on audit_log (user_id, at desc);
