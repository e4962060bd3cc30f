-- What terminals and barometers are told, and how the telling goes.

-- When the terminal was last zeroed beside its barometer; null where it never was since they were linked.
alter table device add altitude_zeroed_at timestamptz;

-- The whole setting of a terminal; the judge reads the altitudes and the waiting time. What is done once (a firmware
-- update, a recalibration) is no setting: it stands in the command that asks for it.
alter table belt_setting
  add led_color              text not null default 'D55E00,E69F00,F0E442,009E73,56B4E9,CC79A7',
  add buzzer                 boolean not null default true,
  add interval_minutes       integer not null default 10,
  add offset_setting         integer,
  add shoulder_mode          boolean not null default false,
  add location_interval_minutes integer not null default 10,
  add emergency_alerts       boolean not null default true,
  add latitude               double precision,
  add longitude              double precision,
  add slave_id               text;

create table barometer_setting (
  device_id          integer primary key references device on delete cascade,
  interval_minutes   integer not null default 10,
  latitude           double precision,
  longitude          double precision,
  version            integer not null default 1
);

-- Commands to devices. At most one of a device is on its way and one waits behind it; a newer one replaces the waiting.
-- office_id is the site that gave the command: a device that has moved on does not get it any more.
create table downlink (
  downlink_id bigint generated always as identity primary key,
  office_id   integer not null references office on delete cascade,
  device_id   integer not null references device on delete cascade,
  -- The settings that changed, as the device is told.
  payload     jsonb not null,
  state       text not null default 'pending' check (state in ('pending', 'sent', 'acknowledged', 'failed', 'expired', 'superseded')),
  created_by  text,
  created_at  timestamptz not null,
  sent_at     timestamptz,
  -- How often it was handed out, and when it may be again.
  attempts    smallint not null default 0,
  next_try_at timestamptz,
  acked_at    timestamptz,
  error       text
);
create index downlink_device on downlink (device_id, downlink_id desc);
create unique index downlink_one_waiting on downlink (device_id) where state = 'pending';
create unique index downlink_one_on_its_way on downlink (device_id) where state = 'sent';
create index downlink_open on downlink (office_id, downlink_id) where state in ('pending', 'sent');

-- Two living keys of a site are told apart by name.
create unique index ingest_key_name_unique on ingest_key (office_id, name) where revoked_at is null;
