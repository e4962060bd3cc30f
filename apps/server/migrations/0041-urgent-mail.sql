-- Emergencies and calls leave before everything else that waits.
alter table outbox_mail add column urgent boolean not null default false;

drop index outbox_mail_due;
create index outbox_mail_due on outbox_mail (urgent desc, next_try_at, mail_id) where sent_at is null and failed_at is null;
