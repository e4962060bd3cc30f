-- The reporting line and the procedures of a site, in versions, and who was briefed of which (decisions/0132-duty.md). Both are kept
-- for ever.
create table duty (
  company_id integer not null,
  office_id  integer not null,
  version    integer not null,
  -- The first working day on which it applies.
  valid_from date not null,
  -- The instant from which it is in force; of those that are, the highest version counts.
  starts_at  timestamptz not null,
  -- [{ name, role, phone }], in the order in which one is called after the other.
  line       jsonb not null,
  -- [{ affiliation, person, phone }]: who answers for each employer on the site.
  employers  jsonb not null,
  -- The site's own text, a step a line; null where the usual one applies.
  procedures text,
  -- The site's own translations of it, by language.
  texts      jsonb not null,
  made_at    timestamptz not null,
  made_by    integer not null,
  made_by_name text not null,
  primary key (company_id, office_id, version),
  constraint duty_version_check check (version >= 1)
);

create table duty_briefing (
  company_id  integer not null,
  briefing_id     integer not null generated always as identity,
  office_id   integer not null,
  version     integer not null,
  user_id     integer not null,
  briefed_at     timestamptz not null,
  means       text not null,
  language    text not null,
  -- Who briefed them; the person themselves where they read it.
  speaker     text not null,
  -- The number of the speaker, where it is the person who recorded it.
  speaker_id  integer,
  recorded_at timestamptz not null,
  recorded_by integer not null,
  primary key (company_id, briefing_id),
  constraint duty_briefing_means_check check (means in ('meeting', 'page', 'paper'))
);
select place_table('duty');
select place_table('duty_briefing');
alter table duty_briefing add foreign key (company_id, office_id, version) references duty (company_id, office_id, version);
alter table duty_briefing add foreign key (company_id, user_id) references app_user (company_id, user_id);
-- A briefing that is sent twice is stored once.
create unique index duty_briefing_once on duty_briefing (company_id, office_id, version, user_id, means, briefed_at);
-- Who has read it has read it: pressing again changes nothing.
create unique index duty_briefing_page on duty_briefing (company_id, office_id, version, user_id) where means = 'page';
create index duty_briefing_user on duty_briefing (company_id, user_id, office_id, version, briefed_at);
