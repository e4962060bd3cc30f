-- The company in the keys of the readings, with the site and the group of the moment, so that summaries are a function of
-- them. Every partition is written anew, which takes about a minute for five million readings; each says how far it is.

alter table reading rename to old_reading;
alter table old_reading rename constraint reading_once to old_reading_once;
alter index reading_user_at rename to old_reading_user_at;

create table reading (
  company_id     integer not null,
  device_id      integer not null,
  at             timestamptz not null,
  call           boolean not null default false,
  -- Where, by whom and in which group the device was worn at the time.
  office_id      integer not null,
  user_id        integer,
  group_id       integer,
  received_at    timestamptz not null,
  heart_rate     smallint,
  wbgt           real,
  -- Provenance of the heat value used: measured by which watcher, or public.
  wbgt_source    text check (wbgt_source in ('measured', 'public')),
  wbgt_device_id integer,
  excess         real,
  heart_level    smallint,
  heat_level     smallint,
  total_level    smallint,
  -- Of a worker's reading: the air where the heat value was measured.
  temperature    real,
  humidity       real,
  globe          real,
  hook           smallint,
  pressure       real,
  altitude_cm    real,
  wave_level     smallint,
  battery        smallint,
  slave_battery  smallint,
  signal         smallint,
  gateway_id     integer,
  latitude       double precision,
  longitude      double precision,
  -- Whether the heat value reached what the worker's work and clothing allow the not acclimatised; null without a heat
  -- value, and of readings from before this was kept.
  exposed        boolean,
  -- Gateways resend after a lost acknowledgement: the same reading arrives twice and counts once.
  constraint reading_once primary key (company_id, device_id, at, call)
) partition by range (at);
create index reading_user_at on reading (company_id, user_id, at) where user_id is not null;

do $$
declare
  partition record;
  name text;
  starts timestamptz;
  done integer := 0;
  kept bigint;
  left_out bigint := 0;
begin
  for partition in
    select c.oid, c.relname, count(*) over () as partitions from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'old_reading'::regclass order by c.relname
  loop
    name := partition.relname;
    starts := to_date(right(name, 8), 'YYYYMMDD')::timestamp at time zone 'UTC';
    execute format('alter table %I rename to %I', name, 'old_' || name);
    execute format('create table %I (like reading including defaults including constraints)', name);
    -- A person stays on record, a device may be gone: its readings are found by who wore it, else by the gateway.
    execute format(
      'insert into %I select coalesce(u.company_id, d.company_id, g.company_id), r.device_id, r.at, r.call,
          coalesce(u.office_id, d.office_id, g.office_id), r.user_id, u.group_id, r.received_at, r.heart_rate, r.wbgt,
          r.wbgt_source, r.wbgt_device_id, r.excess, r.heart_level, r.heat_level, r.total_level, r.temperature, r.humidity,
          r.globe, r.hook, r.pressure, r.altitude_cm, r.wave_level, r.battery, r.slave_battery, r.signal, r.gateway_id,
          r.latitude, r.longitude
         from %I r
         left join app_user u on u.user_id = r.user_id
         left join device d on d.device_id = r.device_id
         left join device g on g.device_id = r.gateway_id
        where coalesce(u.company_id, d.company_id, g.company_id) is not null
          and coalesce(u.office_id, d.office_id, g.office_id) is not null', name, 'old_' || name);
    get diagnostics kept = row_count;
    execute format('alter table reading attach partition %I for values from (%L) to (%L)', name, starts, starts + interval '7 days');
    execute format('select count(*) - %s from %I', kept, 'old_' || name) into kept;
    left_out := left_out + kept;
    execute format('drop table %I', 'old_' || name);
    done := done + 1;
    raise notice 'readings: % of % weeks', done, partition.partitions;
  end loop;
  -- Nothing can find them: the device is deleted, and nobody wore it.
  if left_out > 0 then raise notice 'readings: % of deleted devices that nobody wore were left out', left_out; end if;
end $$;
drop table old_reading;

alter table hourly_summary add column company_id integer;
update hourly_summary s set company_id = u.company_id from app_user u where u.user_id = s.user_id;
alter table hourly_summary
  alter column company_id set not null,
  drop constraint hourly_summary_pkey,
  add primary key (company_id, user_id, hour),
  add foreign key (company_id, user_id) references app_user;
