-- The acclimatisation plan (decisions/0140-the-acclimatisation-plan.md): what the exposure days before exposure_counted_on say of a person's
-- ladder. The last exposure day on which they were acclimatised; and the days of the ladder since: first, last and how many.
alter table app_user
  add column acclimatised_on date,
  add column ladder_first_on date,
  add column ladder_last_on date,
  add column ladder_days smallint not null default 0;

-- Counted by the job's next run.
update app_user set exposure_counted_on = null where exposure_counted_on is not null;

-- How much of the working day a person may work in heat by the word of a doctor or an administrator, instead of the plan. The reason is
-- health data. A changed or removed one stays, with its end.
create table acclimatisation_override (
  company_id  integer not null,
  override_id integer generated always as identity,
  user_id     integer not null,
  kind        text not null,
  -- % of the working day; null where the plan does not hold for them.
  share       smallint,
  -- The last day; null until it is removed.
  until_on    date,
  reason      text not null,
  set_at      timestamptz not null,
  set_by      integer not null,
  ended_at    timestamptz,
  ended_by    integer,
  primary key (company_id, override_id),
  constraint acclimatisation_override_kind check (kind in ('doctor', 'administrator')),
  constraint acclimatisation_override_share check (share between 0 and 100),
  constraint acclimatisation_override_end check ((ended_at is null) = (ended_by is null))
);
select place_table('acclimatisation_override');
alter table acclimatisation_override add foreign key (company_id, user_id) references app_user (company_id, user_id);
-- One holds at a time.
create unique index acclimatisation_override_open on acclimatisation_override (company_id, user_id) where ended_at is null;
create index acclimatisation_override_person on acclimatisation_override (company_id, user_id);
