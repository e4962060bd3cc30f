-- A drill (訓練) is an alert that runs the whole chain beside the real ones: an emergency of a group or of a whole office,
-- of no person and no device, so that no query about people or equipment ever meets one.

alter table alert
  add column drill boolean not null default false,
  drop constraint alert_subject,
  add constraint alert_subject check
    (num_nonnulls(user_id, device_id) >= 1 or kind in ('siteSilent', 'siteHeat') or drill or ended_at is not null),
  add constraint alert_drill_subject check (not drill or (kind = 'emergency' and num_nonnulls(user_id, device_id) = 0));
-- A drill never stands in the way of a real one, which is why it is not among them.
drop index alert_one_open;
create unique index alert_one_open on alert (company_id, kind, office_id, user_id, device_id) nulls not distinct
  where ended_at is null and not drill;
create unique index alert_one_drill on alert (company_id, office_id) where drill and ended_at is null;
create index alert_drill on alert (company_id, started_at desc) where drill;
