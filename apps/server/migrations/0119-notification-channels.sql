-- Destinations outside that alerts are sent to (通知先), and what was sent (decisions/0150-notification-channels.md).
create table notification_channel (
  company_id     integer not null,
  channel_id     text not null,
  -- Null where it is sent what happens at every site of the company.
  office_id      integer,
  type           text not null check (type in ('webhook', 'teams', 'slack', 'lineworks', 'line', 'chatwork', 'sms')),
  name           text not null,
  is_enabled     boolean not null default true,
  -- The address that it is called at, sealed, since most of them are a secret by themselves, and as administrators see it.
  sealed_url     bytea,
  masked_url     text,
  settings       jsonb not null default '{}',
  -- JSON of its secrets, sealed, and the names of those that are there.
  sealed_secrets bytea,
  secret_names   text[] not null default '{}',
  -- The lowest level that it is sent; 4 is emergencies alone.
  level          smallint not null check (level between 1 and 4),
  kinds          text[] not null,
  -- HH:MM in Japan's time; both or neither.
  hours_from     text,
  hours_to       text,
  language       text not null default 'ja',
  with_names     boolean not null default false,
  created_at     timestamptz not null,
  version        integer not null default 1,
  -- Attempts that failed in a row, since when, and why the last did; administrators are notified once at the third.
  failures       integer not null default 0,
  failing_since  timestamptz,
  failure        text,
  failure_told_at timestamptz,
  -- Until when the service behind it asked to be left alone.
  paused_until   timestamptz,
  primary key (company_id, channel_id),
  check ((hours_from is null) = (hours_to is null))
);
select place_table('notification_channel');
alter table notification_channel add foreign key (company_id, office_id) references office on delete cascade;
alter table notification_channel
  add constraint notification_channel_name_unique unique nulls not distinct (company_id, office_id, name);

-- The outbox of channels: written with the notice that it is of, sent by a job of its own. What it said is removed after 30 days.
create table channel_delivery (
  company_id      integer not null,
  delivery_id     bigint not null generated always as identity,
  channel_id      text not null,
  office_id       integer,
  alert_id        integer,
  created_at      timestamptz not null,
  occasion        text,
  -- The step of the escalation, from 1.
  step            smallint,
  level           smallint,
  -- An emergency, a call, a report or an alarm of a device: it waits for no hours and no digest.
  urgent          boolean not null default false,
  is_test         boolean not null default false,
  -- What it says, before a sender brings it into the form of its service; null once it was removed.
  message         jsonb,
  -- How many messages went out together with it in one digest; null where it went alone.
  digest_count    smallint,
  -- Of a message that takes several requests, those that are done, so that none is repeated.
  delivered_to    text[] not null default '{}',
  attempts        smallint not null default 0,
  next_try_at     timestamptz not null,
  sent_at         timestamptz,
  failed_at       timestamptz,
  -- Nobody needed it any more before it left.
  is_superseded   boolean not null default false,
  -- What the channel answered last: HTTP status (null where none came), text, why it was not taken, and after how long.
  status          smallint,
  answer          text,
  error           text,
  duration_ms     integer,
  body_removed_at timestamptz,
  primary key (company_id, delivery_id)
);
select place_table('channel_delivery');
alter table channel_delivery
  add foreign key (company_id, channel_id) references notification_channel on delete cascade,
  add foreign key (company_id, alert_id) references alert on delete cascade;
create index channel_delivery_due on channel_delivery (next_try_at) where sent_at is null and failed_at is null;
create index channel_delivery_channel on channel_delivery (company_id, channel_id, created_at);
create index channel_delivery_alert on channel_delivery (company_id, alert_id) where alert_id is not null;
create index channel_delivery_body on channel_delivery (created_at) where body_removed_at is null;

-- The record of an alert names the channels that were sent it, whatever becomes of them.
alter table alert_notice
  drop constraint alert_notice_channel_check,
  add constraint alert_notice_channel_check check (channel in ('mail', 'push', 'channel', 'none')),
  add column channel_name text,
  add column delivery_id bigint;
