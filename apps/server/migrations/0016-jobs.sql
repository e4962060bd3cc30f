-- One record for every kind of long work, whoever does it. What was there only told those who waited for it.
delete from import_job;
alter table import_job rename to job;
alter index import_job_pkey rename to job_pkey;
drop index import_job_created;

alter table job
  drop column resource,
  drop constraint import_job_state_check,
  add constraint job_state_check check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Which work it is: `importWorkers`, …
  add column kind text not null,
  -- The site it is about, so that the console leads back there.
  add column office_id integer references office on delete cascade;

create index job_user on job (user_id, created_at);
create index job_office on job (office_id);
