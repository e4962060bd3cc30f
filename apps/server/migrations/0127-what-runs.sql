-- What runs: the processes of the product, their jobs, and the parts of the service that need a hand (decisions/0162-ill-by-itself.md).
-- They are nobody's.
insert into table_place (name, place) values
  ('server_process', 'coordinator'), ('job_run', 'coordinator'), ('operation_state', 'coordinator');

-- Each process reports itself; one that stops in order removes its row, one that was killed leaves it behind.
create table server_process (
  process_id    uuid primary key,
  host          text not null,
  pid           integer not null,
  version       text not null,
  roles         text[] not null,
  started_at    timestamptz not null,
  -- By its own clock, as started_at is.
  heard_at      timestamptz not null,
  -- How far its clock is ahead of the database's.
  clock_ahead_ms bigint not null,
  -- What only the process sees: its broker, its disks, its certificates.
  facts         jsonb not null
);

-- The last turn of each recurring job, whichever process took it.
create table job_run (
  job           text primary key,
  every_seconds integer not null,
  began_at      timestamptz not null,
  -- Of the last turn that ended, well or not; null before the first has.
  ended_at      timestamptz,
  took_ms       integer,
  -- The last turn's fault, by code; what it says is in the log alone, since it may name people. Null where it went well.
  error         text,
  failed_at     timestamptz,
  failing_since timestamptz
);

-- The state of each part since when, and of which states people were notified.
create table operation_state (
  part          text primary key,
  state         text not null check (state in ('normal', 'attention', 'needsHand', 'unknown', 'unused')),
  since         timestamptz not null,
  -- When service administrators were last notified that it needs a hand; null where nobody was since it did not.
  told_at       timestamptz
);

select place_table('server_process');
select place_table('job_run');
select place_table('operation_state');
