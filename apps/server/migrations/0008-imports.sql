-- Files that are taken in: how far each is, and how it ended. Whoever works on one holds an advisory lock on its job_id
-- as long as it lives, so that others can tell a job at work from one whose process died.
create table import_job (
  job_id     uuid primary key,
  user_id    integer not null references app_user,
  resource   text not null,
  file_name  text not null,
  state      text not null default 'running' check (state in ('waiting', 'running', 'done', 'failed')),
  done       integer not null default 0,
  total      integer not null default 0,
  -- `{ "created", "updated", "deleted" }`
  result     jsonb,
  -- Faults by row number, as a 400 tells them.
  messages   jsonb,
  -- What stopped it where no row is to blame.
  error      text,
  created_at timestamptz not null,
  ended_at   timestamptz
);
create index import_job_created on import_job (created_at);

-- Lists of people are read along their names, from either end, over a site or over all.
drop index app_user_office;
create index app_user_office_name on app_user (office_id, furigana collate "ja-x-icu", user_id) where deleted_at is null;
create index app_user_name on app_user (furigana collate "ja-x-icu", user_id) where deleted_at is null;
-- Administrators are few among many workers.
create index app_user_administrator on app_user (role, company_id)
  where deleted_at is null and role in ('AdminUnitService', 'AdminUnitContract', 'HeadquartersAdmin');
