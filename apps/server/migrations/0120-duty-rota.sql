-- Who is called in a site's shifts, day by day (担当表, decisions/0157-the-duty-rota.md).
create table duty_rota (
  company_id   integer not null,
  office_id    integer not null,
  version      integer not null default 1,
  -- Minutes after midnight at which the day and the night begin; between them they cover a whole day.
  day_from     smallint not null,
  night_from   smallint not null,
  day_places   smallint not null,
  night_places smallint not null,
  primary key (company_id, office_id),
  constraint duty_rota_hours_check check (day_from >= 0 and day_from < night_from and night_from < 1440),
  constraint duty_rota_places_check check (day_places between 1 and 5 and night_places between 1 and 5)
);
select place_table('duty_rota');
alter table duty_rota add foreign key (company_id, office_id) references office on delete cascade;

-- Who is at a place; an empty one has no row, and a week without any is not planned.
create table duty_rota_place (
  company_id integer not null,
  office_id  integer not null,
  -- The day on which the shift begins.
  duty_on    date not null,
  shift      text not null,
  -- 1 is called first.
  place      smallint not null,
  user_id    integer not null,
  primary key (company_id, office_id, duty_on, shift, place),
  constraint duty_rota_place_shift_check check (shift in ('day', 'night')),
  constraint duty_rota_place_place_check check (place between 1 and 5)
);
select place_table('duty_rota_place');
alter table duty_rota_place
  add foreign key (company_id, office_id) references office on delete cascade,
  add foreign key (company_id, user_id) references app_user (company_id, user_id);
create index duty_rota_place_user on duty_rota_place (company_id, user_id);

-- Who takes the place of another. Removed ones are on the log alone.
create table duty_rota_override (
  company_id  integer not null,
  override_id integer generated always as identity,
  office_id   integer not null,
  duty_on     date not null,
  shift       text not null,
  place       smallint not null,
  user_id     integer not null,
  -- Who was at the place when it was decided; null where it was empty.
  instead_of  integer,
  reason      text not null,
  decided_by  integer not null,
  decided_by_name text not null,
  decided_at  timestamptz not null,
  primary key (company_id, override_id),
  constraint duty_rota_override_shift_check check (shift in ('day', 'night')),
  constraint duty_rota_override_place_check check (place between 1 and 5),
  constraint duty_rota_override_once unique (company_id, office_id, duty_on, shift, place)
);
select place_table('duty_rota_override');
alter table duty_rota_override
  add foreign key (company_id, office_id) references office on delete cascade,
  add foreign key (company_id, user_id) references app_user (company_id, user_id),
  add foreign key (company_id, instead_of) references app_user (company_id, user_id);
create index duty_rota_override_user on duty_rota_override (company_id, user_id);

-- Gaps that the site's administrators were notified of, each once: an empty place, or with the shift 'week' and place
-- 0 a week that is not planned, by its Monday.
create table duty_rota_gap_notice (
  company_id integer not null,
  office_id  integer not null,
  duty_on    date not null,
  shift      text not null,
  place      smallint not null,
  sent_at    timestamptz not null,
  primary key (company_id, office_id, duty_on, shift, place),
  constraint duty_rota_gap_notice_shift_check check (shift in ('day', 'night', 'week'))
);
select place_table('duty_rota_gap_notice');
alter table duty_rota_gap_notice add foreign key (company_id, office_id) references office on delete cascade;
