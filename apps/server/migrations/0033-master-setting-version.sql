-- A change of a setting names the version it was made on. A value that was taken back is null and its row stays, so that
-- the version goes on rising.
alter table master_setting
  alter column value drop not null,
  add column version integer not null default 1;
