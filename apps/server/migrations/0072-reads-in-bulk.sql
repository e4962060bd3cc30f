-- An entry about reads in bulk is one for a reader, a screen and an hour: it is raised while the hour runs and sealed after it.
alter table audit_log
  add column open_until timestamptz,
  add constraint audit_log_open_while_unsealed check (open_until is null or open_until <= at + interval '1 hour');
create unique index audit_log_open on audit_log (company_id, user_id, resource, open_until) where open_until is not null;
