-- Links by which a screen at the office shows the wallboard without anybody signed in (decisions/0039).

create table wallboard_link (
  company_id   integer not null,
  -- Random: what a screen shows of itself.
  link_id      text not null,
  office_id    integer not null,
  name         text not null,
  secret_hash  bytea not null,
  -- People are named as they were: the service's administrators belong to another company.
  created_by   text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  revoked_by   text,
  revoked_at   timestamptz,
  primary key (company_id, link_id),
  foreign key (company_id, office_id) references office
);
create index wallboard_link_office on wallboard_link (company_id, office_id);
create unique index wallboard_link_name_unique on wallboard_link (company_id, office_id, name) where revoked_at is null;
-- A screen shows the link alone, and its number is random.
create index wallboard_link_number on wallboard_link (link_id);
