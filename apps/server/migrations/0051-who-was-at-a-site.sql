-- Reports ask who was at a site in a time, people who have left it among them: found person by person along this index.
create index hourly_summary_office on hourly_summary (company_id, office_id, user_id, hour);

-- How long somebody was silent: few of a site's alerts say it, and one that began long before may reach into the time asked for.
create index alert_silent on alert (company_id, office_id, started_at) where kind = 'silent';
