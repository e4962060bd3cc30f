-- A change of a weekly drill names the version it was made on. An office that stops its weekly drill keeps its row without
-- a day and a time, so that the version goes on rising.
alter table drill_schedule
  alter column weekday drop not null,
  alter column starts_at drop not null,
  add column version integer not null default 1,
  add constraint drill_schedule_whole check ((weekday is null) = (starts_at is null));
