-- Devices that send with the key of a site and are not registered there (decisions/0129-first-steps.md). Their readings are not stored.
create table unregistered_device (
  company_id       integer not null,
  -- The site whose key the readings came with.
  office_id        integer not null,
  kind             text not null,
  serial           text not null,
  -- Of the last one, by our clock, to the minute.
  heard_at         timestamptz not null,
  -- Minutes between its readings, where it says so.
  interval_minutes double precision,
  primary key (company_id, office_id, kind, serial)
);
select place_table('unregistered_device');
alter table unregistered_device add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;
