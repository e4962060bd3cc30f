-- Mail is done once each of its recipients has it or has been refused for good.
alter table outbox_mail
  -- Whoever has it already is not sent it again with the next try.
  add column delivered_to text[] not null default '{}',
  -- `[{ "address", "reason" }]`, refused for good.
  add column refused jsonb not null default '[]',
  -- Refused for good by everybody it was for.
  add column failed_at timestamptz;

comment on column outbox_mail.recipients is '{ "to": [address], "cc": [address], "bcc": [address] }';

drop index outbox_mail_due;
create index outbox_mail_due on outbox_mail (next_try_at) where sent_at is null and failed_at is null;
