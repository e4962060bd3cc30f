-- The company in every key of episodes, their history and the mail about them. Whoever handled an episode may be of the
-- provider's company: people who did something are named, as in the audit log, and are no foreign keys.

alter table alert
  add column handled_by_name text,
  -- How the condition ended; null while it holds, and where it ended before this was kept.
  add column ending text check (ending in ('recovered', 'lost', 'handedOver', 'closed')),
  -- Over already when its readings came in.
  add column late boolean not null default false,
  -- When the call button was pressed, by the device's corrected clock.
  add column called_at timestamptz,
  add column changed_at timestamptz not null default now(),
  drop constraint alert_kind_check,
  add constraint alert_kind_check check (kind in
    ('condition', 'emergency', 'siteHeat', 'belt', 'noHeartRate', 'silent', 'gatewaySilent', 'siteSilent', 'clock', 'battery')),
  -- Three kinds may concern the site as a whole: its silence, the heat of its public station, a call from a device nobody wears.
  drop constraint alert_subject,
  add constraint alert_subject check
    (num_nonnulls(user_id, device_id) >= 1 or kind in ('siteSilent', 'siteHeat') or ended_at is not null);
update alert a set handled_by_name = u.full_name from app_user u where u.user_id = a.handled_by;
-- Whom the subject left for another company: the names at the time stay with the episode.
update alert a set user_id = null, ended_at = coalesce(a.ended_at, now())
  from app_user u where u.user_id = a.user_id and u.company_id <> a.company_id;
update alert a set device_id = null, ended_at = coalesce(a.ended_at, now())
  from device d where d.device_id = a.device_id and d.company_id <> a.company_id;
update alert a set group_id = null from work_group g where g.group_id = a.group_id and g.company_id <> a.company_id;
drop index alert_one_open;
drop index alert_office_started;
drop index alert_company_started;
drop index alert_user_started;
drop index alert_unhandled;
drop index alert_changed_in;
alter table alert
  drop column changed_in,
  drop constraint alert_pkey,
  add primary key (company_id, alert_id),
  add foreign key (company_id, user_id) references app_user,
  add foreign key (company_id, device_id) references device,
  add foreign key (company_id, group_id) references work_group;
create unique index alert_one_open on alert (company_id, kind, office_id, user_id, device_id) nulls not distinct where ended_at is null;
create index alert_office_started on alert (company_id, office_id, started_at desc);
create index alert_company_started on alert (company_id, started_at desc);
create index alert_user_started on alert (company_id, user_id, started_at desc);
create index alert_unhandled on alert (company_id, office_id) where handling <> 'closed';
-- What a deleted device or group is taken out of.
create index alert_device on alert (company_id, device_id) where device_id is not null;
create index alert_group on alert (company_id, group_id) where group_id is not null;
-- By which the live stream resumes.
create index alert_changed_at on alert (company_id, changed_at);
-- The service's administrators open an episode by the number alone.
create index alert_number on alert (alert_id);

alter table alert_event
  add column event_id bigint generated always as identity,
  add column company_id integer,
  add column user_name text;
update alert_event e set company_id = a.company_id from alert a where a.alert_id = e.alert_id;
update alert_event e set user_name = u.full_name from app_user u where u.user_id = e.user_id;
drop index alert_event_alert;
alter table alert_event
  alter column company_id set not null,
  add primary key (company_id, alert_id, event_id),
  add foreign key (company_id, alert_id) references alert on delete cascade;

update outbox_mail m set company_id = coalesce(a.company_id, m.company_id, 0)
  from outbox_mail other left join alert a on a.alert_id = other.alert_id where other.mail_id = m.mail_id;
drop index outbox_mail_alert;
alter table outbox_mail
  alter column company_id set not null,
  drop constraint outbox_mail_pkey,
  add primary key (company_id, mail_id),
  add foreign key (company_id) references company on delete cascade,
  add foreign key (company_id, alert_id) references alert;
create index outbox_mail_alert on outbox_mail (company_id, alert_id) where alert_id is not null;
