-- Alarms that a worn device judged itself (機器の警報): a fall, no motion, heat, a request for help (decisions/0148-device-alarms.md).

alter table alert
  drop constraint alert_kind_check,
  add constraint alert_kind_check check (kind in
    ('condition', 'emergency', 'fall', 'noMotion', 'deviceHeat', 'help', 'report', 'siteHeat', 'belt', 'noHeartRate', 'silent', 'gatewaySilent',
     'deviceSilent', 'siteSilent', 'barometerMoved', 'clock', 'battery')),
  drop constraint alert_ending_check,
  add constraint alert_ending_check check (ending in ('recovered', 'lost', 'handedOver', 'closed', 'cancelled')),
  -- The cause of an emergency is practised, too.
  drop constraint alert_drill_subject,
  add constraint alert_drill_subject check
    (not drill or (kind in ('emergency', 'fall', 'noMotion', 'deviceHeat', 'help') and num_nonnulls(user_id, device_id) = 0));
drop index alert_open_emergency;
create index alert_open_emergency on alert (company_id, started_at desc)
  where kind in ('emergency', 'fall', 'noMotion', 'deviceHeat', 'help', 'report') and handling <> 'closed';

alter table alert_event
  drop constraint alert_event_event_check,
  add constraint alert_event_event_check check (event in
    ('opened', 'raised', 'reported', 'answered', 'lowered', 'ended', 'reopened', 'handedOver', 'corrected', 'withdrawn', 'cancelled',
     'acknowledged', 'responding', 'closed', 'noted'));

-- What the device judged at the reading: a kind of alarm, 'none' where it says that there is none, null where it says nothing.
alter table reading
  add column alarm text;
