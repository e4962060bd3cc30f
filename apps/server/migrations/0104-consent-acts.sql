-- What people gave or withdrew on their own page, with the version of the text they read and its language (decisions/0137-ones-own-data.md).
-- Whether somebody is measured is said by `app_user` alone: consent_at and consent_withdrawn_at, which these instants equal.
create table consent_act (
  company_id integer not null,
  user_id    integer not null,
  at         timestamptz not null,
  given      boolean not null,
  version    smallint not null,
  language   text not null,
  primary key (company_id, user_id, at, given)
);
select place_table('consent_act');
alter table consent_act add foreign key (company_id, user_id) references app_user (company_id, user_id);

-- When the person of a session last showed once more who they are, and what a passkey was asked for that.
alter table session add column confirmed_at timestamptz;
alter table session add column confirm_challenge text;

-- Who looked at somebody's details, and at lists of an office's people.
create index audit_log_read_of on audit_log (company_id, resource_id, at desc) where chain = 'read';
create index audit_log_read_at_office on audit_log (company_id, office_id, at) where chain = 'read';
