-- What a person's heart did in each of their latest shifts, by which the next ones are judged (decisions/0121-the-own-measure.md).
create table worker_shift (
  company_id        integer not null,
  user_id           integer not null,
  -- Of the first and the last valid heart rate.
  began_at          timestamptz not null,
  ended_at          timestamptz not null,
  -- How many minutes of it have a value.
  minutes           integer not null,
  -- bpm: the highest mean of 20 minutes, and the highest rate not gone below in 5 minutes; null where it is too short to say.
  own_mean          real,
  own_peak          real,
  interval_minutes  real,
  primary key (company_id, user_id, began_at)
);
select place_table('worker_shift');
alter table worker_shift add foreign key (company_id, user_id) references app_user (company_id, user_id) on delete cascade;
create index worker_shift_ended on worker_shift (company_id, user_id, ended_at);

-- The own measure (本人の目安) of the shift that runs, bpm.
alter table worker_state
  add column own_mean real,
  add column own_peak real;
