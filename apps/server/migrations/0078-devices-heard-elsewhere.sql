-- The devices that came in with the key of another site of their company, and when last (decisions/0112-what-untidy-data-hides.md).
create table heard_elsewhere (
  company_id  integer not null,
  device_id   integer not null,
  -- The site whose key the readings came with.
  office_id   integer not null,
  -- Of the last one, by our clock, to the minute.
  heard_at    timestamptz not null,
  primary key (company_id, device_id, office_id)
);
select place_table('heard_elsewhere');
alter table heard_elsewhere add foreign key (company_id, device_id) references device on delete cascade;
alter table heard_elsewhere add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;
create index heard_elsewhere_office on heard_elsewhere (company_id, office_id, heard_at);
