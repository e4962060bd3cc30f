-- Mails about alerts: how they look, where they belong, and digests of many (decisions/0038).

alter table outbox_mail
  -- The office it is about; null where it is about several, or none. No foreign key: a deleted one leaves its mails as evidence.
  add column office_id integer,
  add column html text,
  -- Stands for everybody it is for, so that mails to the same addresses can be counted.
  add column address_key text,
  -- '{ "goesAt": instant, "items": [what each line is made of] }' of a digest, which takes in more until it goes.
  add column digest jsonb,
  -- When somebody sent it again: patience with the server begins anew.
  add column resent_at timestamptz;
create index outbox_mail_newest on outbox_mail (company_id, created_at desc, mail_id desc);
create index outbox_mail_addresses on outbox_mail (company_id, address_key, created_at) where address_key is not null;

-- What the handling was when the alert began to wait: whoever takes a step answers it.
alter table escalation add column handling text not null default 'open' check (handling in ('open', 'acknowledged', 'responding'));
create index alert_notice_at on alert_notice (company_id, at);
