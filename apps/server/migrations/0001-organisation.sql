-- Companies, sites, groups and the people in them.
-- Codes are unique where the people who use them expect it: company code everywhere,
-- site code within a company, group code and worker code within a site, login ID everywhere.

create table company (
  company_id  integer generated always as identity primary key,
  code        text not null,
  name        text not null,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  constraint company_code_unique unique (code)
);

create table office (
  office_id           integer generated always as identity primary key,
  company_id          integer not null references company,
  base_code           text not null,
  name                text not null,
  opens_at            time not null default '06:00',
  closes_at           time not null default '20:00',
  emergency_phone     text,
  hospital_name       text,
  hospital_phone      text,
  public_wbgt_station text,
  procedures          text,
  metabolic_class     smallint not null default 2 check (metabolic_class between 0 and 4),
  acclimatised        boolean not null default true,
  clothing            text not null default 'workClothes',
  version             integer not null default 1,
  created_at          timestamptz not null default now(),
  constraint office_base_code_unique unique (company_id, base_code)
);

create table work_group (
  group_id        integer generated always as identity primary key,
  office_id       integer not null references office,
  code            text not null,
  name            text not null,
  metabolic_class smallint check (metabolic_class between 0 and 4),
  acclimatised    boolean,
  clothing        text,
  version         integer not null default 1,
  updated_at      timestamptz not null default now(),
  constraint work_group_code_unique unique (office_id, code),
  constraint work_group_name_unique unique (office_id, name)
);

create table group_email (
  group_id integer not null references work_group on delete cascade,
  email    text not null,
  primary key (group_id, email)
);

-- A deleted person keeps the row, without its place where that is deleted too: readings and alerts stay as evidence under
-- the name they had.
create table app_user (
  user_id              integer generated always as identity primary key,
  login_id             text not null,
  password_hash        text,
  role                 text not null check (role in
    ('AdminUnitService', 'AdminUnitContract', 'HeadquartersAdmin', 'GroupLeader', 'GroupSubLeader', 'User')),
  company_id           integer references company,
  office_id            integer references office,
  group_id             integer references work_group,
  group_role           smallint check (group_role in (1, 2, 3)),
  full_name            text not null,
  furigana             text not null,
  phone_number         text,
  email                text,
  worker_code          text,
  gender               smallint check (gender in (1, 2, 3)),
  date_of_birth        date,
  affiliation1         text,
  affiliation2         text,
  affiliation3         text,
  metabolic_class      smallint check (metabolic_class between 0 and 4),
  acclimatised         boolean,
  clothing             text,
  first_exposure_on    date,
  consent_at           timestamptz,
  consent_withdrawn_at timestamptz,
  failed_logins        smallint not null default 0,
  locked_at            timestamptz,
  deleted_at           timestamptz,
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  constraint app_user_group_has_role check ((group_id is null) = (group_role is null)),
  constraint app_user_scope check (deleted_at is not null or case role
    when 'AdminUnitService' then company_id is null and office_id is null
    when 'AdminUnitContract' then company_id is not null and office_id is null
    else company_id is not null and office_id is not null end)
);
create unique index app_user_login_id_unique on app_user (lower(login_id)) where deleted_at is null;
create unique index app_user_worker_code_unique on app_user (office_id, worker_code) where deleted_at is null;
create index app_user_company on app_user (company_id) where deleted_at is null;
create index app_user_office on app_user (office_id) where deleted_at is null;
create index app_user_group on app_user (group_id) where deleted_at is null;

-- One row a sign-in. The refresh token is derived, so only its hash and its place in the row of rotations are kept.
create table session (
  session_id   uuid primary key,
  user_id      integer not null references app_user,
  generation   integer not null default 0,
  token_hash   bytea not null,
  rotated_at   timestamptz not null default now(),
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  ended_reason text check (ended_reason in ('logout', 'replay', 'passwordChanged', 'userDeleted'))
);
create index session_live_user on session (user_id) where ended_at is null;

-- Settings of a company or of a site; a site's row stands before its company's.
create table master_setting (
  company_id integer references company on delete cascade,
  office_id  integer references office on delete cascade,
  type       text not null,
  key        text not null,
  value      text not null,
  constraint master_setting_owner check (num_nonnulls(company_id, office_id) = 1),
  constraint master_setting_unique unique nulls not distinct (company_id, office_id, type, key)
);

create table audit_log (
  audit_id    bigint generated always as identity primary key,
  at          timestamptz not null default now(),
  user_id     integer references app_user,
  user_name   text not null,
  company_id  integer,
  office_id   integer,
  action      text not null,
  resource    text not null,
  resource_id text not null,
  before      jsonb,
  after       jsonb,
  address     text
);
create index audit_log_company_at on audit_log (company_id, at desc);
create index audit_log_at on audit_log (at desc);
create index audit_log_user_at on audit_log (user_id, at desc);
