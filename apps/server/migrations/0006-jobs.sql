-- What the processes share to do their work between them.

-- A persistent MQTT session of a process: another takes over what was in flight to one that died. The owner holds an
-- advisory lock on `number` as long as it lives.
create table mqtt_session (
  client_id  text primary key,
  number     integer generated always as identity unique,
  created_at timestamptz not null default now()
);
