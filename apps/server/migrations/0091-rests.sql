-- Rests (休憩), by a leader's word or by where somebody is heard (decisions/0128-rests.md). They are kept for ever.
create table rest (
  company_id integer not null,
  rest_id    integer not null generated always as identity,
  -- Where the person belonged when it began.
  office_id  integer not null,
  group_id   integer,
  user_id    integer not null,
  began_at   timestamptz not null,
  ended_at   timestamptz,
  source     text not null,
  -- When a leader last sent the person to rest; null where nobody did.
  sent_at    timestamptz,
  -- When they were first heard at a resting place during it; null where they were not.
  arrived_at timestamptz,
  -- When they were last heard there.
  heard_at   timestamptz,
  -- The gateway that heard them there first.
  gateway_id integer,
  -- The WBGT excess of their work before it, °C.
  excess     real,
  -- Who ended it: a leader, where they were heard, or nobody within the longest time.
  ended_by   text,
  primary key (company_id, rest_id),
  constraint rest_order check (ended_at is null or began_at <= ended_at),
  constraint rest_source_check check (source in ('leader', 'place')),
  constraint rest_ended_by_check check (ended_by in ('leader', 'place', 'limit'))
);
select place_table('rest');
alter table rest add foreign key (company_id, user_id) references app_user (company_id, user_id);
create unique index rest_one_open on rest (company_id, user_id) where ended_at is null;
create index rest_user on rest (company_id, user_id, began_at);
create index rest_office on rest (company_id, office_id, began_at);

-- Where people rest: readings by such a gateway, or by one whose place has such a name, begin a rest.
alter table device add column rest_place boolean not null default false;
alter table named_place add column rest_place boolean not null default false;
