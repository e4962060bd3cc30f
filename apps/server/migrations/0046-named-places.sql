-- The places of a site that have a name, offered where a device's place is typed.
create table named_place (
  company_id integer not null,
  place_id   integer generated always as identity,
  office_id  integer not null,
  name       text not null,
  latitude   double precision,
  longitude  double precision,
  primary key (company_id, place_id),
  foreign key (company_id, office_id) references office on delete cascade,
  constraint named_place_name_unique unique (company_id, office_id, name)
);
