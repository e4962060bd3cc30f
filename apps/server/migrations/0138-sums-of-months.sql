-- What people's hours at a site come to in a month (decisions/0187-sums-of-months.md). They follow each stored hour; those of
-- hours that are stored already are made by a job, and until then a summary is read from the hours.

create table monthly_summary (
  company_id integer not null,
  office_id  integer not null,
  -- The first of the month, in Japan.
  month      date not null,
  user_id    integer not null,
  -- A bit for each day, the first one the lowest: of which there is an hour, a reading, a heart rate; in heat, and over four hours in heat.
  hour_days    integer not null,
  reading_days integer not null,
  heart_days   integer not null,
  heat_days    integer not null,
  long_days    integer not null,
  -- Of the month, and of each of its days, always 31.
  heat_minutes integer not null,
  heat_by_day  smallint[] not null,
  primary key (company_id, office_id, month, user_id)
);
select place_table('monthly_summary');
alter table monthly_summary add foreign key (company_id, user_id) references app_user (company_id, user_id);

-- The rest that the excess of people's hours called for, in quarters of a minute; group 0 are people without a group.
create table group_rest_day (
  company_id    integer not null,
  office_id     integer not null,
  day           date not null,
  group_id      integer not null,
  rest_quarters integer not null,
  primary key (company_id, office_id, day, group_id)
);
select place_table('group_rest_day');
alter table group_rest_day add foreign key (company_id) references company (company_id);

-- People whose hours are stored and not yet in these sums.
create table monthly_due (
  company_id integer not null,
  user_id    integer not null,
  primary key (company_id, user_id)
);
select place_table('monthly_due');
alter table monthly_due add foreign key (company_id, user_id) references app_user (company_id, user_id);

-- Has a row while nothing is added to these sums: the former release, which may run for a while yet, stores hours without them.
insert into table_place (name, place) values ('monthly_wait', 'coordinator');
create table monthly_wait (
  since timestamptz primary key
);
select place_table('monthly_wait');
do $$
begin
  if exists (select 1 from app_user limit 1) then
    insert into monthly_wait (since) values (now());
  end if;
end
$$;
