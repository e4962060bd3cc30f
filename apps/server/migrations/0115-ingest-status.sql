-- How receiving goes at a site (decisions/0144-counts-of-receiving.md), and keys that try a sender out (decisions/0145-trial-keys.md).

-- What comes with the key is answered as if it were taken; nothing of it is judged or stored.
alter table ingest_key add column is_trial boolean not null default false;

alter table unregistered_device
  -- When its first reading came, of those since it was noted last; null for what was noted before this.
  add column heard_since timestamptz,
  -- The sender of the last reading.
  add column key_id text,
  -- Readings refused since then; 0 of a gateway that others name.
  add column readings bigint not null default 0;

-- What came from a key or connection in a clock minute, by what became of it. Readings of two processes add up.
create table ingest_count (
  company_id integer not null,
  office_id  integer not null,
  minute     timestamptz not null,
  key_id     text not null,
  outcome    text not null,
  -- Of what was refused; else empty.
  reason     text not null,
  readings   integer not null,
  -- The minute first: the status reads the last ones of an office.
  primary key (company_id, office_id, minute, key_id, outcome, reason),
  constraint ingest_count_outcome check (outcome in ('accepted', 'duplicate', 'refused')),
  constraint ingest_count_reason check ((outcome = 'refused') = (reason <> ''))
);
select place_table('ingest_count');
alter table ingest_count add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;
create index ingest_count_minute on ingest_count (minute);

-- The same in a clock hour: a working day is added up of its whole hours and the minutes before them.
create table ingest_hour (
  company_id integer not null,
  office_id  integer not null,
  hour       timestamptz not null,
  key_id     text not null,
  outcome    text not null,
  reason     text not null,
  readings   bigint not null,
  primary key (company_id, office_id, hour, key_id, outcome, reason)
);
select place_table('ingest_hour');
alter table ingest_hour add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;
create index ingest_hour_hour on ingest_hour (hour);

-- When and by which way the latest message of a key or connection came.
create table ingest_sender (
  company_id integer not null,
  office_id  integer not null,
  key_id     text not null,
  last_at    timestamptz not null,
  via        text not null,
  -- Of a connection that was deleted: when, and what it was, for as long as its counts are shown.
  deleted_at timestamptz,
  name       text,
  type       text,
  primary key (company_id, office_id, key_id),
  constraint ingest_sender_via check (via in ('http', 'mqtt')),
  constraint ingest_sender_deleted check (num_nonnulls(deleted_at, name, type) in (0, 3))
);
select place_table('ingest_sender');
alter table ingest_sender add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;

-- The latest refusals of a site, those of a day in Japan that are alike as one; what is not known of one is empty.
create table ingest_refusal (
  company_id integer not null,
  office_id  integer not null,
  key_id     text not null,
  day        date not null,
  kind       text not null,
  serial     text not null,
  field      text not null,
  reason     text not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  readings   integer not null,
  -- What the latest held in the field, as JSON, cut; null for fields that can say how or where somebody is.
  value      text,
  primary key (company_id, office_id, key_id, day, kind, serial, field, reason)
);
select place_table('ingest_refusal');
alter table ingest_refusal add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;

-- Fields that senders of a site use and that are not read.
create table unread_field (
  company_id integer not null,
  office_id  integer not null,
  -- Empty where that could not be read.
  kind       text not null,
  field      text not null,
  -- The field that seems to be meant.
  hint       text,
  readings   bigint not null,
  last_at    timestamptz not null,
  key_id     text not null,
  -- A few of the devices whose readings have it.
  serials    text[] not null,
  muted      boolean not null default false,
  primary key (company_id, office_id, kind, field, key_id)
);
select place_table('unread_field');
alter table unread_field add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;
