-- Notices to the browsers and phones of those who switched them on.

-- A browser that takes notices. It has them for as long as its session: what ends the session, ends them.
create table push_subscription (
  company_id      integer not null,
  subscription_id integer generated always as identity,
  session_id      uuid not null,
  -- Where the browser's push service takes notices for it, and the keys that only the browser can open them with.
  endpoint        text not null,
  p256dh          text not null,
  auth            text not null,
  created_at      timestamptz not null,
  -- Until when its push service asked to be left alone.
  paused_until    timestamptz,
  primary key (company_id, subscription_id),
  unique (company_id, session_id),
  foreign key (company_id, session_id) references session on delete cascade
);
-- A browser is one person's: who subscribes it takes it over from whoever had it.
create index push_subscription_endpoint on push_subscription (endpoint);

-- Notices on their way: written with what they tell of, sent by a job, kept a day.
create table outbox_push (
  company_id      integer not null,
  push_id         bigint generated always as identity,
  subscription_id integer not null,
  alert_id        integer,
  created_at      timestamptz not null,
  payload         jsonb not null,
  attempts        smallint not null default 0,
  next_try_at     timestamptz not null,
  sent_at         timestamptz,
  -- Given up: too old, refused, or its reader must not have it any more.
  failed_at       timestamptz,
  error           text,
  primary key (company_id, push_id),
  foreign key (company_id, subscription_id) references push_subscription on delete cascade,
  foreign key (company_id, alert_id) references alert on delete cascade
);
create index outbox_push_due on outbox_push (next_try_at) where sent_at is null and failed_at is null;
create index outbox_push_subscription on outbox_push (company_id, subscription_id, created_at);
create index outbox_push_alert on outbox_push (company_id, alert_id) where alert_id is not null;
