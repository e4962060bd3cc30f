-- Nobody is told that nobody has answered once somebody has.
alter table outbox_push add column escalated boolean not null default false;

comment on column outbox_mail.failed_at is
  'Refused for good by everybody it was for; where nobody has refused it, what it asked for was answered before it could leave.';
