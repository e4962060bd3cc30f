-- Connections of sites with network servers of LoRaWAN (decisions/0146-connections.md).
insert into table_place (name, place) values ('connection_application', 'coordinator');

create table connection (
  company_id    integer not null,
  -- Random: it is the first part of the secret.
  connection_id text not null,
  office_id     integer not null,
  type          text not null check (type in ('chirpstack', 'tts')),
  name          text not null,
  secret_hash   bytea not null,
  -- Of ChirpStack, where its messages are read at a broker.
  application_id text check (application_id is null or type = 'chirpstack'),
  -- Since when the broker has refused the application's topic; null where it allows it.
  topic_refused_at timestamptz,
  -- Which fields of a message become which of a reading.
  mapping       jsonb not null,
  created_at    timestamptz not null,
  version       integer not null default 1,
  primary key (company_id, connection_id)
);
select place_table('connection');
alter table connection add foreign key (company_id, office_id) references office;
alter table connection add constraint connection_name_unique unique (company_id, office_id, name);
-- Its secret names it by its number alone.
create index connection_number on connection (connection_id);

-- Which of the site's devices a DevEUI is, by the number that the device has here; the device may be registered later.
create table connection_device (
  company_id    integer not null,
  dev_eui       text not null check (dev_eui ~ '^[0-9a-f]{16}$'),
  connection_id text not null,
  -- Of the connection: a device of a site is one DevEUI of one connection.
  office_id     integer not null,
  kind          text not null check (kind in ('vital', 'belt', 'heat', 'gateway', 'barometer')),
  serial        text not null,
  -- In place of the connection's.
  mapping       jsonb,
  primary key (company_id, dev_eui)
);
select place_table('connection_device');
alter table connection_device add foreign key (company_id, connection_id) references connection on delete cascade;
alter table connection_device add constraint connection_device_serial_unique unique (company_id, office_id, kind, serial);

-- The last message of each DevEUI, with a device or without, for the form; places and vital values are taken out of it.
create table connection_message (
  company_id    integer not null,
  connection_id text not null,
  dev_eui       text not null,
  -- What the network server calls it.
  name          text,
  heard_at      timestamptz not null,
  -- Null where it was too large to be kept.
  message       jsonb,
  -- Why it was not taken, and the field of the reading that this is about; null where it was, or for the message as a whole.
  refusal       text,
  refused_field text,
  primary key (company_id, connection_id, dev_eui)
);
select place_table('connection_message');
alter table connection_message add foreign key (company_id, connection_id) references connection on delete cascade;

-- Which connection has claimed an application of ChirpStack's broker: one of all customers.
create table connection_application (
  application_id text primary key,
  company_id     integer not null,
  connection_id  text not null
);
select place_table('connection_application');
