-- A process that stops leaves a trace of what it was at, so that backups that are broken off again and again are noticed as late:
-- a run that failed, and calls nobody.
alter table backup_run add column is_broken_off boolean not null default false;
-- Where the file was to be, as BACKUP_DIR names it; null of a run of before.
alter table backup_run add column place text;
-- What did not go well although the run is done, for an operator, in Japanese.
alter table backup_run add column warning text;
