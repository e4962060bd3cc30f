-- Failures to sign in of the last hour, by account and network: the first stands on the log, the others are told by one entry
-- once the hour is over (decisions/0065-what-a-flood-costs.md).
create table failed_sign_in (
  company_id integer not null,
  -- Null for login IDs that nobody has.
  user_id    integer,
  kind       text not null check (kind in ('wrong', 'locked', 'own')),
  -- Empty for all networks together beyond the first.
  network    text not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  -- Where the last one came from.
  address    text not null,
  failures   integer not null
);
select place_table('failed_sign_in');
alter table failed_sign_in
  add unique nulls not distinct (company_id, user_id, kind, network),
  add foreign key (company_id) references company on delete cascade,
  add foreign key (company_id, user_id) references app_user on delete cascade;
create index failed_sign_in_over on failed_sign_in (first_at);
