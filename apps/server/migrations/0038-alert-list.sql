-- The list of alerts at a million past ones. What it filters, counts and orders by stands in its indexes, so that neither
-- a page nor an exact count reads the rows themselves.

-- Past and present of a company, the newest first. Drills have a list of their own (alert_drill).
drop index alert_company_started;
create index alert_company_started on alert (company_id, started_at desc, alert_id desc)
  include (kind, office_id, group_id, user_id, handling, ended_at, withdrawn) where not drill;
-- The same of all companies, for the service's own administrators: the one list that names no company.
create index alert_started on alert (started_at desc, alert_id desc)
  include (company_id, kind, office_id, group_id, user_id, handling, ended_at, withdrawn) where not drill;
-- What people have to see to, or what lasts.
create index alert_current on alert (company_id, started_at desc, alert_id desc)
  include (kind, office_id, group_id, user_id, handling, ended_at, level, drill)
  where (handling <> 'closed' or ended_at is null) and not withdrawn;
-- The few that stand before all others.
create index alert_open_emergency on alert (company_id, started_at desc) where kind = 'emergency' and handling <> 'closed';
