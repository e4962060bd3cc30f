-- The weekly drill of an office.
create table drill_schedule (
  company_id integer not null,
  office_id  integer not null,
  -- 0 Sunday to 6 Saturday, and the time of day, both in Japan.
  weekday    smallint not null check (weekday between 0 and 6),
  starts_at  time not null,
  -- The day in Japan whose drill was started or passed over; never twice on one day.
  done_on    date,
  primary key (company_id, office_id),
  foreign key (company_id, office_id) references office on delete cascade
);
