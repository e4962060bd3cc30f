-- The check before work (朝礼チェック, decisions/0135-the-morning-check.md): a person's latest answers of a working day. Health data:
-- a job deletes them after 30 days.
create table morning_check (
  company_id  integer not null,
  user_id     integer not null,
  -- The working day at the site where they were given.
  day         date not null,
  office_id   integer not null,
  answered_at timestamptz not null,
  -- By the question's key; null where the person refused to answer.
  answers     jsonb,
  -- The keys of the answers that made them 要注意, as the questions were then.
  counted     text[] not null default '{}',
  source      text not null,
  -- Who entered them; null at the gate.
  answered_by integer,
  -- What was done about it.
  talked_at   timestamptz,
  talked_by   integer,
  moved_at    timestamptz,
  moved_by    integer,
  moved_to    text,
  primary key (company_id, user_id, day),
  constraint morning_check_source check (source in ('leader', 'self', 'gate')),
  constraint morning_check_refused check (answers is not null or counted = '{}')
);
select place_table('morning_check');
alter table morning_check
  add foreign key (company_id, user_id) references app_user (company_id, user_id),
  add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;
create index morning_check_office on morning_check (company_id, office_id, day);
create index morning_check_age on morning_check (answered_at);

-- When somebody is 要注意: from the check to the end of the working day. In the person's own row, so that ingestion, which keeps
-- that row, sees each change by the row's version, without another statement.
alter table app_user add column attention tstzmultirange not null default '{}';
