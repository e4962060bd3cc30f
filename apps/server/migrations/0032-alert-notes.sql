-- What people note about an alert, while it stands and afterwards.

alter table alert_event drop constraint alert_event_event_check;
alter table alert_event add constraint alert_event_event_check check (event in
  ('opened', 'raised', 'lowered', 'ended', 'reopened', 'handedOver', 'corrected', 'withdrawn', 'acknowledged', 'responding', 'closed', 'noted'));
