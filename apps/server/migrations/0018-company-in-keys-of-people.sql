-- The company in every key of the organisation, its people and what they did: a row that names another company's row
-- cannot be stored, and a cluster can keep a company's rows together (decisions/0027). 0018 to 0021 belong together;
-- each is one transaction, so a process that is killed between them carries on where it was.

-- All foreign keys are made anew below and in the files that follow.
do $$
declare foreign_key record;
begin
  for foreign_key in
    select c.conrelid::regclass as name, c.conname from pg_constraint c
     where c.contype = 'f' and c.conparentid = 0 and c.connamespace = current_schema()::regnamespace
  loop
    execute format('alter table %s drop constraint %I', foreign_key.name, foreign_key.conname);
  end loop;
end $$;

-- The provider's own company: the service's administrators belong to it. No list shows it.
-- A deleted company keeps its row, as its people do: what happened there stays as evidence under its number.
alter table company
  add column deleted_at timestamptz,
  drop constraint company_code_unique;
create unique index company_code_unique on company (code) where deleted_at is null;
insert into company (company_id, code, name) overriding system value values (0, '', '見守り');
-- Whoever was deleted with their company belongs to one that is deleted.
insert into company (code, name, deleted_at)
select '', '削除された会社', now() where exists (select from app_user u where u.company_id is null and u.role <> 'AdminUnitService');

alter table office
  drop constraint office_pkey,
  add primary key (company_id, office_id),
  add foreign key (company_id) references company;

alter table work_group add column company_id integer;
update work_group g set company_id = o.company_id from office o where o.office_id = g.office_id;
alter table work_group
  alter column company_id set not null,
  drop constraint work_group_pkey,
  drop constraint work_group_code_unique,
  drop constraint work_group_name_unique,
  add primary key (company_id, group_id),
  add constraint work_group_code_unique unique (company_id, office_id, code),
  add constraint work_group_name_unique unique (company_id, office_id, name),
  add foreign key (company_id, office_id) references office;

alter table group_email add column company_id integer;
update group_email e set company_id = g.company_id from work_group g where g.group_id = e.group_id;
alter table group_email
  alter column company_id set not null,
  drop constraint group_email_pkey,
  add primary key (company_id, group_id, email),
  add foreign key (company_id, group_id) references work_group on delete cascade;

-- Login IDs are unique over all companies, which no key that begins with the company can hold. They are kept in lower case.
create table login (
  login_key  text collate "C" primary key,
  company_id integer not null references company,
  unique (company_id, login_key)
);

alter table app_user drop constraint app_user_scope;
update app_user u
   set company_id = case when u.role = 'AdminUnitService' then 0
                         else (select c.company_id from company c where c.deleted_at is not null) end
 where u.company_id is null;
alter table app_user add column login_key text collate "C"
  generated always as (case when deleted_at is null then lower(login_id) end) stored;
insert into login (login_key, company_id) select u.login_key, u.company_id from app_user u where u.login_key is not null;
drop index app_user_login_id_unique;
drop index app_user_worker_code_unique;
drop index app_user_company;
drop index app_user_office_name;
drop index app_user_group;
drop index app_user_administrator;
alter table app_user
  alter column company_id set not null,
  drop constraint app_user_pkey,
  add primary key (company_id, user_id),
  add constraint app_user_login_unique unique (company_id, login_key),
  add constraint app_user_scope check (
    (company_id = 0) = (role = 'AdminUnitService')
    and (deleted_at is not null or (office_id is null) = (role in ('AdminUnitService', 'AdminUnitContract')))),
  add foreign key (company_id, login_key) references login (company_id, login_key),
  add foreign key (company_id, office_id) references office,
  add foreign key (company_id, group_id) references work_group;
create unique index app_user_worker_code_unique on app_user (company_id, office_id, worker_code) where deleted_at is null;
create index app_user_office_name on app_user (company_id, office_id, furigana collate "ja-x-icu", user_id) where deleted_at is null;
create index app_user_group on app_user (company_id, group_id) where deleted_at is null;
create index app_user_administrator on app_user (company_id, role)
  where deleted_at is null and role in ('AdminUnitService', 'AdminUnitContract', 'HeadquartersAdmin');
-- The service's administrators open a person by the number alone.
create index app_user_number on app_user (user_id);

-- Tokens name the company from now on: everybody signs in once more.
delete from session;
alter table session
  add column company_id integer not null,
  drop constraint session_pkey,
  add primary key (company_id, session_id),
  add foreign key (company_id, user_id) references app_user;
drop index session_live_user;
create index session_live_user on session (company_id, user_id) where ended_at is null;

alter table master_setting drop constraint master_setting_owner, drop constraint master_setting_unique;
update master_setting s set company_id = o.company_id from office o where o.office_id = s.office_id;
alter table master_setting
  alter column company_id set not null,
  -- A row without a site is the company's.
  add constraint master_setting_unique unique nulls not distinct (company_id, office_id, type, key),
  add foreign key (company_id) references company on delete cascade,
  add foreign key (company_id, office_id) references office on delete cascade;

-- The log keeps what it names, whatever becomes of it: nothing in it is a foreign key.
update audit_log set company_id = 0 where company_id is null;
drop index audit_log_company_at;
alter table audit_log
  alter column company_id set not null,
  drop constraint audit_log_pkey,
  add primary key (company_id, audit_id);
create index audit_log_company_at on audit_log (company_id, at desc);

-- What was there only told those who waited for it. A job belongs to the company it is about; who asked may be of the
-- provider's, so the person is no foreign key.
delete from job;
drop index job_user;
drop index job_office;
alter table job
  add column company_id integer not null,
  drop constraint job_pkey,
  add primary key (company_id, job_id),
  add foreign key (company_id) references company on delete cascade,
  add foreign key (company_id, office_id) references office on delete cascade;
create index job_user on job (user_id, created_at);
create index job_office on job (company_id, office_id);

update stored_file set company_id = 0 where company_id is null;
alter table stored_file
  alter column company_id set not null,
  drop constraint stored_file_pkey,
  add primary key (company_id, file_key),
  add foreign key (company_id) references company,
  add foreign key (company_id, uploaded_by) references app_user;
