-- A job that makes a file: what it was asked for, so that it begins again where its process died, and the file it made.
alter table job
  add column request    jsonb,
  -- How often a process has begun it.
  add column attempts   smallint not null default 0,
  add column file_key   text,
  add column file_type  text,
  add column file_bytes bigint,
  add constraint job_file_whole check (
    (file_key is null) = (file_type is null) and (file_key is null) = (file_bytes is null));

create index job_waiting on job (created_at) where state = 'waiting';
