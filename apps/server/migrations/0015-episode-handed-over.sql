-- Whoever changes group takes their standing alerts along, and the history says so.
alter table alert_event drop constraint alert_event_event_check;
alter table alert_event add constraint alert_event_event_check check (event in
  ('opened', 'raised', 'lowered', 'ended', 'reopened', 'handedOver', 'acknowledged', 'responding', 'closed'));
