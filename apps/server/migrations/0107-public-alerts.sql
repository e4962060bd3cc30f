-- 熱中症警戒アラート and 熱中症特別警戒アラート as published: what each announcement says of each forecast area and day
-- (decisions/0141-public-alerts.md). They are nobody's, and kept as a record.
insert into table_place (name, place) values ('public_alert', 'coordinator'), ('public_alert_file', 'coordinator');

create table public_alert (
  day           date not null,
  area_code     text not null,
  -- The time in the file's name; a later file counts more than an earlier one.
  file_at       timestamptz not null,
  area_name     text not null,
  -- The first two digits of the numbers of the area's stations.
  station_prefix text not null,
  announced_at  timestamptz not null,
  -- 0 none, 1 alert, 2 special alert judged and not announced, 3 special alert. 9 (outside its hours) is not stored.
  flag          smallint not null check (flag between 0 and 3),
  primary key (day, area_code, file_at)
);

-- Which files were asked for, so that each is fetched once.
create table public_alert_file (
  file_at       timestamptz primary key,
  state         text not null check (state in ('read', 'incomplete', 'unreadable', 'missing', 'unreachable')),
  tries         integer not null,
  tried_at      timestamptz not null,
  -- Which offices had which stations at the last try, as a sum: a new station makes it ask again at once.
  stations_sum  text not null
);

select place_table('public_alert');
select place_table('public_alert_file');
