-- Everything on the site that sends, the maps it stands on, and who wears what.

create table site_map (
  map_id            integer generated always as identity primary key,
  office_id         integer not null references office,
  position          integer not null,
  location_name     text not null,
  floor             text,
  type              smallint not null default 1 check (type in (1, 2, 3)),
  sismil_type       smallint not null default 1 check (sismil_type in (1, 2)),
  image_key         text,
  image_name        text,
  latitude          double precision,
  longitude         double precision,
  rotation          double precision not null default 0,
  zoom              double precision not null default 14,
  angle_coordinates text[],
  image_latitude    double precision,
  image_longitude   double precision,
  image_rotation    double precision not null default 0,
  image_zoom        double precision not null default 0.2
);
create index site_map_office on site_map (office_id, position);

-- kind is the word of the ingestion message; type tells its variants apart:
-- vital 1 or 3, belt 2, gateway 1 (main) or 2 (sub). Vital types share one number space.
create table device (
  device_id           integer generated always as identity primary key,
  office_id           integer not null references office,
  kind                text not null check (kind in ('vital', 'belt', 'heat', 'gateway', 'barometer')),
  type                smallint not null default 1,
  serial              text not null,
  installation_status smallint not null default 1 check (installation_status in (0, 1, 9)),
  location_name       text,
  on_map              boolean not null default true,
  keep_map_info       boolean not null default false,
  map_id              integer references site_map on delete set null,
  position_x          double precision,
  position_y          double precision,
  latitude            double precision,
  longitude           double precision,
  -- A gateway hangs on a heat watcher, a belt terminal on a reference barometer.
  linked_device_id    integer references device on delete set null,
  -- Height offset against the linked barometer, zeroed side by side at the start of a shift.
  altitude_offset_cm  double precision not null default 0,
  version             integer not null default 1,
  constraint device_serial_unique unique (office_id, kind, serial),
  constraint device_type_of_kind check (case kind
    when 'vital' then type in (1, 3) when 'belt' then type = 2 when 'gateway' then type in (1, 2) else type = 1 end)
);
create index device_linked on device (linked_device_id) where linked_device_id is not null;
create index device_map on device (map_id) where map_id is not null;

-- What a terminal was last told; the judge reads the altitudes and the waiting time.
create table belt_setting (
  device_id          integer primary key references device on delete cascade,
  check_altitude     boolean not null default true,
  setting_altitude   integer not null,
  height_altitude    integer not null,
  on_waiting_minutes integer,
  version            integer not null default 1
);

create table wear (
  wear_id   integer generated always as identity primary key,
  user_id   integer not null references app_user,
  device_id integer not null references device on delete cascade,
  slot      text not null check (slot in ('vital', 'belt')),
  worn_from timestamptz not null default now(),
  worn_to   timestamptz,
  constraint wear_order check (worn_to is null or worn_from <= worn_to)
);
create unique index wear_one_holder on wear (device_id) where worn_to is null;
create unique index wear_one_device_of_a_kind on wear (user_id, slot) where worn_to is null;
create index wear_device on wear (device_id, worn_from);
create index wear_user on wear (user_id, worn_from);

-- An ingest key says which site sends. The secret is random, so a plain hash of it is enough.
create table ingest_key (
  key_id       text primary key,
  office_id    integer not null references office,
  name         text not null,
  secret_hash  bytea not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at   timestamptz
);
create index ingest_key_office on ingest_key (office_id);
