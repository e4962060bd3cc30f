-- Lines of their own for a watcher or barometer that is silent, and for a barometer that was carried (decisions/0118).
alter table alert drop constraint alert_kind_check;
alter table alert add constraint alert_kind_check check (kind in
  ('condition', 'emergency', 'siteHeat', 'belt', 'noHeartRate', 'silent', 'gatewaySilent', 'deviceSilent', 'siteSilent', 'barometerMoved',
   'clock', 'battery'));
