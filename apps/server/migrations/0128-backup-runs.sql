-- Backups by schedule and their checks (decisions/0165-backups-by-schedule.md). They hold all companies, and are the service's.
create table backup_run (
  run_id       uuid primary key,
  -- backup: a file was to be made. check: one was to be restored into a database made for it.
  kind         text not null check (kind in ('backup', 'check')),
  -- impossible: this machine cannot check its backups, and error says why.
  state        text not null default 'running' check (state in ('running', 'done', 'failed', 'impossible')),
  started_at   timestamptz not null,
  ended_at     timestamptz,
  -- What the file is called in BACKUP_DIR.
  file         text not null,
  is_encrypted boolean not null,
  bytes        bigint,
  -- Of all tables.
  row_count    bigint,
  -- Uploaded and made files that are in it.
  file_count   integer,
  -- For an operator, in Japanese.
  error        text,
  check ((state = 'running') = (ended_at is null)),
  check ((state in ('failed', 'impossible')) = (error is not null))
);
insert into table_place (name, place) values ('backup_run', 'coordinator');
select place_table('backup_run');
create index backup_run_started on backup_run (kind, started_at desc);
