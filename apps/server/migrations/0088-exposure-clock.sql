-- A worker's time in heat in their working day (decisions/0127-the-exposure-clock.md), minutes: today, on end now, and the longest on end.
-- Null where nothing is known of the heat.
alter table worker_state
  add column heat_minutes_today real,
  add column heat_minutes_on_end real,
  add column heat_minutes_longest real;
