-- The rest that each group's plan of a day asked for, as it was before the work began (decisions/0139-the-plan-of-a-day.md). Written once,
-- kept for ever beside the rests that were taken.
create table planned_rest (
  company_id     integer not null,
  office_id      integer not null,
  -- The working day, by the date on which the site opens.
  day            date not null,
  -- 0 are people without a group. That row is always there: it says that the day's plan is written.
  group_id       integer not null,
  issued_at      timestamptz not null,
  people         integer not null,
  -- Of them those under the lower limit of the not acclimatised, where others of the group are acclimatised.
  unacclimatised integer not null,
  -- The clock hour of the first items.
  first_hour     timestamptz not null,
  -- Of each hour: minutes of work in it, and minutes of rest in an hour of work; null where the heat was not known or nobody works.
  work_minutes           smallint[] not null,
  rest_minutes           smallint[] not null,
  unacclimatised_minutes smallint[] not null,
  primary key (company_id, office_id, day, group_id)
);
select place_table('planned_rest');
alter table planned_rest add foreign key (company_id, office_id) references office (company_id, office_id) on delete cascade;
