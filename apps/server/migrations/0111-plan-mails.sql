-- A file that mails carry: several mails of one report share it. Its content is removed after three days, its name stays with the mail.
create table outbox_file (
  company_id integer not null,
  file_id    bigint generated always as identity,
  created_at timestamptz not null,
  name       text not null,
  media_type text not null,
  content    bytea,
  primary key (company_id, file_id)
);
select place_table('outbox_file');
alter table outbox_file add foreign key (company_id) references company (company_id) on delete cascade;
create index outbox_file_contents on outbox_file (company_id, created_at) where content is not null;

alter table outbox_mail add column file_id bigint;
alter table outbox_mail add foreign key (company_id, file_id) references outbox_file (company_id, file_id);
create index outbox_mail_file on outbox_mail (company_id, file_id) where file_id is not null;

-- Scheduled reports send the plan of a day, too: in the evening that of tomorrow, in the morning that of today
-- (decisions/0142-mails-of-the-plan.md). Besides addresses they have roles: people of the office with that role at the time.
alter table report_schedule drop constraint report_schedule_kind_check;
alter table report_schedule add constraint report_schedule_kind_check check (kind in ('daily', 'monthly', 'planTomorrow', 'planToday'));
alter table report_schedule add column roles text[] not null default '{}';
alter table report_schedule drop constraint report_schedule_addresses_check;
alter table report_schedule add constraint report_schedule_addresses_check check (cardinality(addresses) <= 50);
alter table report_schedule add constraint report_schedule_recipients_check check (cardinality(addresses) + cardinality(roles) > 0);
alter table report_schedule add constraint report_schedule_roles_check check (
  roles <@ array['HeadquartersAdmin', 'GroupLeader', 'GroupSubLeader'] and (kind like 'plan%' or cardinality(roles) = 0));
-- When the last turn was sent, and to how many people and addresses.
alter table report_schedule add column sent_at timestamptz;
alter table report_schedule add column sent_to integer;
-- A turn that waits for the forecast is not looked at before.
alter table report_schedule add column retry_at timestamptz;
