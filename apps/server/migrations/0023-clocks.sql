-- A reading's time is that of a right clock from now on. What the device's own clock said stays beside it, where it is
-- another time: by it a reading is known when it is sent again.

alter table reading add column device_at timestamptz;
-- Holds the readings of clocks that were wrong, and nothing else.
create index reading_device_at on reading (company_id, device_id, device_at) where device_at is not null;

alter table device_state
  -- The error in force and what looks suspicious; null for a clock that was never wrong.
  add column clock jsonb,
  -- When something came in, by our clock.
  add column heard_at timestamptz;
alter table worker_state add column heard_at timestamptz;
update device_state set heard_at = least(last_at, now());
update worker_state set heard_at = least(last_at, now());
