-- Reports of how somebody feels (申告): by the person on their own page, or by anybody through a site's poster
-- (decisions/0133-self-reports.md).

alter table alert
  -- Who or what said it: a device, the person on their own page, or somebody at a poster.
  add column source text not null default 'device',
  add constraint alert_source_check check (source in ('device', 'self', 'poster')),
  drop constraint alert_kind_check,
  add constraint alert_kind_check check (kind in
    ('condition', 'emergency', 'report', 'siteHeat', 'belt', 'noHeartRate', 'silent', 'gatewaySilent', 'deviceSilent', 'siteSilent',
     'barometerMoved', 'clock', 'battery')),
  drop constraint alert_subject,
  add constraint alert_subject check
    (num_nonnulls(user_id, device_id) >= 1 or kind in ('siteSilent', 'siteHeat', 'report') or drill or ended_at is not null);
-- A poster may report several people of one site at a time, none of whom is known.
drop index alert_one_open;
create unique index alert_one_open on alert (company_id, kind, office_id, user_id, device_id) nulls not distinct
  where ended_at is null and not drill and source <> 'poster';
drop index alert_open_emergency;
create index alert_open_emergency on alert (company_id, started_at desc) where kind in ('emergency', 'report') and handling <> 'closed';

alter table alert_event
  drop constraint alert_event_event_check,
  add constraint alert_event_event_check check (event in
    ('opened', 'raised', 'reported', 'answered', 'lowered', 'ended', 'reopened', 'handedOver', 'corrected', 'withdrawn', 'acknowledged',
     'responding', 'closed', 'noted'));

-- Each report as it was sent. Health data: a job deletes it after 30 days; the alert, which has no text of it, stays.
create table condition_report (
  company_id  integer not null,
  report_id   bigint not null generated always as identity,
  office_id   integer not null,
  -- Null where somebody answered 大丈夫 and nothing was open.
  alert_id    integer,
  user_id     integer,
  source      text not null,
  state       text,
  -- When it was done, by the sender's clock, and when it came in.
  done_at     timestamptz not null,
  received_at timestamptz not null,
  -- By which the sender of a poster's report asks what became of it; one report each.
  receipt     text collate "C",
  who         text,
  place       text,
  signs       text[] not null default '{}',
  note        text,
  primary key (company_id, report_id),
  constraint condition_report_source_check check (source in ('self', 'poster')),
  constraint condition_report_state_check check (state in ('well', 'unwell', 'help')),
  constraint condition_report_by_self check ((source = 'self') = (user_id is not null and state is not null)),
  constraint condition_report_length check (coalesce(length(who), 0) <= 200 and coalesce(length(place), 0) <= 200 and coalesce(length(note), 0) <= 200)
);
select place_table('condition_report');
alter table condition_report
  add foreign key (company_id, alert_id) references alert (company_id, alert_id) on delete cascade,
  add foreign key (company_id, user_id) references app_user (company_id, user_id),
  add constraint condition_report_receipt unique (company_id, receipt);
create index condition_report_user on condition_report (company_id, user_id, done_at desc) where user_id is not null;
create index condition_report_alert on condition_report (company_id, alert_id) where alert_id is not null;
create index condition_report_received on condition_report (company_id, received_at);
