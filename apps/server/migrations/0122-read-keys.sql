-- Read keys (読み取りのトークン): what machines of a customer read with (decisions/0155-read-keys.md).
create table read_key (
  company_id   integer not null,
  -- Random: it is the first part of the secret.
  key_id       text not null,
  -- Of the company's keys, from 1: with a minus it stands for a person's number in the log of reads and where calls take turns.
  number       integer not null check (number > 0),
  name         text not null,
  scopes       text[] not null check (cardinality(scopes) > 0 and scopes <@ array['condition', 'vitals', 'alerts', 'reports', 'devices', 'plan']),
  -- Null for all sites of the company, those to come among them.
  office_ids   integer[] check (cardinality(office_ids) > 0),
  secret_hash  bytea not null,
  created_at   timestamptz not null,
  created_by   text not null,
  ends_at      timestamptz not null,
  told_days_before smallint,
  stopped_at   timestamptz,
  stopped_by   text,
  last_used_at timestamptz,
  last_address text,
  primary key (company_id, key_id)
);
select place_table('read_key');
alter table read_key add foreign key (company_id) references company;
alter table read_key add constraint read_key_number_unique unique (company_id, number);
create unique index read_key_name_unique on read_key (company_id, name) where stopped_at is null;
-- Its secret names it by its number alone.
create index read_key_id on read_key (key_id);
create index read_key_ends on read_key (ends_at) where stopped_at is null;

-- How often a key made a call within a minute, and what became of it.
create table read_key_use (
  company_id integer not null,
  key_id     text not null,
  minute     timestamptz not null,
  method     text not null,
  -- Without numbers of people and without the query.
  path       text not null,
  result     text not null,
  address    text not null,
  reads      integer not null,
  -- Rows answered; null of what is no list.
  items      bigint,
  last_at    timestamptz not null,
  primary key (company_id, key_id, minute, method, path, result)
);
select place_table('read_key_use');
alter table read_key_use add foreign key (company_id, key_id) references read_key on delete cascade;
create index read_key_use_minute on read_key_use (minute);
create index read_key_use_last on read_key_use (company_id, last_at desc);
