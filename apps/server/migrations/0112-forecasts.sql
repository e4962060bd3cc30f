-- Forecasts of public stations, and how far they were from what sites measured (decisions/0138-forecasts-for-a-site.md).

-- When the service issued a forecast; null for what was observed.
alter table public_wbgt add column issued_at timestamptz;

insert into table_place (name, place) values
  ('public_station_fetch', 'coordinator'),
  ('evening_forecast', 'coordinator');

-- When a station's values were last requested, with or without success.
create table public_station_fetch (
  station             text primary key,
  observed_requested_at   timestamptz not null,
  forecast_requested_at   timestamptz,
  -- Whether the service answered the last request for a forecast, with or without values.
  forecast_answered   boolean not null default false,
  -- Of the newest forecast that came.
  forecast_issued_at  timestamptz
);
select place_table('public_station_fetch');

-- The forecast for a day as it was at 17:00 the day before.
create table evening_forecast (
  station   text not null,
  day       date not null,
  issued_at timestamptz not null,
  -- °C at 0:00, 1:00, … 24:00 in Japan; null where the service gave none.
  wbgt      real[] not null,
  primary key (station, day),
  constraint evening_forecast_wbgt check (cardinality(wbgt) = 25)
);
select place_table('evening_forecast');

-- Hours of a site whose measured values changed, so that they are to be compared with the forecast.
create table forecast_due (
  company_id integer not null,
  office_id  integer not null,
  hour       timestamptz not null,
  primary key (company_id, office_id, hour)
);
select place_table('forecast_due');
create index forecast_due_hour on forecast_due (hour);

-- A day of a watcher, or of the site's public station (device 0): forecast and measured values by hour.
create table forecast_check (
  company_id   integer not null,
  office_id    integer not null,
  device_id    integer not null,
  day          date not null,
  -- Where the watcher was: its place, else its number.
  place        text not null,
  station      text not null,
  -- °C, 24 hours from 0:00 in Japan; null where there is none. The site's value is what people were shown at 17:00 the day before.
  forecast     real[] not null,
  site         real[] not null,
  measured     real[] not null,
  -- Hours with all three values; sums over them of measured minus site's, of the same without sign, and of measured minus forecast.
  compared     smallint not null,
  error_sum    double precision not null,
  absolute_sum double precision not null,
  public_sum   double precision not null,
  worst_hour   smallint not null,
  worst_by     double precision not null,
  primary key (company_id, office_id, device_id, day),
  constraint forecast_check_hours check (cardinality(forecast) = 24 and cardinality(site) = 24 and cardinality(measured) = 24),
  constraint forecast_check_compared check (compared between 1 and 24)
);
select place_table('forecast_check');
alter table forecast_check add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;
create index forecast_check_day on forecast_check (company_id, office_id, day);

-- What to add to the forecast of a station at a watcher's place.
create table forecast_difference (
  company_id integer not null,
  device_id  integer not null,
  office_id  integer not null,
  place      text not null,
  station    text not null,
  -- 24 hours from 0:00 for forecasts below 25 °C, then from 25 to 28 °C, then above; null where too few days are known.
  difference real[] not null,
  days       smallint[] not null,
  pooled     boolean[] not null,
  primary key (company_id, device_id),
  constraint forecast_difference_cells check (cardinality(difference) = 72 and cardinality(days) = 72 and cardinality(pooled) = 72)
);
select place_table('forecast_difference');
alter table forecast_difference
  add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade,
  add foreign key (company_id, device_id) references device (company_id, device_id) on delete cascade;
create index forecast_difference_office on forecast_difference (company_id, office_id);
