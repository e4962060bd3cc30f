-- The trace that a notice belongs to, as the header `traceparent` of W3C has it; null where none is recorded (decisions/0163-traces.md).
alter table alert_due add column traceparent text;
alter table outbox_mail add column traceparent text;
alter table outbox_push add column traceparent text;
alter table channel_delivery add column traceparent text;
