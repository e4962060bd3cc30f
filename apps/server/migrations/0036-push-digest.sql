-- Notices that went out together as one, so that a flood of alerts is no flood of notices.
alter table outbox_push add column digest boolean not null default false;
