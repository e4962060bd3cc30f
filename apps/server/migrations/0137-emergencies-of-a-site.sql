-- The emergencies of a site, which its maps list: without it all alerts of the site are read, of which one in ten is an emergency.
create index alert_emergency on alert (company_id, office_id, started_at desc, alert_id desc) include (user_id, device_id, group_id)
 where kind in ('emergency', 'fall', 'noMotion', 'deviceHeat', 'help') and not drill and not withdrawn;
