-- Summaries become a function of the stored readings: an hour or a slot that is due is computed from them, the others are
-- stored (decisions/0029). What is due from before is computed by a job once the product runs, the newest hours first;
-- whoever asks for it sooner has it computed then.

alter table hourly_summary rename to old_hourly_summary;
alter table old_hourly_summary rename constraint hourly_summary_pkey to old_hourly_summary_pkey;

-- An hour of a worker at a site; of two sites where they changed within the hour. Minutes are 0 to 60.
create table hourly_summary (
  company_id        integer not null,
  user_id           integer not null,
  -- Site and group at the time, which may be gone since: no foreign keys. The group is that of the last reading, null
  -- where there are only alerts.
  office_id         integer not null,
  hour              timestamptz not null,
  group_id          integer,
  readings          integer not null default 0,
  heart_rate_max    smallint,
  heart_rate_sum    integer not null default 0,
  heart_rate_count  integer not null default 0,
  wbgt_max          real,
  wbgt_sum          double precision not null default 0,
  wbgt_count        integer not null default 0,
  excess_max        real,
  excess_sum        double precision not null default 0,
  -- Null where it was not counted yet and the readings are gone.
  excess_count      integer,
  level_max         smallint,
  connected_minutes smallint not null default 0,
  level1_minutes    smallint not null default 0,
  level2_minutes    smallint not null default 0,
  level3_minutes    smallint not null default 0,
  -- At WBGT 28 °C or air 31 °C and above; null where no reading had a heat value, or they are gone.
  heat_minutes      smallint,
  -- At or above the reference value for the not acclimatised; null where no reading says.
  exposure_minutes  smallint,
  alerts            integer not null default 0,
  primary key (company_id, user_id, hour, office_id),
  foreign key (company_id, user_id) references app_user
);

-- Hours whose summary is yet to be computed from the readings, or anew.
create table summary_due (
  company_id integer not null,
  user_id    integer not null,
  hour       timestamptz not null,
  primary key (company_id, user_id, hour),
  foreign key (company_id, user_id) references app_user
);
create index summary_due_hour on summary_due (hour);

-- Ten minutes of a watcher at a site. It outlives the device, hence the serial. The site's public station has the number
-- 0 and the station as its serial.
create table heat_summary (
  company_id      integer not null,
  office_id       integer not null,
  device_id       integer not null,
  slot            timestamptz not null,
  serial          text not null,
  source          text not null check (source in ('measured', 'public')),
  wbgt_max        real,
  wbgt_sum        double precision not null default 0,
  wbgt_count      integer not null default 0,
  temperature_max real,
  primary key (company_id, device_id, slot, office_id),
  constraint heat_summary_source check ((source = 'public') = (device_id = 0))
);
create index heat_summary_office on heat_summary (company_id, office_id, slot);

-- Slots of watchers that are yet to be computed, with the serial at the time.
create table heat_due (
  company_id integer not null,
  device_id  integer not null,
  slot       timestamptz not null,
  serial     text not null,
  primary key (company_id, device_id, slot)
);
create index heat_due_slot on heat_due (slot);

do $$
declare
  -- Before this the readings are gone, and the summary is kept as it was.
  oldest timestamptz := (
    select min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp at time zone 'UTC'
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'reading'::regclass);
  due bigint;
  kept bigint;
begin
  -- The old summaries were written with the readings and the alerts, so they say which hours have any.
  insert into summary_due (company_id, user_id, hour)
  select s.company_id, s.user_id, s.hour from old_hourly_summary s where s.hour >= oldest;
  get diagnostics due = row_count;
  insert into hourly_summary
  select s.company_id, s.user_id, coalesce(u.office_id, 0), s.hour, u.group_id, s.readings, s.heart_rate_max, s.heart_rate_sum,
         s.heart_rate_count, s.wbgt_max, s.wbgt_sum, s.wbgt_count, s.excess_max, s.excess_sum, null, s.level_max,
         bit_count(s.connected_minutes), bit_count(s.level1_minutes & ~(s.level2_minutes | s.level3_minutes)),
         bit_count(s.level2_minutes & ~s.level3_minutes), bit_count(s.level3_minutes), null, null, s.alerts
    from old_hourly_summary s join app_user u on u.company_id = s.company_id and u.user_id = s.user_id
   where oldest is null or s.hour < oldest;
  get diagnostics kept = row_count;
  raise notice 'hourly summaries: % will be computed from the readings, % of dropped readings are kept', due, kept;
  insert into heat_due (company_id, device_id, slot, serial)
  select r.company_id, r.device_id, date_bin('10 minutes', r.at, timestamptz '2000-01-01T00:00:00Z'), min(d.serial)
    from device d join reading r on r.company_id = d.company_id and r.device_id = d.device_id
   where d.kind = 'heat'
   group by 1, 2, 3;
  get diagnostics due = row_count;
  raise notice 'heat summaries: % will be computed from the readings', due;
end $$;
drop table old_hourly_summary;
