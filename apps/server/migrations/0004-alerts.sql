-- An alert is an episode: it opens, rises in place, and its condition ends; handling is apart from that.

create table alert (
  alert_id        integer generated always as identity primary key,
  kind            text not null check (kind in
    ('condition', 'emergency', 'siteHeat', 'belt', 'noHeartRate', 'silent', 'siteSilent', 'battery')),
  company_id      integer not null,
  office_id       integer not null,
  group_id        integer references work_group on delete set null,
  user_id         integer references app_user,
  device_id       integer references device on delete set null,
  -- The places are no foreign keys: a deleted one leaves its alerts as evidence.
  -- The names at the time stay with the episode, whatever becomes of the records they came from.
  full_name       text,
  company_name    text not null,
  base_name       text not null,
  group_name      text,
  location_name   text,
  level           smallint check (level between 0 and 3),
  peak_level      smallint check (peak_level between 0 and 3),
  cause           text not null,
  reason          jsonb,
  heart_rate      smallint,
  excess          real,
  wbgt            real,
  wbgt_point      text,
  started_at      timestamptz not null,
  ended_at        timestamptz,
  handling        text not null default 'open' check (handling in ('open', 'acknowledged', 'responding', 'closed')),
  handled_by      integer references app_user,
  handled_at      timestamptz,
  outcome         text check (outcome in ('rested', 'sentHome', 'medical', 'falseAlarm', 'other')),
  note            text,
  mails           integer not null default 0,
  changed_in      xid8 not null default pg_current_xact_id(),
  constraint alert_subject check (num_nonnulls(user_id, device_id) >= 1 or kind in ('siteSilent') or ended_at is not null)
);
create unique index alert_one_open on alert (kind, office_id, user_id, device_id) nulls not distinct where ended_at is null;
create index alert_office_started on alert (office_id, started_at desc);
create index alert_company_started on alert (company_id, started_at desc);
create index alert_user_started on alert (user_id, started_at desc);
create index alert_unhandled on alert (office_id) where handling <> 'closed';
-- By which the live stream resumes.
create index alert_changed_in on alert (changed_in);

create table alert_event (
  alert_id   integer not null references alert on delete cascade,
  at         timestamptz not null,
  event      text not null check (event in ('opened', 'raised', 'lowered', 'ended', 'reopened', 'acknowledged', 'responding', 'closed')),
  level      smallint,
  user_id    integer references app_user,
  note       text
);
create index alert_event_alert on alert_event (alert_id, at);

-- Mail leaves through here: written with the alert, sent by a job, kept as the record of who was told.
create table outbox_mail (
  mail_id     bigint generated always as identity primary key,
  alert_id    integer references alert on delete set null,
  company_id  integer,
  created_at  timestamptz not null default now(),
  recipients  jsonb not null,
  subject     text not null,
  body        text not null,
  attempts    smallint not null default 0,
  next_try_at timestamptz not null default now(),
  sent_at     timestamptz,
  error       text
);
create index outbox_mail_due on outbox_mail (next_try_at) where sent_at is null;
create index outbox_mail_alert on outbox_mail (alert_id) where alert_id is not null;
