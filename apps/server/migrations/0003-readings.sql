-- Readings, partitioned by week, and what is kept in step with them.

create table reading (
  device_id      integer not null,
  at             timestamptz not null,
  call           boolean not null default false,
  user_id        integer,
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
  -- Gateways resend after a lost acknowledgement: the same reading arrives twice and counts once.
  constraint reading_once primary key (device_id, at, call)
) partition by range (at);
create index reading_user_at on reading (user_id, at) where user_id is not null;

-- Partitions are weeks beginning on Monday in UTC, so that retention can drop whole tables.
create function ensure_reading_partition(instant timestamptz) returns text language plpgsql as $$
declare
  starts timestamptz := date_trunc('week', instant, 'UTC');
  partition text := 'reading_' || to_char(starts at time zone 'UTC', 'YYYYMMDD');
begin
  if to_regclass(partition) is null then
    perform pg_advisory_xact_lock(hashtext('ensure_reading_partition'));
    -- Two may want it at once: to_regclass() remembers, within a transaction, that there was none; a query does not.
    if not exists (select from pg_class c where c.relname = partition and c.relnamespace = current_schema()::regnamespace) then
      -- Made apart and attached: the short way would lock `reading` against everybody, behind a backup for hours.
      execute format('create table %I (like reading including defaults including constraints including indexes)', partition);
      execute format('alter table reading attach partition %I for values from (%L) to (%L)',
        partition, starts, starts + interval '7 days');
    end if;
  end if;
  return partition;
end $$;

-- The state each judge carries on from. It lives here, so any process may judge a worker's next reading.
create table worker_state (
  user_id          integer primary key references app_user,
  device_id        integer,
  last_at          timestamptz,
  heart_rate       smallint,
  wbgt             real,
  wbgt_source      text,
  wbgt_device_id   integer,
  excess           real,
  heart_level      smallint,
  heat_level       smallint,
  total_level      smallint,
  level_since      timestamptz,
  emergency_since  timestamptz,
  emergency_cause  text check (emergency_cause in ('accumulated', 'call')),
  no_heart_rate    boolean not null default false,
  stale            boolean not null default false,
  battery          smallint,
  signal           smallint,
  gateway_id       integer,
  latitude         double precision,
  longitude        double precision,
  interval_minutes real,
  judge            json,
  changed_in       xid8 not null default pg_current_xact_id()
) with (fillfactor = 50);

create table device_state (
  device_id        integer primary key references device on delete cascade,
  last_at          timestamptz,
  battery          smallint,
  slave_battery    smallint,
  signal           smallint,
  wave_level       smallint,
  gateway_id       integer,
  latitude         double precision,
  longitude        double precision,
  interval_minutes real,
  wbgt             real,
  temperature      real,
  humidity         real,
  globe            real,
  heat_level       smallint,
  pressure         real,
  hook             smallint,
  altitude_cm      real,
  judge            json,
  changed_in       xid8 not null default pg_current_xact_id()
) with (fillfactor = 50);

-- State rows exist as soon as there is something to judge, so the judge can lock before it reads.
create function create_device_state() returns trigger language plpgsql as $$
begin
  insert into device_state (device_id) values (new.device_id);
  return null;
end $$;
create trigger device_has_state after insert on device for each row execute function create_device_state();

create function create_worker_state() returns trigger language plpgsql as $$
begin
  insert into worker_state (user_id) values (new.user_id) on conflict do nothing;
  return null;
end $$;
create trigger wearer_has_state after insert on wear for each row execute function create_worker_state();

-- Minutes are kept as one bit a minute, so that repeated and late readings never count twice.
create table hourly_summary (
  user_id           integer not null references app_user,
  hour              timestamptz not null,
  readings          integer not null default 0,
  heart_rate_max    smallint,
  heart_rate_sum    integer not null default 0,
  heart_rate_count  integer not null default 0,
  wbgt_max          real,
  wbgt_sum          double precision not null default 0,
  wbgt_count        integer not null default 0,
  excess_max        real,
  excess_sum        double precision not null default 0,
  level_max         smallint,
  connected_minutes bit(60) not null default 0::bit(60),
  level1_minutes    bit(60) not null default 0::bit(60),
  level2_minutes    bit(60) not null default 0::bit(60),
  level3_minutes    bit(60) not null default 0::bit(60),
  alerts            integer not null default 0,
  primary key (user_id, hour)
) with (fillfactor = 70);

-- Public heat values by station, as answered; a forecast is kept apart from what was observed.
create table public_wbgt (
  station     text not null,
  at          timestamptz not null,
  kind        text not null check (kind in ('measured', 'estimated', 'forecast')),
  wbgt        real not null,
  fetched_at  timestamptz not null default now(),
  primary key (station, at, kind)
);
