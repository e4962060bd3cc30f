-- The days on which the heart rates of a vital device gave reason to doubt them, each with its wearer (decisions/0119).
create table doubtful_heart (
  company_id  integer not null,
  device_id   integer not null,
  -- A day in Japan.
  day         date not null,
  user_id     integer not null,
  -- narrow: nearly all values of the day lie close together; different: another device on the same person showed something else.
  kind        text not null check (kind in ('narrow', 'different')),
  primary key (company_id, device_id, day, user_id, kind)
);
select place_table('doubtful_heart');
alter table doubtful_heart add foreign key (company_id, device_id) references device on delete cascade;
alter table doubtful_heart add foreign key (company_id, user_id) references app_user (company_id, user_id);

-- On which day in Japan the days before it were counted last, for each company.
create table doubtful_heart_count (
  company_id  integer not null,
  counted_on  date not null,
  primary key (company_id)
);
select place_table('doubtful_heart_count');
alter table doubtful_heart_count add foreign key (company_id) references company;
